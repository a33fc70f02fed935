// Conversions of option numbers to one integer, for models that store the integer itself.
extension Sequence where Element == Int {
  /// Returns an integer with the bit of each number set: the raw value of their
  /// ``OptionSelection``.
  ///
  /// - Throws: ``OptionSelectionError/numberIsOutOfRange(_:)`` for the first number that isn't in
  ///   ``OptionSelection/validNumbers``.
  public func optionIDsToInt64() throws(OptionSelectionError) -> Int64 {
    try OptionSelection(self).rawValue
  }
}

extension Int64 {
  /// Returns the numbers of the set bits, in ascending order.
  public func toArray() -> [Int] { Array(OptionSelection(rawValue: self)) }
}
