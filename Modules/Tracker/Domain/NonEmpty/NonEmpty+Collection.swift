// Every requirement is forwarded, so that it costs the same as for the collection itself. The
// default implementations would iterate where `C` has direct access.
extension NonEmpty: Collection {
  /// The position of the first element.
  public var startIndex: C.Index { rawValue.startIndex }

  /// The position after the last element.
  public var endIndex: C.Index { rawValue.endIndex }

  /// False.
  public var isEmpty: Bool { false }

  /// The number of elements, at least 1.
  ///
  /// - Complexity: That of `C`.
  public var count: Int { rawValue.count }

  /// The valid positions, ascending.
  public var indices: C.Indices { rawValue.indices }

  /// The element at a valid position.
  public subscript(position: C.Index) -> C.Element { rawValue[position] }

  /// The elements in a range of positions. Since it may be empty, the result is `C`'s own
  /// subsequence.
  public subscript(bounds: Range<C.Index>) -> C.SubSequence { rawValue[bounds] }

  /// An iterator over the elements.
  public func makeIterator() -> C.Iterator { rawValue.makeIterator() }

  /// The position after `position`.
  public func index(after position: C.Index) -> C.Index { rawValue.index(after: position) }

  /// The position `distance` elements from `position`.
  public func index(_ position: C.Index, offsetBy distance: Int) -> C.Index {
    rawValue.index(position, offsetBy: distance)
  }

  /// Returns the position `distance` elements from `position`, or nil if that is beyond `limit`.
  public func index(
    _ position: C.Index, offsetBy distance: Int, limitedBy limit: C.Index
  ) -> C.Index? {
    rawValue.index(position, offsetBy: distance, limitedBy: limit)
  }

  /// The number of elements from one position to another.
  public func distance(from start: C.Index, to end: C.Index) -> Int {
    rawValue.distance(from: start, to: end)
  }

  /// Calls `body` with the elements' memory, if `C` stores them contiguously.
  public func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<C.Element>) throws -> Result
  ) rethrows -> Result? {
    try rawValue.withContiguousStorageIfAvailable(body)
  }
}

extension NonEmpty: BidirectionalCollection where C: BidirectionalCollection {
  /// The position before `position`.
  public func index(before position: C.Index) -> C.Index { rawValue.index(before: position) }
}

extension NonEmpty: RandomAccessCollection where C: RandomAccessCollection {}
