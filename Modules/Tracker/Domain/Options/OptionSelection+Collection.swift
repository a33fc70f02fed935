extension OptionSelection: Collection {
  /// A position in a selection, which is invalid for others.
  public struct Index: Comparable, Hashable, Sendable {
    /// The bit at the position. 64 is the end.
    let bit: Int

    /// True if the left position comes before the right one.
    public static func < (left: Index, right: Index) -> Bool { left.bit < right.bit }
  }

  /// The position of the smallest number.
  public var startIndex: Index { Index(bit: bits.trailingZeroBitCount) }

  /// The position after the greatest number.
  public var endIndex: Index { Index(bit: UInt64.bitWidth) }

  /// The number of options, from 0 to 64.
  ///
  /// - Complexity: O(1).
  public var count: Int { rawValue.nonzeroBitCount }

  /// True if the selection is empty.
  public var isEmpty: Bool { rawValue == 0 }

  /// The position of the next greater number.
  ///
  /// - Complexity: O(1).
  public func index(after position: Index) -> Index {
    // Swift's shift gives 0 for 64 bits or more, and 0 has 64 trailing zero bits, which is the end
    // index.
    let greater = bits & (UInt64.max << UInt64(position.bit + 1))
    return Index(bit: greater.trailingZeroBitCount)
  }

  /// Returns the number at a position, which must be one of this selection and not its end.
  ///
  /// - Complexity: O(1).
  public subscript(position: Index) -> Int {
    let number = position.bit
    precondition(contains(number), "The index isn't of a number in this OptionSelection.")
    return number
  }
}
