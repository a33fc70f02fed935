internal import StrataCSQLite
public import Foundation
public import StrataSchema

/// The columns of one row, read from left to right.
///
/// A row comes from a statement that is stepping, and is good until its next step, or from a list
/// of values, which is how properties are set by name.
public struct Row {
  private let statement: Statement?
  // Beside the statement, which keeps it alive: asking the statement each time costs a retain.
  private let handle: OpaquePointer?
  /// The columns, where the statement is a server's.
  private let cells: RowCells?
  private let values: [ColumnValue]
  private var index: Int32 = 0
  private var isWhollyBlank = false
  /// The columns of the statement that weren't selected, by position. They read as in a blank row.
  private let unread: [Bool]
  /// True if JSON must be decoded while the row is read, for a check of what it holds.
  package var decodesAtOnce = false
  /// The table whose columns these are, for messages.
  private let table: String
  /// The row's key and the names of its columns, for messages, where no statement tells them.
  private let key: Int64?
  private let columns: [String]
  /// The properties whose columns are there.
  @usableFromInline package private(set) var present: PropertySet?
  /// The properties that ``update(_:_:)`` assigns, or nil for all that are there.
  @usableFromInline package var assigned: PropertySet?

  /// Reads the current row of a statement, from a column on.
  public init(
    _ statement: Statement, table: String, from index: Int = 0, assigning: PropertySet? = nil,
    unread: [Bool] = []
  ) {
    self.unread = unread
    self.statement = statement
    handle = statement.handle
    cells = statement.cells
    self.table = table
    self.index = Int32(index)
    values = []
    key = nil
    columns = []
    present = nil
    assigned = assigning
  }

  /// Reads the columns of the properties in `present`, which the current row of a statement has one after
  /// another.
  package init(_ statement: Statement, table: String, from index: Int, present: PropertySet) {
    self.init(statement, table: table, from: index)
    self.present = present
  }

  /// Reads columns out of a list, which has those of the properties in `present` one after another.
  public init(_ values: [ColumnValue], table: String, present: PropertySet) {
    unread = []
    statement = nil
    handle = nil
    cells = nil
    self.values = values
    self.table = table
    key = nil
    columns = []
    self.present = present
    assigned = nil
  }

  /// Reads columns out of a list, of a row that was read before.
  package init(_ values: [ColumnValue], of row: RowSource, present: PropertySet) {
    unread = []
    statement = nil
    handle = nil
    cells = nil
    self.values = values
    table = row.table
    key = row.key
    columns = row.columns
    self.present = present
    assigned = nil
  }

  /// A row of zeros, empty texts and NULLs, to make a placeholder of for a lost object. Values of other
  /// types are their placeholders: an enum's first case, a URL's `about:blank`.
  public static func blank(table: String) -> Row { Row(blankIn: table) }

  private init(blankIn table: String) {
    unread = []
    statement = nil
    handle = nil
    cells = nil
    values = []
    self.table = table
    key = nil
    columns = []
    present = nil
    assigned = nil
    isWhollyBlank = true
  }

  /// True if the next column reads as zero, an empty text or NULL: each column of a blank row, and one that wasn't
  /// selected. Ask before you read the column.
  @usableFromInline package var isBlank: Bool { isWhollyBlank || isUnread(at: index) }

  private func isUnread(at index: Int32) -> Bool {
    !unread.isEmpty && unread.indices.contains(Int(index)) && unread[Int(index)]
  }

  /// The properties that reading the row assigns, or nil for all.
  package var assignedProperties: PropertySet? {
    guard let assigned else { return present }
    guard var present else { return assigned }
    present.formIntersection(assigned)
    return present
  }

  /// The position of the next column.
  public var position: Int { Int(index) }

  /// Goes back to a column, for the statement's next row.
  public mutating func rewind(to index: Int) { self.index = Int32(index) }

  /// True if the next column is NULL.
  public var isNull: Bool {
    if let handle { return sqlite3_column_type(handle, index) == SQLITE_NULL }
    if let cells { return cells.bytes(at: index) == nil }
    return current.isNull
  }

  /// True if the next column is a text.
  var holdsText: Bool {
    if let handle { return sqlite3_column_type(handle, index) == SQLITE_TEXT }
    if case .text = current { return true }
    return false
  }

  /// True if the row is of a store, and not a list of values that is tried out.
  package var isStored: Bool { statement != nil || key != nil }

  /// Passes over columns.
  public mutating func skip(_ count: Int) { index += Int32(count) }

  private var current: ColumnValue {
    if let cells { return cells.value(at: index) }
    return values.indices.contains(Int(index)) ? values[Int(index)] : .null
  }
}

