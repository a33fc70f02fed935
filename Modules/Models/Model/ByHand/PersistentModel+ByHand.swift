public import StrataSchema
public import StrataSQLite

// What `@Model` writes into a class, for one that has only SwiftData's requirements: its values and its
// bookkeeping are in its backing data. Slower, since nothing is known when the program is compiled.
extension PersistentModel {
  /// The class's entity, made of its `schemaMetadata`.
  public static var _$entity: ModelEntity { .of(self) }

  /// The persisted properties, as the entity has them.
  public static var _$metadata: [Schema.PropertyMetadata] { _$entity.properties }

  /// The object's bookkeeping.
  public var _$state: ModelState {
    _read { yield _$backedValues.state }
    _modify { yield &_$backedValues.state }
  }

  /// Makes an object of a row's columns, by the class's own initializer.
  public init(_$row row: inout Row) throws {
    let values = try _BackedValues(&row, of: Self._$entity)
    self.init(backingData: ValueBackingData<Self>(values))
    precondition(
      persistentBackingData._$values === values,
      "\(Self.self).init(backingData:) has to keep the backing data that it is given")
  }

  /// Takes on a row's columns.
  public func _$read(_ row: inout Row) throws {
    for slot in _$backedValues.slots where !slot.isEphemeral { try slot.update(&row) }
  }

  /// Binds the columns of the properties.
  public func _$write(_ binder: inout Binder) throws {
    for slot in _$backedValues.slots where !slot.isEphemeral && binder.begins(slot.index) {
      try slot.write(&binder)
    }
  }

  /// Gives a property's slot to a visitor.
  public func _$visit(_ property: PropertyIndex, _ visitor: inout some SlotVisitor) {
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
