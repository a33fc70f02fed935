/// The storage of a property that may be a relationship: its value, or the link to it.
///
/// The macro can't tell a model from another type by its name, so that it generates a slot for
/// every property whose type may be one. The compiler then chooses the right overloads.
@frozen
public struct _Slot<Value> {
  /// The value, or nil while a link wasn't followed or a text wasn't decoded.
  public var value: Value?
  /// The key of the link's target, or 0 for none.
  @usableFromInline package var key: Int64 = 0
  /// The object's position among the members of its target, or 0 for the order of keys.
  @usableFromInline package var position: Int64 = 0
  /// True if the inverse has recorded the value.
  ///
  /// False for a value that an initializer set.
  @usableFromInline package var isRelated = false
  /// Additional state of a to-many relationship, or of a value that is stored as JSON.
  @usableFromInline package var note = SlotNote.none

  /// Creates a slot with a value.
  @inlinable
  public init(_ value: Value) { self.value = value }

  @inlinable
  package init(value: Value?) { self.value = value }

  /// Creates a slot whose value is decoded from a text at the first access.
  @inlinable
  init(undecoded text: UndecodedText) {
    value = nil
    note = .text(text)
  }

  /// True if a getter has to load or decode the value first, or to compare unverified arrays that
  /// may change it.
  @inlinable
  public var needsLoading: Bool { value == nil || UnverifiedArrays.isPresent }

  /// True if there is no value yet.
  ///
  /// An in-place change checks only this, since arrays are compared before the inverses are
  /// updated.
  @inlinable
  public var isUnread: Bool { value == nil }
}
