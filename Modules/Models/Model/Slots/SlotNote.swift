/// What a slot has beside its value, or in its place.
@frozen
@usableFromInline
package enum SlotNote {
  case none
  /// What a to-many relationship remembers beside its array.
  case members(Members)
  /// The JSON that the value is made of when somebody looks, or couldn't be made of.
  case text(UndecodedText)
}

extension Slot {
  /// What a to-many relationship remembers beside its array.
  @inlinable
  package var members: Members? {
    get { if case .members(let members) = note { members } else { nil } }
    set { note = newValue.map { .members($0) } ?? .none }
  }

  /// The text that stands for a value which nobody has looked at.
  @usableFromInline
  var undecoded: UndecodedText? {
    guard value == nil, case .text(let text) = note else { return nil }
    return text
  }
}
