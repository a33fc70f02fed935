// What leaves an element in any case needs no check.
extension NonEmpty {
  /// What the elements become, in their order; there is one at least.
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
  /// - Complexity: that of `C`, O(1) as a rule.
  public mutating func append(_ element: C.Element) { change { $0.append(element) } }

  /// Adds elements at the end.
  ///
  /// - Complexity: that of `C`, O(*m*) in the number of elements as a rule.
  public mutating func append(contentsOf elements: some Sequence<C.Element>) {
    change { $0.append(contentsOf: elements) }
  }

  /// Puts an element before the one at a position, or at the end.
  ///
  /// - Complexity: that of `C`, O(*n*) as a rule.
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
  /// A literal with an element. An empty one stops the program: it is a mistake in the source.
  public init(arrayLiteral elements: C.Element...) { self.init(literal: C(elements)) }
}
