public import StrataSchema
public import StrataSQLite

// Implementations of `@Model`'s members for a class that has only SwiftData's requirements. Its
// values and its bookkeeping are in its backing data. This is slower than generated code, since
// types are looked up at run time.
extension PersistentModel {
  /// The class's entity, made from its `schemaMetadata`.
  public static var _$entity: _ModelEntity { .of(self) }

  /// The persisted properties.
  public static var _$metadata: [Schema.PropertyMetadata] { _$entity.properties }

  /// The object's bookkeeping.
  public var _$state: _ModelState {
    _read { yield _$backedValues.state }
    _modify { yield &_$backedValues.state }
  }

  /// Creates an object from a row's columns, by the class's own initializer.
  public init(_$row row: inout Row) throws {
    let values = try _BackedValues(&row, of: Self._$entity)
    self.init(backingData: ValueBackingData<Self>(values))
    precondition(
      persistentBackingData._$values === values,
      "\(Self.self).init(backingData:) has to keep the backing data that it is given")
  }

  /// Assigns a row's columns to the properties.
  public func _$read(_ row: inout Row) throws {
    for slot in _$backedValues.slots where !slot.isEphemeral { try slot.update(&row) }
  }

  /// Binds the columns of the properties.
  public func _$write(_ binder: inout Binder) throws {
    for slot in _$backedValues.slots where !slot.isEphemeral && binder.begins(slot.index) {
      try slot.write(&binder)
    }
  }

  /// Passes a property's slot to a visitor.
  public func _$visit(_ property: PropertyIndex, _ visitor: inout some _SlotVisitor) {
    let slots = _$backedValues.slots
    if slots.indices.contains(property.rawValue) { slots[property].visit(&visitor) }
  }

  /// The object's values.
  var _$backedValues: _BackedValues {
    guard let values = persistentBackingData._$values else {
      preconditionFailure(
        "\(Self.self).persistentBackingData is none that \(Self.self).createBackingData() has made")
    }
    values.belong(to: self)
    return values
  }
}
