import Foundation
import StrataModelSupport
import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

/// The table of counts in `Docs/Performance.md` is what operations cost: this fails when one of them grows.
@Suite struct PerformanceDocument {
  private let document: GuideDocument

  init() throws {
    document = try GuideDocument(
      Repository.root.appendingPathComponent("Docs/Performance.md"))
  }

  private static func table() throws -> String {
    var text = """
      | operation | statements | rows scanned | sorts | instructions |
      |---|---:|---:|---:|---:|

      """
    for row in try OperationCosts.rows() {
      let counts = row.counts
      text += "| \(row.operation) | \(counts.runs) | \(counts.scannedRows) | \(counts.sorts) "
      text += "| \(counts.instructions) |\n"
    }
    return text
  }

  /// README has three of the ratios.
  @Test func hasTheFiguresOfREADME() throws {
    func row(_ start: String) throws -> [String] {
      let lines = document.text.split(separator: "\n")
      let line = try #require(lines.first { $0.hasPrefix(start) }, "there is no row \(start)")
      return line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let rows = try [row("| F | 100,000 |"), row("| I | 50,000 |"), row("| C | 1,000 |")]
    try #require(rows.allSatisfy { $0.count == 8 })
    let ours = rows.map { $0[4] }
    let peers = rows.map { String($0[7].prefix { $0 != " " }) }
    let readme = try Repository.text(of: "README.md").split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    let sentence = """
      Fetching 100,000 objects takes \(ours[0]) times as long as raw SQLite, and \(peers[0]) times \
      with GRDB's `Codable` records. Inserting 50,000 takes \(ours[1]) times, and \(peers[1]). A save \
      of one object takes \(ours[2]) times, where GRDB takes \(peers[2]).
      """
    #expect(readme.contains(sentence), "\(sentence)")
  }

  @Test func costsWhatItSays() throws {
    let version = try GuideDocument.sqliteVersion(of: .inMemory())
    let new = [
      "counts": try Self.table(),
      "sqlite of counts": "The counts are those of SQLite \(version).\n",
    ]
    if Recording.isOn {
      var document = document
      document.replaceGenerated(new)
      try Recording.write(document.text, to: document.url)
    }
    let written = try GuideDocument(document.url).generated
    #expect(written.keys.sorted() == new.keys.sorted())
    let isSameVersion = written["sqlite of counts"] == new["sqlite of counts"]
    // Another version of SQLite may need other instructions.
    #expect(!isSameVersion || written["counts"] == new["counts"], "make record writes it anew")
  }
}
