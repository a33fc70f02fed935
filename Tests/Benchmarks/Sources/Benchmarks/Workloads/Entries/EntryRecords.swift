import Foundation
import GRDB
import SQLiteC

/// GRDB's Codable record; also what the rows are made of.
struct EntryRecord: EntryValues, Codable, FetchableRecord {
  static func databaseDateDecodingStrategy(for column: String) -> DatabaseDateDecodingStrategy {
    .timeIntervalSinceReferenceDate
  }

  let title: String
  let note: String
  let created: Date
  let quantity: Int
  let price: Double
  let isActive: Bool
  let identifier: UUID
  let summary: String?
  let rank: Int?
  let due: Date?

  init(row: Int) {
    title = "entry number \(row)"
    note = "a note of some length about number \(row)"
    created = Date(timeIntervalSinceReferenceDate: 700_000_000 + Double(row) * 0.25)
    quantity = row
    price = Double(row) * 0.01 + 1
    isActive = row.isMultiple(of: 2)
    let byte = UInt8(truncatingIfNeeded: row)
    identifier = UUID(
      uuid: (byte, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, byte, UInt8(row >> 8 & 0xFF)))
    summary = row.isMultiple(of: 2) ? "summary of number \(row)" : nil
    rank = row.isMultiple(of: 3) ? row : nil
    due = row.isMultiple(of: 5) ? created.addingTimeInterval(86_400) : nil
  }
}

/// GRDB's record read by position.
struct PositionalEntry: EntryValues, FetchableRecord {
  let title: String
  let note: String
  let created: Date
  let quantity: Int
  let price: Double
  let isActive: Bool
  let identifier: UUID
  let summary: String?
  let rank: Int?
  let due: Date?

  init(row: GRDB.Row) {
    title = row[0]
    note = row[1]
    created = Date(timeIntervalSinceReferenceDate: row[2])
    quantity = row[3]
    price = row[4]
    isActive = row[5]
    identifier = row[6]
    summary = row[7]
    rank = row[8]
    due = (row[9] as Double?).map { Date(timeIntervalSinceReferenceDate: $0) }
  }
}

/// A plain object read through SQLite's C interface.
final class RawEntry: EntryValues {
  let title: String
  let note: String
  let created: Date
  let quantity: Int
  let price: Double
  let isActive: Bool
  let identifier: UUID
  let summary: String?
  let rank: Int?
  let due: Date?

  init(_ row: borrowing RawStatement) {
    title = row.text(at: 0)
    note = row.text(at: 1)
    created = Date(timeIntervalSinceReferenceDate: sqlite3_column_double(row.handle, 2))
    quantity = Int(sqlite3_column_int64(row.handle, 3))
    price = sqlite3_column_double(row.handle, 4)
    isActive = sqlite3_column_int64(row.handle, 5) != 0
    identifier = row.uuid(at: 6)
    summary = row.isNull(at: 7) ? nil : row.text(at: 7)
    rank = row.isNull(at: 8) ? nil : Int(sqlite3_column_int64(row.handle, 8))
    due =
      row.isNull(at: 9)
      ? nil : Date(timeIntervalSinceReferenceDate: sqlite3_column_double(row.handle, 9))
  }
}
