// These operations can't remove the last element, so the result needs no check.
extension NonEmpty {
  /// Returns the results of transforming each element, in order.
  ///
  /// - Complexity: O(*n*).
  public func map<T, Failure: Error>(
    _ transform: (C.Element) throws(Failure) -> T
  ) throws(Failure) -> NonEmpty<[T]> {
    var result: [T] = []
    result.reserveCapacity(rawValue.underestimatedCount)
    for element in rawValue { result.append(try transform(element)) }
    return NonEmpty<[T]>(literal: result)
  }
}

extension NonEmpty where C: RangeReplaceableCollection {
  /// Adds an element at the end.
  ///
  /// - Complexity: That of `C`, usually O(1).
  public mutating func append(_ element: C.Element) { change { $0.append(element) } }

  /// Adds elements at the end.
  ///
  /// - Complexity: That of `C`, usually O(*m*) in the number of elements.
  public mutating func append(contentsOf elements: some Sequence<C.Element>) {
    change { $0.append(contentsOf: elements) }
  }

  /// Inserts an element before the one at a position, or at the end.
  ///
  /// - Complexity: That of `C`, usually O(*n*).
  public mutating func insert(_ element: C.Element, at position: C.Index) {
    change { $0.insert(element, at: position) }
  }
}

extension NonEmpty where C: MutableCollection {
  /// The element at a valid position.
  public subscript(position: C.Index) -> C.Element {
    get { rawValue[position] }
    set { change { $0[position] = newValue } }
  }
}

extension NonEmpty: ExpressibleByArrayLiteral where C: RangeReplaceableCollection {
  /// Makes a value of a literal with at least one element. An empty literal is a programming error
  /// and traps.
  public init(arrayLiteral elements: C.Element...) { self.init(literal: C(elements)) }
}
