/// Something that is done with a relationship's slot, whatever its type.
public protocol SlotVisitor {
  /// Visits a to-one relationship.
  mutating func visit<Model: PersistentModel>(one slot: inout Slot<Model?>)
  /// Visits a to-one relationship that must lead somewhere.
  mutating func visit<Model: PersistentModel>(required slot: inout Slot<Model>)
  /// Visits a to-many relationship.
  mutating func visit<Model: PersistentModel>(many slot: inout Slot<[Model]>)
  /// Visits a to-many relationship that may be nil.
  mutating func visit<Model: PersistentModel>(optionalMany slot: inout Slot<[Model]?>)
}

// The overloads that generated code calls for each slot.
extension SlotVisitor {
  /// A to-one relationship.
  @inlinable
  public mutating func visit<Model: PersistentModel>(_ slot: inout Slot<Model?>) {
    visit(one: &slot)
  }

  /// A to-one relationship that must lead somewhere.
  @inlinable
  public mutating func visit<Model: PersistentModel>(_ slot: inout Slot<Model>) {
    visit(required: &slot)
  }

  /// A to-many relationship.
  @inlinable
  public mutating func visit<Model: PersistentModel>(_ slot: inout Slot<[Model]>) {
    visit(many: &slot)
  }

  /// A to-many relationship that may be nil.
  @inlinable
  public mutating func visit<Model: PersistentModel>(_ slot: inout Slot<[Model]?>) {
    visit(optionalMany: &slot)
  }

  /// A value: nothing to do.
  @_disfavoredOverload
  @inlinable
  public mutating func visit<Value>(_ slot: inout Slot<Value>) {}
}
