public import StrataSchema
public import StrataSQLite

extension ColumnCoding: _PropertyCoding {}
extension RawValueCoding: _PropertyCoding {}
extension OptionalRawValueCoding: _PropertyCoding {}

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
    // A subclass's columns have other names, which only the class of the property knows.
    let check = { (columns: [ColumnDescription]) -> String? in
      self.check { part in
        quoted(columns.first { $0.part == part }?.name(of: name) ?? "\(name)_\(part)")
      }
    }
    return .init(
      index, name, keyPath, options,
      kind: .attribute(
        valueType: Value.self, columns: columns, check: check, defaultColumns: defaults),
      shape: layout?.shape, conversion: .of(Value.self, columns, isComposite: layout != nil),
      makeDefault: value,
      makeDefaultColumns: makeDefaultColumns,
      encode: { try ($0 as? Value).map(columnsOf) ?? [] })
  }

  /// Reads the value from a row.
  ///
  /// In a blank row it is the type's placeholder. If there is none, the property has no value until
  /// one is set.
  @inlinable
  public func slot(from row: inout Row) throws -> _Slot<Value> {
    if row.isBlank { return row.blankSlot(columnCount: columns.count) }
    return _Slot(try decode(from: &row))
  }

  /// Binds the value.
  ///
  /// - Throws: `NoValue` without a value.
  @inlinable
  public func encode(_ slot: _Slot<Value>, to binder: inout Binder) throws {
    try encode(try slot.given(), to: &binder)
  }
}

extension JSONCoding: _PropertyCoding {
  /// Reads the value, or stores its text to decode it later.
  ///
  /// The first getter decodes the value of an optional or of a collection. If the text can't be
  /// decoded, it returns nil or an empty collection.
  @inlinable
  public func slot(from row: inout Row) throws -> _Slot<Value> {
    if let text = try row.undecoded(Value.self, hasDefault: false) { return _Slot(undecoded: text) }
    if row.isBlank { return row.blankSlot(columnCount: 1) }
    return _Slot(try decode(from: &row))
  }

  /// Stores the text, which the first getter decodes.
  ///
  /// If the text can't be decoded, the getter returns the initial value.
  @inlinable
  public func slotWithDefault(from row: inout Row) throws -> _Slot<Value> {
    if let text = try row.undecoded(Value.self, hasDefault: true) { return _Slot(undecoded: text) }
    return try slot(from: &row)
  }

  /// Binds the text if no getter has decoded it, or else the value.
  ///
  /// - Throws: `NoValue` without a value.
  @inlinable
  public func encode(_ slot: _Slot<Value>, to binder: inout Binder) throws {
    if let undecoded = slot.undecoded { return binder.bind(text: undecoded.text) }
    try encode(try slot.given(), to: &binder)
  }
}

extension Row {
  /// Skips a value's columns in a blank row.
  @usableFromInline
  mutating func blankSlot<Value>(columnCount: Int) -> _Slot<Value> {
    skip(columnCount)
    return _Slot(value: Placeholder.of(Value.self))
  }
}

extension _Slot {
  /// Returns the value.
  ///
  /// - Throws: `NoValue` without a value.
  @inlinable
  func given() throws -> Value {
    guard let value else { throw NoValue() }
    return value
  }
}

/// The error for a property whose value was never set.
@usableFromInline
struct NoValue: Error, CustomStringConvertible {
  @usableFromInline init() {}

  @usableFromInline var description: String { "no value was given" }
}
