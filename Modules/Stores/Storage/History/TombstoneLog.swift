internal import Foundation
import StrataSchema

/// The values that one save keeps of the objects that it deletes, packed as they are recorded.
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

  /// The packed form, or nil where nothing is kept.
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
    return Data(names.packed(before: body))
  }
}

/// The names that a packed form mentions, each once.
struct HistoryNames {
  private var names: [String] = []
  private var indices: [String: UInt64] = [:]

  // Most packed forms have a name or two, for which a dictionary costs more than it saves.
  private static let fewNames = 8

  mutating func index(_ name: String) -> UInt64 {
    let isFew = names.count <= Self.fewNames
    if let index = isFew ? names.firstIndex(of: name).map(UInt64.init) : indices[name] {
      return index
    }
    names.append(name)
    if names.count > Self.fewNames {
      for index in names.indices.dropFirst(indices.count) { indices[names[index]] = UInt64(index) }
    }
    return UInt64(names.count - 1)
  }

  /// The packed form: its version, the names, and what mentions them.
  func packed(before body: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(names.reduce(body.count + 8) { $0 + $1.utf8.count + 2 })
    bytes.append(1)
    bytes.append(variable: UInt64(names.count))
    for name in names {
      bytes.append(variable: UInt64(name.utf8.count))
      bytes.append(contentsOf: name.utf8)
    }
    bytes.append(contentsOf: body)
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
