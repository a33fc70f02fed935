internal import StrataCSQLite
public import Foundation
public import StrataSchema

/// Takes a row's columns from left to right: into the parameters of a statement, or into a list of
/// values, which is how properties are read by name.
public struct Binder {
  private let statement: Statement?
  // SQLite's statement, beside ours, which keeps it alive: asking ours each time costs a retain.
  private let handle: OpaquePointer?
  private var index: Int32
  /// The bound values, if there is no statement.
  public private(set) var values: [ColumnValue] = []
  /// The properties that are taken, or nil for all of them.
  @usableFromInline package let properties: PropertySet?

  /// Binds a statement's parameters, from one on (they count from 1).
  public init(_ statement: Statement, from index: Int = 1, properties: PropertySet? = nil) {
    self.statement = statement
    handle = statement.bindingHandle
    self.index = Int32(index)
    self.properties = properties
  }

  /// Gathers the columns of some properties in a list.
  ///
  /// - Parameter count: How many columns there may be.
  public init(recording properties: PropertySet, count: Int = 0) {
    statement = nil
    handle = nil
    index = 1
    self.properties = properties
    values.reserveCapacity(count)
  }

  /// The property whose columns are being bound, for messages.
  @usableFromInline var current = PropertyIndex(0)

  /// Returns true if a property's columns are bound. The next bindings are of this property.
  @inlinable
  public mutating func begins(_ property: PropertyIndex) -> Bool {
    current = property
    return properties?.contains(property) ?? true
  }

  /// The positions of members that were met on the way, by property; hardly any row has one.
  package private(set) var positions: [(property: PropertyIndex, position: Int64)] = []

  /// Records the position that a link gives its object among other members, which follow the columns of all properties.
  public mutating func record(position: Int64) { positions.append((current, position)) }

  private func record(_ code: Int32) {
    if code != SQLITE_OK { statement?.recordBinding(code) }
  }

  /// The position of the property that was bound last.
  public var lastProperty: PropertyIndex { current }

  /// Binds NULL to the next column.
  public mutating func bindNull() {
    if let handle {
      record(sqlite3_bind_null(handle, index))
      index += 1
    } else {
      append(.null)
    }
  }

  /// Binds an integer to the next column.
  public mutating func bind(integer value: Int64) {
    if let handle {
      record(sqlite3_bind_int64(handle, index, value))
      index += 1
    } else {
      append(.integer(value))
    }
  }

  /// Binds a real to the next column; SQL has no NaN, which is bound as NULL.
  public mutating func bind(real value: Double) {
    if let handle {
      record(sqlite3_bind_double(handle, index, value))
      index += 1
    } else {
      append(value.isNaN ? .null : .real(value))
    }
  }

  /// Binds text to the next column.
  public mutating func bind(text value: String) {
    if let statement {
      statement.bind(value, at: index)
      index += 1
    } else {
      append(.text(value))
    }
  }

  /// Binds a text of a value to the next column.
  ///
  /// - Throws: ``ZeroCharacter`` on a server, whose texts can't have one.
  mutating func bind(checked value: String) throws(ZeroCharacter) {
    if statement?.isOnServer ?? false, value.utf8.contains(0) { throw ZeroCharacter() }
    bind(text: value)
  }

  /// Binds the JSON of a value to the next column.
  ///
  /// - Throws: ``ZeroCharacter`` on a server, which couldn't read the escape of one.
  mutating func bind(json value: String) throws(ZeroCharacter) {
    if statement?.isOnServer ?? false, ZeroCharacter.isEscaped(in: value) { throw ZeroCharacter() }
    bind(text: value)
  }

  /// Binds bytes to the next column.
  public mutating func bind(blob value: Data) {
    if let statement {
      statement.bind(value, at: index)
      index += 1
    } else {
      append(.blob(value))
    }
  }

  mutating func bind(uuid value: UUID) {
    if let handle {
      withUnsafeBytes(of: value.uuid) { bytes in
        record(strata_bind_blob_copy(handle, index, bytes.baseAddress, 16))
      }
      index += 1
    } else {
      append(.blob(withUnsafeBytes(of: value.uuid) { Data($0) }))
    }
  }

  // Into a server's parameters, or into the list.
  private mutating func append(_ value: ColumnValue) {
    if let statement {
      statement.bind(value, at: index)
      index += 1
    } else {
      values.append(value)
    }
  }
}
