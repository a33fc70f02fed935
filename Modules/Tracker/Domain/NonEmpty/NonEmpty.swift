/// A collection that has at least one element; a string has one that can be seen.
///
/// The check is made once, where the value is made, so that `first` needs no unwrapping. `C` must
/// have value semantics: a collection that somebody else can empty keeps no promise.
public struct NonEmpty<C: Collection>: RawRepresentable {
  /// The collection itself; never empty.
  public private(set) var rawValue: C

  /// Takes a collection that has an element.
  ///
  /// - Complexity: O(1), of strings O(*n*) in the number of blanks that lead it.
  /// - Throws: ``EmptyError``.
  public init(_ rawValue: C) throws(EmptyError) {
    try Self.check(rawValue)
    self.rawValue = rawValue
  }

  /// Takes a collection that has an element; nil for any other.
  public init?(rawValue: C) {
    // The error says nothing more than nil does here.
    try? self.init(rawValue)
  }

  /// A literal, which the source shows to be empty or not.
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

  /// A change after which there is an element as before.
  mutating func change(_ body: (inout C) -> Void) { body(&rawValue) }

  /// Changes the collection in any way that leaves it an element.
  ///
  /// - Complexity: that of the change, and of a copy of the collection.
  /// - Throws: ``EmptyError``, or what the body throws; then the value is as it was.
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
  /// The order of the collections.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension NonEmpty: CustomStringConvertible {
  /// The description of the collection.
  public var description: String { String(describing: rawValue) }
}
