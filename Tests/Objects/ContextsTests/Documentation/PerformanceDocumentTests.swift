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
