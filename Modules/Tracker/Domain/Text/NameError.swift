extension BoundedName {
  /// An error of a text that isn't a valid name.
  public enum NameError: Error, Equatable, Hashable, Sendable {
    /// The trimmed name is empty.
    case nameIsEmpty
    /// The length isn't in `lowerBound..<upperBound` characters.
    case nameLengthIsInvalid(lowerBound: Int, upperBound: Int)
    /// The name contains a line break, a control character or a direction override.
    ///
    /// `position` is the character's number in the trimmed name, from 1.
    case nameCharacterIsInvalid(scalar: Unicode.Scalar, position: Int)
    /// The name has blanks around it, or isn't in Unicode's normalization form C.
    case nameIsNotTrimmed
  }
}

extension BoundedName.NameError: CustomStringConvertible {
  /// The message for people: what is wrong and what to do.
  public var description: String {
    switch self {
    case .nameIsEmpty:
      return
        "The name is empty: give at least \(Length.lowerBound) "
        + "and fewer than \(Length.upperBound) characters."
    case .nameLengthIsInvalid(let lowerBound, let upperBound):
      return
        "The name is too short or too long: "
        + "give at least \(lowerBound) and fewer than \(upperBound) characters."
    case .nameIsNotTrimmed:
      return "The name has blanks around it, or isn't in normalization form C: make it anew."
    case .nameCharacterIsInvalid(let scalar, let position):
      return
        "The name has \(Self.kind(of: scalar)) (\(Self.codePoint(of: scalar))) "
        + "as character \(position): leave it out; a name is one line of plain text."
    }
  }

  private static func kind(of scalar: Unicode.Scalar) -> String {
    if scalar.isLineBreak { return "a line break" }
    return scalar.isDirectionOverride ? "a text direction override" : "a control character"
  }

  /// Returns the scalar's number in Unicode's notation. The scalar itself would break or reorder
  /// the message.
  private static func codePoint(of scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
