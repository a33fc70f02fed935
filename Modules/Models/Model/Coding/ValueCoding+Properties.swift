public import StrataSchema
public import StrataSQLite

extension ColumnCoding: PropertyCoding {}
extension RawValueCoding: PropertyCoding {}
extension OptionalRawValueCoding: PropertyCoding {}

extension ValueCoding {
  /// Describes an attribute.
  public func describe<Root: PersistentModel>(
    _ index: PropertyIndex, _ name: String, _ keyPath: KeyPath<Root, Value>,
    _ options: Schema.PropertyOptions, default value: (() -> Value)?
  ) -> Schema.PropertyMetadata { attribute(index, name, keyPath, options, default: value) }

  func attribute<Root: PersistentModel>(
    _ index: PropertyIndex, _ name: String, _ keyPath: KeyPath<Root, Value>,
    _ options: Schema.PropertyOptions, default value: (() -> Value)?
  ) -> Schema.PropertyMetadata {
    let columns = columns
    let columnsOf = { (value: Value) throws -> [ColumnValue] in
      var binder = Binder(recording: PropertySet(index))
      try encode(value, to: &binder)
      return binder.values
    }
    let makeDefaultColumns = value.map { make in { try columnsOf(make()) } }
    // A default that can't be stored is reported when an object with it is saved.
    let defaults = makeDefaultColumns.flatMap { try? $0() }
    // Where the property's columns are is settled by the class that it is of.
    let check = { (columns: [ColumnDescription]) -> String? in
      self.check { part in
        quoted(columns.first { $0.part == part }?.name(of: name) ?? "\(name)_\(part)")
      }
    }
    return .init(
      index, name, keyPath, options,
      kind: .attribute(
        valueType: Value.self, columns: columns, check: check, defaultColumns: defaults),
      shape: layout?.shape, conversion: .of(Value.self, columns), makeDefault: value,
      makeDefaultColumns: makeDefaultColumns,
      encode: { try ($0 as? Value).map(columnsOf) ?? [] })
  }

  /// Reads a value. In a blank row it is the type's placeholder; without one there is no value until one
  /// is set.
  @inlinable
  public func slot(from row: inout Row) throws -> Slot<Value> {
    if row.isBlank { return row.blankSlot(columnCount: columns.count) }
    return Slot(try decode(from: &row))
  }

  /// Binds the value, which must have been given.
  @inlinable
  public func encode(_ slot: Slot<Value>, to binder: inout Binder) throws {
    try encode(try slot.given(), to: &binder)
  }
}

extension JSONCoding: PropertyCoding {
  /// Reads a value. That of an optional or a collection is decoded by its first getter, which returns
  /// nil or an empty collection for a text that makes no value.
  @inlinable
  public func slot(from row: inout Row) throws -> Slot<Value> {
    if let text = try row.undecoded(Value.self, hasDefault: false) { return Slot(undecoded: text) }
    if row.isBlank { return row.blankSlot(columnCount: 1) }
    return Slot(try decode(from: &row))
  }

  /// Takes the text, which the first getter decodes. It returns the initial value for a text that makes
  /// no value.
  @inlinable
  public func slotWithDefault(from row: inout Row) throws -> Slot<Value> {
    if let text = try row.undecoded(Value.self, hasDefault: true) { return Slot(undecoded: text) }
    return try slot(from: &row)
  }

  /// Binds the text where nobody has looked, or the value, which must have been given.
  @inlinable
  public func encode(_ slot: Slot<Value>, to binder: inout Binder) throws {
    if let undecoded = slot.undecoded { return binder.bind(text: undecoded.text) }
    try encode(try slot.given(), to: &binder)
  }
}

extension Row {
  /// Passes over a value's columns in a blank row.
  @usableFromInline
  mutating func blankSlot<Value>(columnCount: Int) -> Slot<Value> {
    skip(columnCount)
    return Slot(value: Placeholder.of(Value.self))
  }
}

extension Slot {
  /// The value, which must have been given.
  @inlinable
  func given() throws -> Value {
    guard let value else { throw NoValue() }
    return value
  }
}

/// A property that was never given a value.
@usableFromInline
struct NoValue: Error, CustomStringConvertible {
  @usableFromInline init() {}

  @usableFromInline var description: String { "no value was given" }
}
