// The numbers of options as one integer, for code that keeps the integer itself in a property.
extension Sequence where Element == Int {
  /// One integer with the bit of each number set: what an ``OptionSelection`` of them keeps.
  ///
  /// - Throws: ``OptionSelectionError/numberIsOutOfRange(_:)`` for the first number that isn't in
  ///   ``OptionSelection/validNumbers``.
  public func optionIDsToInt64() throws(OptionSelectionError) -> Int64 {
    try OptionSelection(self).rawValue
  }
}

extension Int64 {
  /// The numbers of the bits that are set, ascending.
  public func toArray() -> [Int] { Array(OptionSelection(rawValue: self)) }
}
