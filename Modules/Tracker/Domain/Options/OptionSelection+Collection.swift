extension OptionSelection: Collection {
  /// A position in a selection; it says nothing about another one.
  public struct Index: Comparable, Hashable, Sendable {
    /// The bit that the position is at; 64 is the end.
    let bit: Int

    /// Whether a position comes before another.
    public static func < (left: Index, right: Index) -> Bool { left.bit < right.bit }
  }

  /// The position of the smallest number.
  public var startIndex: Index { Index(bit: bits.trailingZeroBitCount) }

  /// The position after the greatest number.
  public var endIndex: Index { Index(bit: UInt64.bitWidth) }

  /// The number of numbers, from 0 to 64.
  ///
  /// - Complexity: O(1).
  public var count: Int { rawValue.nonzeroBitCount }

  /// Whether there is no number.
  public var isEmpty: Bool { rawValue == 0 }

  /// The position of the next greater number.
  ///
  /// - Complexity: O(1).
  public func index(after position: Index) -> Index {
    // Swift's shift gives 0 when it leaves the integer, and 0 has 64 trailing zero bits: the end.
    let greater = bits & (UInt64.max << UInt64(position.bit + 1))
    return Index(bit: greater.trailingZeroBitCount)
  }

  /// The number at a position, which must be one of this selection and not its end.
  ///
  /// - Complexity: O(1).
  public subscript(position: Index) -> Int {
    let number = position.bit
    precondition(contains(number), "The index isn't of a number in this OptionSelection.")
    return number
  }
}
