public import StrataSQLite

// Reading slots: links read as keys, values as what they are.
extension Row {
  /// Reads the link of a to-one relationship.
  @inlinable
  public mutating func slot<Model: PersistentModel>() throws -> Slot<Model?> {
    var slot = Slot<Model?>(value: nil)
    slot.key = try link()
    slot.isSettled = true
    if slot.key == 0 { slot.value = .some(nil) }
    return slot
  }

  /// Reads the link of a to-one relationship that must lead somewhere.
  @inlinable
  public mutating func slot<Model: PersistentModel>() throws -> Slot<Model> {
    var slot = Slot<Model>(value: nil)
    slot.key = try link()
    slot.isSettled = true
    return slot
  }

  /// Prepares a to-many relationship, which no column of the row keeps.
  @inlinable
  public mutating func slot<Model: PersistentModel>() throws -> Slot<[Model]> { Slot(value: nil) }

  /// Prepares a to-many relationship, which no column of the row keeps.
  @inlinable
  public mutating func slot<Model: PersistentModel>() throws -> Slot<[Model]?> { Slot(value: nil) }

  /// Reads a value that maps itself to columns.
  @inlinable
  public mutating func slot<Value: ColumnRepresentable>() throws -> Slot<Value> {
    do { return Slot(try Value(from: &self)) } catch { return try empty(error) }
  }

  /// Reads a value that maps itself to columns, also where it has a raw value.
  @inlinable
  public mutating func slot<Value: ColumnRepresentable & RawRepresentable>() throws -> Slot<Value> {
    do { return Slot(try Value(from: &self)) } catch { return try empty(error) }
  }

  /// Reads an optional value that maps itself to columns, also where it has a raw value.
  @inlinable
  public mutating func slot<Value: ColumnRepresentable & RawRepresentable>() throws
    -> Slot<Value?>
  {
    Slot(try Value?(from: &self))
  }

  /// Reads an enum or another type with a raw value.
  @inlinable
  public mutating func slot<Value: RawRepresentable>() throws -> Slot<Value>
  where Value.RawValue: ColumnRepresentable {
    do { return Slot(try decode() as Value) } catch { return try empty(error) }
  }

  /// Reads an optional enum or another type with a raw value.
  @inlinable
  public mutating func slot<Value: RawRepresentable>() throws -> Slot<Value?>
  where Value.RawValue: ColumnRepresentable {
    Slot(try decode() as Value?)
  }

  /// Takes the JSON of any other value, which is decoded when somebody looks.
  @_disfavoredOverload
  @inlinable
  public mutating func slot<Value: Decodable>() throws -> Slot<Value> {
    if let text = try undecoded(Value.self) { return Slot(undecoded: text) }
    do { return Slot(try json()) } catch { return try empty(error) }
  }

  // A type may have no empty value to stand in for a missing one; then there is none until one is
  // set.
  @usableFromInline
  func empty<Value>(_ error: any Error) throws -> Slot<Value> {
    guard isBlank else { throw error }
    return Slot(value: nil)
  }
}

extension Binder {
  /// Binds the key of the object that a to-one relationship leads to.
  @inlinable
  public mutating func encode<Model: PersistentModel>(_ slot: Slot<Model?>) throws {
    if slot.position != 0 { record(position: slot.position) }
    bind(link: slot.value.map { $0.map { $0._$state.key } ?? 0 } ?? slot.key)
  }

  /// Binds the key of the object that a to-one relationship leads to.
  @inlinable
  public mutating func encode<Model: PersistentModel>(_ slot: Slot<Model>) throws {
    if slot.position != 0 { record(position: slot.position) }
    bind(link: slot.value.map { $0._$state.key } ?? slot.key)
  }

  /// A to-many relationship has no column.
  public mutating func encode<Model: PersistentModel>(_ slot: Slot<[Model]>) throws {}

  /// A to-many relationship has no column.
  public mutating func encode<Model: PersistentModel>(_ slot: Slot<[Model]?>) throws {}

  /// Binds a value that maps itself to columns.
  @inlinable
  public mutating func encode<Value: ColumnRepresentable>(_ slot: Slot<Value>) throws {
    let value = try slot.given()
    try value.bind(to: &self)
  }

  /// Binds a value that maps itself to columns, also where it has a raw value.
  @inlinable
  public mutating func encode<Value: ColumnRepresentable & RawRepresentable>(
    _ slot: Slot<Value>
  ) throws {
    let value = try slot.given()
    try value.bind(to: &self)
  }

  /// Binds an optional value that maps itself to columns, also where it has a raw value.
  @inlinable
  public mutating func encode<Value: ColumnRepresentable & RawRepresentable>(
    _ slot: Slot<Value?>
  ) throws {
    let value = try slot.given()
    try value.bind(to: &self)
  }

  /// Binds an enum or another type with a raw value.
  @inlinable
  public mutating func encode<Value: RawRepresentable>(_ slot: Slot<Value>) throws
  where Value.RawValue: ColumnRepresentable {
    let value = try slot.given()
    try value.rawValue.bind(to: &self)
  }

  /// Binds an optional enum or another type with a raw value.
  @inlinable
  public mutating func encode<Value: RawRepresentable>(_ slot: Slot<Value?>) throws
  where Value.RawValue: ColumnRepresentable {
    let value = try slot.given()
    try (value?.rawValue).bind(to: &self)
  }

  /// Binds any other value as JSON.
  @_disfavoredOverload
  public mutating func encode<Value: Encodable>(_ slot: Slot<Value>) throws {
    if let undecoded = slot.undecoded { return bind(text: undecoded.text) }
    let value = try slot.given()
    try encode(value) as Void
  }

  /// Binds any other optional value as JSON.
  @_disfavoredOverload
  public mutating func encode<Value: Encodable>(_ slot: Slot<Value?>) throws {
    if let undecoded = slot.undecoded { return bind(text: undecoded.text) }
    let value = try slot.given()
    try encode(value) as Void
  }

  @usableFromInline
  mutating func bind(link key: Int64) {
    if key == 0 { bindNull() } else { bind(integer: key) }
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
