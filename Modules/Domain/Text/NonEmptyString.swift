/// A string with at least one visible character.
///
/// A string of only white space, control or zero-width characters counts as empty: whoever reads it
/// sees nothing. What is accepted is kept as it was given, with the blanks around it; see
/// `ValidatedName` for text that is trimmed.
public struct NonEmptyString: Equatable, Hashable, Sendable {
  /// The string as it was given.
  public let rawValue: String

  /// Takes a string that has something to show.
  ///
  /// - Complexity: O(*n*) in the number of blanks that lead the string.
  /// - Throws: `EmptyError.stringIsEmpty` or `EmptyError.stringIsBlank`.
  public init(_ string: String) throws(EmptyError) {
    guard !string.isEmpty else { throw .stringIsEmpty }
    guard !string.unicodeScalars.allSatisfy({ $0.isBlank || $0.isControl }) else {
      throw .stringIsBlank
    }
    rawValue = string
  }
}

extension NonEmptyString: RawRepresentable {
  /// Takes a string that has something to show; nil for any other.
  public init?(rawValue: String) {
    try? self.init(rawValue)
  }
}

extension NonEmptyString: CustomStringConvertible {
  /// The string itself.
  public var description: String { rawValue }
}

extension NonEmptyString: Codable {
  /// Reads a string.
  ///
  /// - Throws: a `DecodingError` that carries the text of `EmptyError` when there is nothing to see.
  public init(from decoder: any Decoder) throws {
    let string = try decoder.singleValueContainer().decode(String.self)
    do {
      try self.init(string)
    } catch {
      throw DecodingError.invalid(error, at: decoder.codingPath)
    }
  }

  /// Writes the string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}
