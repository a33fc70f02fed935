import Foundation
import Testing

/// Tests of the program's verbose output.
@Suite struct Verbosity {
  private let shell: AppShell

  init() throws { shell = try AppShell() }

  @Test func saysWhatHappens() throws {
    let result = try shell.lines(
      "item add Weight --kind singleValue --tag health", "begin", "log Weight 1", "save",
      "item show Nothing", options: ["--verbose", "--author", "Ada", "--without", "History"])
    #expect(result.status == 1)
    let told = result.error.replacing(#/\d+\.\d{3} s/#, with: "SECONDS")
    let lines = told.split(separator: "\n").filter { $0.hasPrefix("# ") }.map { $0.dropFirst(2) }
    #expect(lines.count == 9, "\(told)")
    for expected in [
      "plugins Tracker, Inspect, Context, Transfer, Health, Maintenance, Charts, Goals, Sync",
      "store \(shell.store), opened in SECONDS", "SECONDS: begin", "SECONDS: item show Nothing",
    ] {
      #expect(lines.contains { $0 == expected }, "\(expected) in \(told)")
    }
    let saves = lines.filter { $0.hasPrefix("saved ") }
    #expect(saves.count == 2)
    #expect(
      saves.allSatisfy { $0.wholeMatch(of: #/saved \d changed objects? as Ada in SECONDS/#) != nil }
    )
  }

  @Test func isForWhoeverAsks() throws {
    let result = try shell.run(["--memory", "echo", "x"])
    #expect(result == .init(status: 0, output: "x\n", error: ""))
  }
}
