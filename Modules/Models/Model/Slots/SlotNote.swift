/// The additional state of a slot.
@frozen
@usableFromInline
package enum SlotNote {
  case none
  /// The member list of a to-many relationship.
  case members(Members)
  /// The JSON of a value that wasn't decoded yet, or that can't be decoded.
  case text(UndecodedText)
}

extension _Slot {
  /// The member list of a to-many relationship.
  @inlinable
  package var members: Members? {
    get { if case .members(let members) = note { members } else { nil } }
    set { note = newValue.map { .members($0) } ?? .none }
  }

  /// The text of a value that wasn't decoded yet.
  @usableFromInline
  var undecoded: UndecodedText? {
    guard value == nil, case .text(let text) = note else { return nil }
    return text
  }
}
