import Foundation
import StrataTestSupport
import Testing

/// `Docs/Promises.md` has an answer for each promise at each door, and names tests that exist.
@Suite struct PromisesDocument {
  private struct Row {
    let doors: [String]
    let answer: String
    let tests: [String]
  }

  private static func text() throws -> String { try Repository.text(of: "Docs/Promises.md") }

  private static func doors() throws -> Set<String> {
    Set(try text().matches(of: /(?m)^- \*\*([^*]+)\*\*:/).map { String($0.1) })
  }

  /// The rows of each section's table.
  private static func sections() throws -> [(title: String, rows: [Row])] {
    try text().components(separatedBy: "\n## ").dropFirst().map { part in
      let lines = part.components(separatedBy: "\n")
      let rows = lines.filter { $0.hasPrefix("| ") && !$0.hasPrefix("| door |") }.map { line in
        let cells = line.split(separator: "|", omittingEmptySubsequences: false)
          .map { $0.trimmingCharacters(in: .whitespaces) }
        return Row(
          doors: cells[1].components(separatedBy: ", "), answer: cells[2],
          tests: cells[3].matches(of: /`([^`]+)`/).map { String($0.1) })
      }
      return (lines[0], rows)
    }
  }

  /// Those of some tests that exist, each a suite's name, a dot and the function's.
  private static func existing(among wanted: Set<String>) throws -> Set<String> {
    let parts = wanted.map { name in (name: name, parts: name.split(separator: ".")) }
    let root = Repository.root.appendingPathComponent("Tests")
    let files = FileManager.default.enumerator(
      at: root, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
    var found: Set<String> = []
    for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      let functions = Set(
        text.components(separatedBy: "func ").dropFirst().map { $0.prefix { $0 != "(" } })
      for (name, parts) in parts where parts.count == 2 && functions.contains(parts[1]) {
        if text.contains(" \(parts[0]) {") { found.insert(name) }
      }
    }
    return found
  }

  @Test func answersForEachDoor() throws {
    let doors = try Self.doors()
    let sections = try Self.sections()
    #expect(doors.count == 12 && sections.count == 9)
    for (title, rows) in sections {
      #expect(Set(rows.flatMap(\.doors)) == doors, "\(title)")
    }
  }

  @Test func showsWhatHolds() throws {
    let tests = try Self.existing(among: Set(Self.sections().flatMap { $0.rows.flatMap(\.tests) }))
    for (title, rows) in try Self.sections() {
      for row in rows {
        #expect(
          row.answer.hasPrefix("yes") || row.answer.hasPrefix("no: "), "\(title): \(row.doors)")
        #expect(row.answer.hasPrefix("no: ") || !row.tests.isEmpty, "\(title): \(row.doors)")
        for test in row.tests {
          #expect(tests.contains(test), "\(title): there is no test \(test)")
        }
      }
    }
  }
}
