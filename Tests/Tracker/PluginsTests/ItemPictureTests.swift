import Foundation
import Strata
import StrataApplication
import StrataShell
import Testing
import StrataTrackerPlugin

@testable import StrataChartsPlugin

/// The pictures that `item list` has for people.
@MainActor @Suite struct ItemListPictures {
  private func shell(columns: Int?, locale: String = "C.UTF-8") async throws -> TrackerShell {
    let shell = try TrackerShell(terminal: columns.map { TerminalSize(columns: $0, rows: 40) })
    shell.environment.offer(
      ItemSparklines(variables: ["LANG": locale]), as: (any Sparklines).self)
    try await shell.run("item add Weight --kind singleValue")
    try await shell.run("item add Mood --kind singleOption --option happy")
    for (day, value) in [0, 10, 5].enumerated() {
      try await shell.run("log Weight \(value) --at 2026-11-0\(day + 1)")
    }
    return shell
  }

  @Test func areBesideWhatHasNumbers() async throws {
    let lines = try await shell(columns: 100).run("item list").split(separator: "\n")
    #expect(lines[0].contains("over time"))
    let weight = try #require(lines.first { $0.contains("Weight") })
    let mood = try #require(lines.first { $0.contains("Mood") })
    let picture = try #require(weight.split(separator: "3", maxSplits: 1).last)
    #expect(picture.contains("▁") && picture.contains("█"), "\(weight)")
    #expect(!mood.contains("▁") && !mood.contains("█"))
  }

  @Test(arguments: [
    (99, "C.UTF-8", "item list"), (200, "C", "item list"), (nil, "C.UTF-8", "item list"),
    (200, "C.UTF-8", "item list --format csv"), (200, "C.UTF-8", "item list --format markdown"),
  ])
  func areLeftOut(columns: Int?, locale: String, line: String) async throws {
    let list = try await shell(columns: columns, locale: locale).run(line)
    #expect(list.contains("Weight") && !list.contains("over time"), "\(list)")
  }

  @Test func areNotThereWithoutTheirPlugin() async throws {
    let shell = try TrackerShell(terminal: TerminalSize(columns: 200, rows: 40))
    try await shell.run("item add Weight --kind singleValue")
    try await shell.run("log Weight 90")
    #expect(try await shell.run("item list").contains("over time") == false)
  }
}
