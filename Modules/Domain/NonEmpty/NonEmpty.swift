/// A collection that has at least one element.
///
/// The check is made once, where the value is made, so that `first` needs no unwrapping. `C` must
/// have value semantics: a collection that somebody else can empty keeps no promise.
public struct NonEmpty<C: Collection> {
  /// The collection itself; never empty.
  public let wrapped: C

  /// Wraps a collection that has an element.
  ///
  /// - Complexity: O(1).
  /// - Throws: `EmptyError.collectionIsEmpty` when `wrapped` is empty.
  public init(_ wrapped: C) throws(EmptyError) {
    guard !wrapped.isEmpty else { throw .collectionIsEmpty(type: "\(C.self)") }
    self.wrapped = wrapped
  }

  /// The first element.
  public var first: C.Element { wrapped[wrapped.startIndex] }
}

extension NonEmpty where C: BidirectionalCollection {
  /// The last element.
  public var last: C.Element { wrapped[wrapped.index(before: wrapped.endIndex)] }
}

extension NonEmpty: Equatable where C: Equatable {}
extension NonEmpty: Hashable where C: Hashable {}
extension NonEmpty: Sendable where C: Sendable {}

extension NonEmpty: CustomStringConvertible {
  /// The description of the wrapped collection.
  public var description: String { String(describing: wrapped) }
}
