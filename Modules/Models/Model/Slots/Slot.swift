/// Where a model keeps a property that may be a relationship: its value, or the link to it.
///
/// The macro can't tell a model from another type by its name, so that it gives a slot to every
/// property whose type isn't plainly a value; the compiler then picks the right overloads.
@frozen
public struct Slot<Value> {
  /// The value; nil while a link hasn't been followed.
  public var value: Value?
  /// The key of the object that the link leads to; 0 for none.
  @usableFromInline package var key: Int64 = 0
  /// The object's place among the members of the one it links to; 0 for the order of keys.
  @usableFromInline package var position: Int64 = 0
  /// Whether the other end knows of the value; not so for one that an initializer has given.
  @usableFromInline package var isSettled = false
  /// What stands beside the value, or in its place until somebody looks.
  @usableFromInline package var note = SlotNote.none

  /// A slot with a value.
  @inlinable
  public init(_ value: Value) { self.value = value }

  @inlinable
  package init(value: Value?) { self.value = value }

  /// A slot whose value is made of a text when somebody looks.
  @inlinable
  init(undecoded text: UndecodedText) {
    value = nil
    note = .text(text)
  }

  /// Whether the link has to be followed, or a text to be decoded, before there is a value, or whether an
  /// array somewhere has to be compared first that may say otherwise.
  @inlinable
  public var needsLoading: Bool { value == nil || UnverifiedArrays.isPresent }

  /// Whether there is no value yet. A change in place needs to know no more: arrays are compared before
  /// other ends follow it.
  @inlinable
  public var isUnread: Bool { value == nil }
}
