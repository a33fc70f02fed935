private import Foundation

/// A name that a person gave to something: trimmed, one line, 3 to 19 characters.
///
/// - Characters are grapheme clusters, so that `👩‍👩‍👧` is one.
/// - Blank and zero-width characters at the ends (a byte order mark, a no-break space) are trimmed.
///   Inside, joiners and direction marks stay, because scripts and emoji need them. They don't
///   help a name to its least length, but count towards its greatest.
/// - Line breaks (also U+0085, U+2028 and U+2029), control characters (tab included) and
///   direction embeddings, overrides and isolates are illegal. ``init(_:)`` removes them, and
///   ``init(strict:)`` refuses them, overrides also at the ends, where dropping one would change what
///   is shown.
/// - The text is brought to Unicode's normalization form C: names that are equal in Swift
///   then have equal bytes, as a unique index in a store expects.
public struct ValidatedName: Equatable, Hashable, Sendable {
  /// The least number of characters.
  public static let lengthLowerBound = 3

  /// The number of characters that is one too many.
  public static let lengthUpperBound = 20

  /// The name's text.
  public let rawValue: String

  /// Removes illegal characters from a text, trims and checks it.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  /// - Throws: ``NameError`` where what is left is empty, too short or too long.
  public init(_ text: String) throws(NameError) {
    try self.init(strict: text.toSingleLineCleanedString())
  }

  /// Trims and checks a text, and refuses illegal characters.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  /// - Throws: ``NameError``; what is reported first is emptiness, then characters, then length.
  public init(strict text: String) throws(NameError) {
    let name = Self.trim(text.precomposedStringWithCanonicalMapping)
    guard !name.isEmpty else { throw .nameIsEmpty }
    try Self.checkCharacters(of: name)
    try Self.checkLength(of: name)
    rawValue = String(name)
  }

  /// Takes a name that was checked before it was stored; nothing is checked or trimmed here.
  ///
  /// ``validate(_:)`` checks it again.
  public init(trust rawValue: String) {
    self.rawValue = rawValue
  }

  /// Checks a text that is to be a name as it stands, which is what ``init(trust:)`` takes for granted.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  /// - Throws: ``NameError``.
  public static func validate(_ name: String) throws(NameError) {
    // By bytes: strings are equal in any normalization.
    guard try ValidatedName(strict: name).rawValue.utf8.elementsEqual(name.utf8) else {
      throw .nameIsNotTrimmed
    }
  }
}

extension ValidatedName {
  // By character and not by scalar: the variation selector that ends "❤️" is part of the heart.
  private static func trim(_ text: String) -> Substring {
    func isTrimmed(_ character: Character) -> Bool {
      character.unicodeScalars.allSatisfy { $0.isBlank && !$0.isDirectionOverride }
    }
    guard let last = text.lastIndex(where: { !isTrimmed($0) }) else { return "" }
    return text[...last].drop(while: isTrimmed)
  }

  private static func checkCharacters(of name: Substring) throws(NameError) {
    for (offset, character) in name.enumerated() {
      for scalar in character.unicodeScalars where scalar.isIllegalInNames {
        throw .nameCharacterIsInvalid(scalar: scalar, position: offset + 1)
      }
    }
  }

  private static func checkLength(of name: Substring) throws(NameError) {
    let visible = name.count { !$0.unicodeScalars.allSatisfy(\.isZeroWidth) }
    guard visible >= lengthLowerBound, name.count < lengthUpperBound else {
      throw .nameLengthIsInvalid(lowerBound: lengthLowerBound, upperBound: lengthUpperBound)
    }
  }
}

extension ValidatedName: RawRepresentable {
  /// Trims and checks a text, as ``init(strict:)``; nil when it isn't a valid name.
  public init?(rawValue: String) {
    // The error says more than nil can; this is for those who don't ask.
    try? self.init(strict: rawValue)
  }
}

extension ValidatedName: CustomStringConvertible {
  /// The name's text.
  public var description: String { rawValue }
}

extension ValidatedName: Codable {
  /// Reads a string, trims and checks it, and refuses illegal characters.
  ///
  /// - Throws: a `DecodingError` that carries the text of `NameError`.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    do {
      try self.init(strict: text)
    } catch {
      throw DecodingError.invalid(error, at: decoder.codingPath)
    }
  }

  /// Writes the name's text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}
