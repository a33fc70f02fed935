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
