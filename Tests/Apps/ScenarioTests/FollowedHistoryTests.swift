import Foundation
import StrataTestSupport
import Testing

/// Programs of different authors on one store, one writing, one watching, killed in turn.
@Suite(.timeLimit(.scaledMinutes(5))) struct FollowedHistory {
  private let shell: AppShell

  init() throws {
    shell = try AppShell()
    #expect(try shell.lines("item add Weight --kind singleValue").status == 0)
  }

  private func numbers(_ output: String) -> [Int64] {
    output.split(separator: "\n").compactMap { Int64($0.prefix { $0 != " " }) }
  }

  /// Waits until a condition holds; false after two minutes.
  private func waits(_ condition: () -> Bool) -> Bool {
    let deadline = ContinuousClock.now + .seconds(TimeScale.seconds(120))
    while !condition(), ContinuousClock.now < deadline { usleep(1000) }
    return condition()
  }

  @Test func losesNothingWhenEitherIsKilled() throws {
    let watching = ["--store", shell.store, "--author", "watcher"]
    let follow = watching + ["-c", "history follow --as backup"]
    var shown: [Int64] = []
    for round in 1...4 {
      let lines = (1...400).map { "log Weight \($0) --memo r\(round)" }.joined(separator: "\n")
      let writer = try shell.start(
        ["--store", shell.store, "--author", "writer\(round)"], input: lines)
      let watcher = try shell.start(follow)
      #expect(waits { numbers(watcher.outputSoFar).count >= 20 * round })
      // In turn, so that each goes on alone for a while.
      if round % 2 == 0 {
        writer.send(SIGKILL)
        _ = try writer.result()
        watcher.send(SIGKILL)
        shown += numbers(try watcher.result().output)
      } else {
        watcher.send(SIGKILL)
        shown += numbers(try watcher.result().output)
        _ = try writer.result()
      }
    }
    shown += numbers(
      try shell.run(watching + ["-c", "history follow --as backup --once"]).output)
    let history = try shell.lines("history", options: ["--format", "csv"]).lines.dropFirst()
    let all = history.compactMap { Int64($0.prefix { $0 != "," }) }
    #expect(all == (1...Int64(all.count)).map { $0 })
    // Each at least once, and in order but for what was shown again.
    #expect(Set(shown) == Set(all))
    #expect(shown.count < all.count + 20)
    #expect(try shell.lines("check").status == 0)
  }

  @Test func showsOtherProgramsSavesAsTheyCome() throws {
    let watcher = try shell.start(["--store", shell.store, "-c", "history follow --count 2"])
    // Until it listens, what is saved is none of its business.
    var saved = 0
    #expect(
      waits {
        saved += 1
        _ = try? shell.lines("log Weight \(saved)", options: ["--author", "other"])
        return numbers(watcher.outputSoFar).count == 2
      })
    let result = try watcher.result()
    #expect(result.status == 0)
    #expect(result.lines.allSatisfy { $0.hasSuffix("inserted 1 ItemData") && $0.contains("other") })
  }

  @Test func endsWithCtrlC() throws {
    let watcher = try shell.start(["--store", shell.store, "-c", "history follow --as backup"])
    #expect(waits { !watcher.outputSoFar.isEmpty })
    watcher.send(SIGINT)
    let result = try watcher.result()
    #expect(result.status == 1 && result.error.contains("interrupted"))
    #expect(
      try shell.lines("history consumers", options: ["--format", "csv"]).lines[1]
        .hasPrefix("backup,0,"))
  }
}
