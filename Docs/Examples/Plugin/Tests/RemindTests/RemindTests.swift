import StrataApplication
import Testing
import StrataTrackerPlugin

@testable import remind

@MainActor @Suite struct Reminders {
  @Test func areDueAfterTheirDays() async throws {
    let session = try ShellSession(plugins: [TrackerPlugin(), RemindPlugin()])
    let answer = await session.run(
      "item add Weight --kind singleValue", "log Weight 98 --at 2020-01-01",
      "remind add Weight 7", "format csv", "remind list")
    #expect(answer.errors == "")
    #expect(
      answer.output.hasSuffix("item,days,due,isDue\nWeight,7.0,2020-01-08T00:00:00Z,true\n"))
  }

  @Test(arguments: [
    ("remind add Wieght 7", "there is no item “Wieght”"),
    ("remind add Weight 0", "a reminder needs more than 0 days"),
  ])
  func sayWhatIsWrong(line: String, error: String) async throws {
    let session = try ShellSession(plugins: [TrackerPlugin(), RemindPlugin()])
    let answer = await session.run("item add Weight --kind singleValue", line)
    #expect(answer.errors.contains(error), "\(answer)")
  }
}
