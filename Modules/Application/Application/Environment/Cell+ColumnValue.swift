internal import Foundation
public import Strata
public import StrataShell

extension Cell {
  /// Converts a raw column value for display, by the column's meaning: dates, booleans, UUIDs.
  ///
  /// Core Data's columns of dates and numbers have NUMERIC affinity. SQLite stores a whole number
  /// in them as an INTEGER, whatever the attribute's type.
  public init(_ value: ColumnValue, _ column: ColumnDescription) {
    switch (value, column.meaning) {
    case (.null, _): self = .null
    case (.real(let seconds), .date):
      self = .date(Date(timeIntervalSinceReferenceDate: seconds))
    case (.integer(let seconds), .date):
      self = .date(Date(timeIntervalSinceReferenceDate: Double(seconds)))
    case (.real(let number), .boolean): self = .boolean(number != 0)
    case (.integer(let number), .boolean): self = .boolean(number != 0)
    case (.integer(let number), .bitmask):
      self = .list((0..<64).filter { number >> $0 & 1 != 0 }.map { .integer(Int64($0)) })
    case (.blob(let data), .uuid) where data.count == 16:
      self = .text(
        UUID(uuid: data.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }).uuidString)
    case (.integer(let number), _):
      self = column.storageClass == .real ? .real(Double(number)) : .integer(number)
    case (.real(let number), _): self = .real(number)
    case (.text(let text), _): self = .text(text)
    case (.blob(let data), _): self = .text("\(data.count) bytes")
    }
  }
}
