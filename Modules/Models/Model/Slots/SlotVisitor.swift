public import StrataSQLite
public import StrataSchema

/// An operation on a relationship's slot of any type.
///
/// A visitor must have a stored property. An `inout` argument without size is passed without an
/// address, and the thread sanitizer reads that address in generated code (compiler 6.3).
public protocol _SlotVisitor {
  /// Visits a to-one relationship, required or not, without its type.
  ///
  /// Returns false to have the slot itself visited.
  mutating func visit(link: inout _Link) -> Bool
  /// Visits an optional to-one relationship.
  mutating func visit<Model: PersistentModel>(one slot: inout _Slot<Model?>)
  /// Visits a required to-one relationship.
  mutating func visit<Model: PersistentModel>(required slot: inout _Slot<Model>)
  /// Visits a to-many relationship.
  mutating func visit<Model: PersistentModel>(many slot: inout _Slot<[Model]>)
  /// Visits an optional to-many relationship.
  mutating func visit<Model: PersistentModel>(optionalMany slot: inout _Slot<[Model]?>)
  /// Decodes the text of a slot, or of a value that was replaced.
  ///
  /// Returns nil to leave the slot unchanged.
  mutating func value<Value>(of text: AnyObject, isReplaced: Bool) -> Value?
}

extension _SlotVisitor {
  /// Returns false, so that the slot itself is visited.
  public mutating func visit(link: inout _Link) -> Bool { false }

  /// Returns nil: most visitors visit relationships only.
  public mutating func value<Value>(of text: AnyObject, isReplaced: Bool) -> Value? { nil }
}

/// An operation on to-one relationships without their type.
///
/// By default it does nothing with to-many ones.
package protocol LinkVisitor: _SlotVisitor {}

extension LinkVisitor {
  package mutating func visit<Model: PersistentModel>(one slot: inout _Slot<Model?>) {}
  package mutating func visit<Model: PersistentModel>(required slot: inout _Slot<Model>) {}
  package mutating func visit<Model: PersistentModel>(many slot: inout _Slot<[Model]>) {}
  package mutating func visit<Model: PersistentModel>(optionalMany slot: inout _Slot<[Model]?>) {}
}

// The overloads that generated code calls for each slot. They are inlined there, where the slot's
// type is known. Otherwise they would need the type's metadata at run time.
extension _SlotVisitor {
  @inlinable @inline(__always)
  func checkSize() { assert(MemoryLayout<Self>.size > 0, "\(Self.self) has no stored property") }

  /// Visits an optional to-one relationship.
  @inlinable @inline(__always)
  public mutating func visit<Model: PersistentModel>(_ slot: inout _Slot<Model?>) {
    checkSize()
    var link = _Link(slot)
    guard visit(link: &link) else { return visit(one: &slot) }
    if link.isChanged { slot.take(link) }
  }

  /// Visits a required to-one relationship.
  @inlinable @inline(__always)
  public mutating func visit<Model: PersistentModel>(_ slot: inout _Slot<Model>) {
    checkSize()
    var link = _Link(slot)
    guard visit(link: &link) else { return visit(required: &slot) }
    if link.isChanged { slot.take(link) }
  }

  /// Visits a to-many relationship.
  @inlinable
  public mutating func visit<Model: PersistentModel>(_ slot: inout _Slot<[Model]>) {
    visit(many: &slot)
  }

  /// Visits an optional to-many relationship.
  @inlinable
  public mutating func visit<Model: PersistentModel>(_ slot: inout _Slot<[Model]?>) {
    visit(optionalMany: &slot)
  }

  /// Visits a value.
  ///
  /// If its text wasn't decoded, the visitor may do so.
  @_disfavoredOverload
  @inlinable
  public mutating func visit<Value>(_ slot: inout _Slot<Value>) {
    guard case .text(let text) = slot.note else { return }
    guard let value: Value = value(of: text, isReplaced: slot.value != nil) else { return }
    slot.value = value
    slot.note = .none
  }
}

extension Row {
  /// Reads a property's columns if the row includes them, and assigns the value if the row assigns
  /// the property.
  @inlinable
  public mutating func update<Value>(
    _ property: PropertyIndex, _ place: inout Value, _ read: (inout Row) throws -> Value
  ) throws {
    guard includes(property) else { return }
    let value = try read(&self)
    if assigns(property) { place = value }
  }
}
