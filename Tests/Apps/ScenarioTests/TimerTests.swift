import Foundation
import StrataTestSupport
import Testing

/// Timers over several runs of the program.
@Suite struct TimerRuns {
  private let shell: AppShell

  init() throws {
    shell = try AppShell()
    #expect(try shell.lines("item add Sleep --kind interval").status == 0)
  }

  @Test func goOnWhenTheProgramEnds() throws {
    #expect(try shell.lines("start Sleep --at -8h").status == 0)
    #expect(try shell.lines("today").output.contains("Sleep is running since"))
    let again = try shell.lines("start Sleep")
    #expect(again.status != 0 && again.error.contains("Sleep is running already"))
    let stopped = try shell.lines("stop")
    #expect(stopped.status == 0 && stopped.output.contains("logged "), "\(stopped)")
    #expect(try shell.lines("count RunningTimer --format csv").output.contains("\n0\n"))
  }

  @Test func areTakenBackByAnotherRun() throws {
    #expect(try shell.lines("start Sleep --at -8h", "stop").status == 0)
    #expect(try shell.lines("undo").status == 0)
    #expect(try shell.lines("count ItemData --format csv").output.contains("\n0\n"))
    #expect(try shell.lines("today").output.contains("Sleep is running since"))
    #expect(try shell.lines("undo").status == 0)
    let stopped = try shell.lines("stop")
    #expect(stopped.status != 0 && stopped.error.contains("nothing is running"))
  }
}
