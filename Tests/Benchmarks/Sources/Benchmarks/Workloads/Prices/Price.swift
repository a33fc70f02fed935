import Foundation
import SQLiteC
import Strata

@Model final class Price {
  #Unique<Price>([\.article, \.day])

  var article: String
  var day: Int
  var amount: Double
  var note: String

  init(article: String, day: Int, amount: Double, note: String) {
    self.article = article
    self.day = day
    self.amount = amount
    self.note = note
  }

  convenience init(row: Int, edition: Int) {
    self.init(
      article: PriceTable.article(row), day: PriceTable.day(row),
      amount: PriceTable.amount(row, edition), note: PriceTable.note(row, edition))
  }
}

/// The table of prices, and what is in its rows: an edition is what somebody sends at once, and a later
/// one has other amounts and notes for the same pairs.
enum PriceTable {
  static let table = """
    CREATE TABLE Price (
      strata_key INTEGER PRIMARY KEY,
      article TEXT NOT NULL,
      day INTEGER NOT NULL,
      amount REAL NOT NULL,
      note TEXT NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX Price_pair ON Price (article, day);
    """
  static let upsert = """
    INSERT INTO Price (article, day, amount, note) VALUES (?, ?, ?, ?)
    ON CONFLICT (article, day) DO UPDATE SET amount = excluded.amount, note = excluded.note
    """

  static func article(_ row: Int) -> String { "article \(row / 100)" }
  static func day(_ row: Int) -> Int { row % 100 }
  static func amount(_ row: Int, _ edition: Int) -> Double { Double(row % 1_000) + Double(edition) }
  static func note(_ row: Int, _ edition: Int) -> String { "price \(row) of list \(edition)" }

  static func write(row: Int, edition: Int, _ statement: borrowing RawStatement) throws {
    statement.bind(article(row), at: 1)
    sqlite3_bind_int64(statement.handle, 2, Int64(day(row)))
    sqlite3_bind_double(statement.handle, 3, amount(row, edition))
    statement.bind(note(row, edition), at: 4)
    try statement.run()
  }

  /// All rows of the second edition, whatever there was before: amounts and the length of notes, each at
  /// its pair's place.
  static func expected(count: Int) -> Checksum {
    var checksum = Checksum(count: count)
    for row in 0..<count {
      checksum.sum += UInt64((Int(amount(row, 2)) + note(row, 2).utf8.count) * (row + 1))
    }
    return checksum
  }

  static func checksum(of url: URL) throws -> Checksum {
    try RawDatabase.checksum(
      of: url,
      """
      SELECT count(*), sum((CAST(amount AS INTEGER) + length(note))
        * (100 * CAST(substr(article, 9) AS INTEGER) + day + 1))
      FROM Price WHERE note LIKE '%list 2'
      """)
  }
}
