private import Foundation

/// The permitted lengths of a kind of names. See ``BoundedName``.
public protocol NameLength: Sendable {
  /// The minimal number of characters.
  static var lowerBound: Int { get }
  /// The upper bound of the number of characters, which is itself too many.
  static var upperBound: Int { get }
}

/// 3 to 19 characters.
public enum ValidatedNameLength: NameLength {
  /// 3.
  public static let lowerBound = 3
  /// 20.
  public static let upperBound = 20
}

/// A name with 3 to 19 characters.
public typealias ValidatedName = BoundedName<ValidatedNameLength>

/// A name: trimmed, on one line, with a bounded number of characters.
///
/// ``ValidatedName`` has 3 to 19 of them. For other lengths, name a type with yours:
///
///     enum CityLength: NameLength {
///       static let lowerBound = 1
///       static let upperBound = 101
///     }
///     let city = try BoundedName<CityLength>("Y")
///
/// - Characters are grapheme clusters, so that `👩‍👩‍👧` is one.
/// - Blank and zero-width characters at the ends (a byte order mark, a no-break space) are trimmed.
///   Joiners and direction marks inside stay, because scripts and emoji need them. They don't count
///   towards the minimal length, but towards the maximal one.
/// - Line breaks (also U+0085, U+2028 and U+2029), control characters (including tabs) and
///   direction embeddings, overrides and isolates are illegal. ``init(_:)`` removes them.
///   ``init(strict:)`` throws for them, also for overrides at the ends, since removing one would
///   change how the name looks.
/// - The text is converted to Unicode's normalization form C. Names that are equal in Swift then
///   have equal bytes, as a unique index in a store needs.
public struct BoundedName<Length: NameLength>: Equatable, Hashable, Sendable {
  /// The minimal number of characters.
  public static var lengthLowerBound: Int { Length.lowerBound }

  /// The upper bound of the number of characters, which is itself too many.
  public static var lengthUpperBound: Int { Length.upperBound }

  /// The name's text.
  public let rawValue: String

  /// Makes a name of a text, without its illegal characters and surrounding blanks.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  /// - Throws: ``NameError`` if the rest is empty, too short or too long.
  public init(_ text: String) throws(NameError) {
    try self.init(strict: text.toSingleLineCleanedString() ?? "")
  }

  /// Makes a name of a text without surrounding blanks, and throws for illegal characters.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  /// - Throws: ``NameError``. An empty name is reported first, then illegal characters, then the
  ///   length.
  public init(strict text: String) throws(NameError) {
    let name = Self.trim(text.precomposedStringWithCanonicalMapping)
    guard !name.isEmpty else { throw .nameIsEmpty }
    try Self.checkCharacters(of: name)
    try Self.checkLength(of: name)
    rawValue = String(name)
  }

  /// Makes a name of a text that was validated before it was stored.
  ///
  /// The initializer neither checks nor trims the text. Call ``validate(_:)`` to check the text.
  public init(trust rawValue: String) {
    self.rawValue = rawValue
  }

  /// Validates a text that is to be a name unchanged, as ``init(trust:)`` requires.
  ///
  /// - Complexity: O(*n*) in the length of the text.
  /// - Returns: The text.
  /// - Throws: ``NameError``.
  @discardableResult
  public static func validate(_ name: String) throws(NameError) -> String {
    // Compares bytes, since strings of different normalization forms are equal.
    guard try Self(strict: name).rawValue.utf8.elementsEqual(name.utf8) else {
      throw .nameIsNotTrimmed
    }
    return name
  }
}

extension BoundedName {
  // Trims characters instead of scalars: the variation selector that ends "❤️" belongs to the
  // heart.
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

extension BoundedName: RawRepresentable {
  /// Makes a name as ``init(strict:)`` does, or returns nil if the text isn't valid.
  public init?(rawValue: String) {
    // Callers that need the reason use the initializer that throws.
    try? self.init(strict: rawValue)
  }
}

extension BoundedName: CustomStringConvertible {
  /// The name's text.
  public var description: String { rawValue }
}

extension BoundedName: Codable {
  /// Decodes a name as ``init(strict:)`` does.
  ///
  /// - Throws: A `DecodingError` with the text of `NameError`.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    do {
      try self.init(strict: text)
    } catch {
      throw DecodingError.invalid(error, at: decoder.codingPath)
    }
  }

  /// Encodes the name's text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}