extension Row {
  /// Reads an integer column.
  public mutating func integer() throws -> Int64 {
    defer { index += 1 }
    if let handle {
      let value = sqlite3_column_int64(handle, index)
      if value == 0 { try expect(SQLITE_INTEGER) }
      return value
    }
    if isBlank { return 0 }
    guard case .integer(let value) = current else { throw mismatch() }
    return value
  }

  /// Reads a link: the key of the row that it leads to, or 0 for NULL, which leads nowhere.
  ///
  /// - Throws: ``StorageError/invalidValue(_:)`` for what is no key, as only other programs write.
  public mutating func link() throws -> Int64 {
    defer { index += 1 }
    if let handle {
      switch sqlite3_column_type(handle, index) {
      case SQLITE_NULL: return 0
      case SQLITE_INTEGER:
        let key = sqlite3_column_int64(handle, index)
        if key > 0 { return key }
      default: break
      }
    } else if case .integer(let link) = current, link > 0 || (key == nil && cells == nil) {
      // What is set by name may be the key of an object that has none of the store's yet.
      return link
    } else if isBlank || current.isNull {
      return 0
    }
    throw invalid(
      "holds \(statement?.value(at: Int(index)) ?? current), but a link is NULL or the key of another "
        + "object, a number from 1 on; another program must have written it, so mend it in SQL")
  }

  /// Reads a real column.
  public mutating func real() throws -> Double {
    defer { index += 1 }
    if let handle {
      let value = sqlite3_column_double(handle, index)
      if value == 0 { try expect(SQLITE_FLOAT) }
      return value
    }
    if isBlank { return 0 }
    switch current {
    case .real(let value): return value
    case .integer(let value): return Double(value)
    default: throw mismatch()
    }
  }

  /// Reads a text column.
  public mutating func text() throws -> String {
    defer { index += 1 }
    if let handle {
      if let text = String(column: index, of: handle) { return text }
      guard isUnread(at: index) else { throw mismatch() }
      return ""
    }
    if isBlank { return "" }
    guard case .text(let value) = current else { throw mismatch() }
    return value
  }

  /// Reads a blob column.
  public mutating func blob() throws -> Data {
    defer { index += 1 }
    if let statement, let handle {
      if sqlite3_column_bytes(handle, index) == 0 { try expect(SQLITE_BLOB) }
      return statement.blob(at: index)
    }
    if isBlank { return Data() }
    guard case .blob(let value) = current else { throw mismatch() }
    return value
  }

  /// Reads a blob of 16 bytes as a UUID, without making a `Data`.
  mutating func uuid() throws -> UUID {
    defer { index += 1 }
    if let handle {
      guard let bytes = sqlite3_column_blob(handle, index),
        sqlite3_column_bytes(handle, index) == 16
      else {
        if isUnread(at: index) {
          return UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        }
        throw isNull ? mismatch() : invalid("a UUID has 16 bytes")
      }
      return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
    }
    if let cells, let bytes = cells.bytes(at: index), bytes.count == 16 {
      return UUID(uuid: bytes.loadUnaligned(as: uuid_t.self))
    }
    if isBlank { return UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }
    guard case .blob(let data) = current, data.count == 16 else {
      throw isNull ? mismatch() : invalid("a UUID has 16 bytes")
    }
    return UUID(uuid: data.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) })
  }

  // Tables are strict, so that a column holds its own type or NULL (sqlite.org/stricttables.html),
  // and NULL reads as zero: only a zero needs a second look, and reading stays fast.
  private func expect(_ type: Int32) throws {
    guard let handle else { return }
    let found = sqlite3_column_type(handle, index)
    // A whole number in a REAL column of a table that is not strict is an integer.
    guard found == type || (type == SQLITE_FLOAT && found == SQLITE_INTEGER) || isUnread(at: index)
    else { throw mismatch() }
  }

  private func mismatch() -> StorageError {
    let found = statement?.value(at: Int(index)) ?? current
    return invalid(
      found.isNull ? "has no value, but the property needs one" : "holds \(found), of another type")
  }

  /// An error about the column just read, or the next one when none was.
  public func invalid(_ reason: String) -> StorageError {
    invalid(reason, at: Int(index))
  }

  /// An error about the column that was read last.
  public func invalidLast(_ reason: String) -> StorageError {
    invalid(reason, at: max(Int(index) - 1, 0))
  }

  private func invalid(_ reason: String, at index: Int) -> StorageError {
    .invalidValue(
      .init(
        table: table, key: statement.map { $0.integer(at: 0) } ?? key,
        column: statement?.columnName(at: index)
          ?? (columns.indices.contains(index) ? columns[index] : "\(index + 1)"),
        reason: reason))
  }
}

/// Which row some values are of, for messages.
package struct RowSource {
  package let table: String
  package let key: Int64?
  package let columns: [String]

  package init(table: String, key: Int64?, columns: [String]) {
    self.table = table
    self.key = key
    self.columns = columns
  }
}
