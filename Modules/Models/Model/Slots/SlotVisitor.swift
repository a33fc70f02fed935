/// Something that is done with a relationship's slot, whatever its type.
///
/// It has a stored property, whichever: what is passed `inout` and has no size is passed without an
/// address, and the thread sanitizer looks at that address in generated code (compiler 6.3).
public protocol SlotVisitor {
  /// Visits a to-one relationship of either kind without its type; false to visit the slot itself.
  mutating func visit(link: inout _Link) -> Bool
  /// Visits a to-one relationship.
  mutating func visit<Model: PersistentModel>(one slot: inout Slot<Model?>)
  /// Visits a to-one relationship that must lead somewhere.
  mutating func visit<Model: PersistentModel>(required slot: inout Slot<Model>)
  /// Visits a to-many relationship.
  mutating func visit<Model: PersistentModel>(many slot: inout Slot<[Model]>)
  /// Visits a to-many relationship that may be nil.
  mutating func visit<Model: PersistentModel>(optionalMany slot: inout Slot<[Model]?>)
  /// Makes the value of a text that stands in a slot, or beside a value that was set in its place; nil to
  /// leave the slot as it is.
  mutating func value<Value>(of text: AnyObject, isReplaced: Bool) -> Value?
}

extension SlotVisitor {
  /// Visits the slot itself.
  public mutating func visit(link: inout _Link) -> Bool { false }

  /// Leaves the slot as it is: it is relationships that are visited.
  public mutating func value<Value>(of text: AnyObject, isReplaced: Bool) -> Value? { nil }
}

/// Something that is done with to-one relationships without their type; it does nothing with to-many
/// ones unless it says so.
package protocol LinkVisitor: SlotVisitor {}

extension LinkVisitor {
  package mutating func visit<Model: PersistentModel>(one slot: inout Slot<Model?>) {}
  package mutating func visit<Model: PersistentModel>(required slot: inout Slot<Model>) {}
  package mutating func visit<Model: PersistentModel>(many slot: inout Slot<[Model]>) {}
  package mutating func visit<Model: PersistentModel>(optionalMany slot: inout Slot<[Model]?>) {}
}

// The overloads that generated code calls for each slot. Inlined there, they know the slot's type;
// called, they would know it only by a type parameter, since the visitor's is one.
extension SlotVisitor {
  @inlinable @inline(__always)
  func checkSize() { assert(MemoryLayout<Self>.size > 0, "\(Self.self) has no stored property") }

  /// A to-one relationship.
  @inlinable @inline(__always)
  public mutating func visit<Model: PersistentModel>(_ slot: inout Slot<Model?>) {
    checkSize()
    var link = _Link(slot)
    guard visit(link: &link) else { return visit(one: &slot) }
    if link.isChanged { slot.take(link) }
  }

  /// A to-one relationship that must lead somewhere.
  @inlinable @inline(__always)
  public mutating func visit<Model: PersistentModel>(_ slot: inout Slot<Model>) {
    checkSize()
    var link = _Link(slot)
    guard visit(link: &link) else { return visit(required: &slot) }
    if link.isChanged { slot.take(link) }
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

  /// A value. Where it is a text that nobody has decoded, the visitor may do so.
  @_disfavoredOverload
  @inlinable
  public mutating func visit<Value>(_ slot: inout Slot<Value>) {
    guard case .text(let text) = slot.note else { return }
    guard let value: Value = value(of: text, isReplaced: slot.value != nil) else { return }
    slot.value = value
    slot.note = .none
  }
}
