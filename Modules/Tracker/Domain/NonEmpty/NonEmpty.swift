/// A collection with at least one element, or a string with at least one visible character.
///
/// Making the value checks this once, so that `first` needs no unwrapping. `C` must have value
/// semantics, since another reference to the collection could empty it.
///
/// ```swift
/// let tags = try NonEmpty(["home", "work"])
/// let first: String = tags.first
/// ```
public struct NonEmpty<C: Collection>: RawRepresentable {
  /// The collection, which isn't empty.
  public private(set) var rawValue: C

  /// Makes a value of a collection.
  ///
  /// - Complexity: O(1). For strings O(*n*) in the number of leading blanks.
  /// - Throws: ``EmptyError`` if the collection is empty.
  public init(_ rawValue: C) throws(EmptyError) {
    try Self.check(rawValue)
    self.rawValue = rawValue
  }

  /// Makes a value of a collection, or returns nil if the collection is empty.
  public init?(rawValue: C) {
    // Nil says as much as the error, which has no further details.
    try? self.init(rawValue)
  }

  /// Makes a value of a literal. An empty one is a programming error and traps.
  init(literal: C) {
    precondition(!literal.isEmpty, "A literal of \(Self.self) must not be empty.")
    if let text = literal as? any StringProtocol {
      precondition(!text.isBlank, "A literal of \(Self.self) must have something to see.")
    }
    rawValue = literal
  }

  private static func check(_ rawValue: C) throws(EmptyError) {
    let text = rawValue as? any StringProtocol
    guard !rawValue.isEmpty else {
      throw text == nil ? .collectionIsEmpty(type: "\(C.self)") : .stringIsEmpty
    }
    if let text, text.isBlank { throw .stringIsBlank }
  }

  /// The first element.
  public var first: C.Element { rawValue[rawValue.startIndex] }

  /// Applies a change that can't remove the last element.
  mutating func change(_ body: (inout C) -> Void) { body(&rawValue) }

  /// Applies any change to the collection, and checks the result.
  ///
  /// - Complexity: That of the change and of a copy of the collection.
  /// - Throws: ``EmptyError``, or the body's error. The value has not changed then.
  public mutating func update<Result>(_ body: (inout C) throws -> Result) throws -> Result {
    var changed = rawValue
    let result = try body(&changed)
    try Self.check(changed)
    rawValue = changed
    return result
  }
}

extension NonEmpty where C: BidirectionalCollection {
  /// The last element.
  public var last: C.Element { rawValue[rawValue.index(before: rawValue.endIndex)] }
}

extension NonEmpty: Equatable where C: Equatable {}
extension NonEmpty: Hashable where C: Hashable {}
extension NonEmpty: Sendable where C: Sendable {}

extension NonEmpty: Comparable where C: Comparable {
  /// True if the left collection sorts before the right one.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension NonEmpty: CustomStringConvertible {
  /// The description of the collection.
  public var description: String { String(describing: rawValue) }
}

// The encoded form is that of the collection. A single-value container is used instead of `C`'s own
// methods, since encoders treat some types (`Data`) specially only there.
extension NonEmpty: Encodable where C: Encodable {
  /// Encodes the collection.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

extension NonEmpty: Decodable where C: Decodable {
  /// Decodes a collection.
  ///
  /// - Throws: A `DecodingError` with the text of `EmptyError` if it is empty.
  public init(from decoder: any Decoder) throws {
    let rawValue = try decoder.singleValueContainer().decode(C.self)
    do {
      try self.init(rawValue)
    } catch {
      throw DecodingError.invalid(error, at: decoder.codingPath)
    }
  }
}

/// A string with at least one visible character.
///
/// A string of only white space, control or zero-width characters counts as empty, since a reader
/// sees nothing. Other strings are stored unchanged, including blanks around them. See
/// ``ValidatedName`` for text that is trimmed.
public typealias NonEmptyString = NonEmpty<String>

extension NonEmpty: ExpressibleByUnicodeScalarLiteral where C == String {
  /// Makes a value of a literal with a visible character. See ``init(stringLiteral:)``.
  public init(unicodeScalarLiteral literal: String) { self.init(literal: literal) }
}

extension NonEmpty: ExpressibleByExtendedGraphemeClusterLiteral where C == String {
  /// Makes a value of a literal with a visible character. See ``init(stringLiteral:)``.
  public init(extendedGraphemeClusterLiteral literal: String) { self.init(literal: literal) }
}

extension NonEmpty: ExpressibleByStringLiteral where C == String {
  /// Makes a value of a literal with a visible character. Any other literal is a programming error
  /// and traps.
  public init(stringLiteral literal: String) { self.init(literal: literal) }
}

extension StringProtocol {
  /// True if the string has no visible character.
  ///
  /// - Complexity: O(*n*) in the number of leading blanks.
  var isBlank: Bool { unicodeScalars.allSatisfy { $0.isBlank || $0.isControl } }
}

/// The error of an empty value that must not be empty.
public enum EmptyError: Error, Equatable, Hashable, Sendable {
  /// A collection has no element. `type` is the collection's type in Swift's notation.
  case collectionIsEmpty(type: String)
  /// A string has no character.
  case stringIsEmpty
  /// A string has characters, but no visible one.
  case stringIsBlank
}

extension EmptyError: CustomStringConvertible {
  /// The message for people: what is wrong and what to do.
  public var description: String {
    switch self {
    case .collectionIsEmpty(let type):
      "The \(type) is empty: give at least one element."
    case .stringIsEmpty:
      "The text is empty: give at least one visible character."
    case .stringIsBlank:
      "The text has only blank or invisible characters: give at least one visible character."
    }
  }
}
