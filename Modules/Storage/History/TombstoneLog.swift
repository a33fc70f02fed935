internal import Foundation
import StrataSchema

/// The values that one save keeps of the objects that it deletes, packed as they are noted.
///
///     version (1)
///     count of names, then each as length and UTF-8
///     runs: entity name, count of columns, each as the names of property and part, count of rows,
///           then each row: the key as the zigzag difference from the one before, and the values, each
///           as its kind and what it is
struct TombstoneLog {
  private var runs: [Run] = []
  private var indices: [ObjectIdentifier: Int] = [:]

  private struct Run {
    let table: EntityTable
    var count = 0
    var lastKey: Int64 = 0
    var rows: [UInt8] = []
  }

  /// Keeps what a row has in ``EntityTable/preservedColumns``.
  mutating func keep(_ values: [ColumnValue], of table: EntityTable, key: Int64) {
    let index = indices[ObjectIdentifier(table)] ?? runs.count
    if index == runs.count {
      indices[ObjectIdentifier(table)] = index
      runs.append(Run(table: table))
    }
    let difference = key &- runs[index].lastKey
    runs[index].rows.append(zigzag: difference)
    for value in values { runs[index].rows.append(value) }
    runs[index].lastKey = key
    runs[index].count += 1
  }

  /// The packed form; nil where nothing is kept.
  func packed() -> Data? {
    guard !runs.isEmpty else { return nil }
    var names = HistoryNames()
    var body: [UInt8] = []
    body.append(variable: UInt64(runs.count))
    for run in runs {
      let columns = run.table.preservedColumns
      body.append(variable: names.index(run.table.entity.name))
      body.append(variable: UInt64(columns.count))
      for column in columns {
        body.append(variable: names.index(run.table.entity.properties[column.property].name))
        body.append(variable: names.index(column.description.part))
      }
      body.append(variable: UInt64(run.count))
      body += run.rows
    }
    return Data([1] + names.packed + body)
  }
}

/// The names that a packed form mentions, each once.
struct HistoryNames {
  private var names: [String] = []
  private var indices: [String: UInt64] = [:]

  mutating func index(_ name: String) -> UInt64 {
    if let index = indices[name] { return index }
    names.append(name)
    indices[name] = UInt64(names.count - 1)
    return UInt64(names.count - 1)
  }

  var packed: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(variable: UInt64(names.count))
    for name in names {
      bytes.append(variable: UInt64(name.utf8.count))
      bytes += Array(name.utf8)
    }
    return bytes
  }
}

extension [UInt8] {
  mutating func append(variable value: UInt64) {
    var value = value
    while value >= 0x80 {
      append(UInt8(truncatingIfNeeded: value) | 0x80)
      value >>= 7
    }
    append(UInt8(value))
  }

  mutating func append(zigzag value: Int64) {
    append(variable: UInt64(bitPattern: (value << 1) ^ (value >> 63)))
  }

  fileprivate mutating func append(_ value: ColumnValue) {
    switch value {
    case .null: append(0)
    case .integer(let value):
      append(1)
      append(zigzag: value)
    case .real(let value):
      append(2)
      Swift.withUnsafeBytes(of: value.bitPattern.littleEndian) { append(contentsOf: $0) }
    case .text(let value):
      append(3)
      append(variable: UInt64(value.utf8.count))
      append(contentsOf: value.utf8)
    case .blob(let value):
      append(4)
      append(variable: UInt64(value.count))
      append(contentsOf: value)
    }
  }
}
