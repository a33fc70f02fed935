// `SetAlgebra` can't be adopted: its `insert` and its array literal can't throw for an invalid
// number. They would have to ignore it or trap.
extension OptionSelection {
  /// True if a number is in the selection. False for a number that isn't valid.
  ///
  /// - Complexity: O(1).
  public func contains(_ number: Int) -> Bool {
    guard let one = try? OptionSelection(number: number) else { return false }
    return containsAll(one)
  }

  /// True if this selection contains all numbers of another. True for the empty selection.
  ///
  /// - Complexity: O(1).
  public func containsAll(_ other: OptionSelection) -> Bool {
    rawValue & other.rawValue == other.rawValue
  }

  /// True if this selection contains any number of another. False for the empty selection.
  ///
  /// - Complexity: O(1).
  public func containsAny(_ other: OptionSelection) -> Bool {
    rawValue & other.rawValue != 0
  }

  /// The numbers that are in this selection, the other, or both.
  ///
  /// - Complexity: O(1).
  public func union(_ other: OptionSelection) -> OptionSelection {
    OptionSelection(rawValue: rawValue | other.rawValue)
  }

  /// The numbers that are in both selections.
  ///
  /// - Complexity: O(1).
  public func intersection(_ other: OptionSelection) -> OptionSelection {
    OptionSelection(rawValue: rawValue & other.rawValue)
  }

  /// The numbers of this selection that aren't in the other.
  ///
  /// - Complexity: O(1).
  public func subtracting(_ other: OptionSelection) -> OptionSelection {
    OptionSelection(rawValue: rawValue & ~other.rawValue)
  }

  /// Inserts a number.
  ///
  /// - Complexity: O(1).
  /// - Returns: True if the number wasn't in the selection.
  /// - Throws: `OptionSelectionError.numberIsOutOfRange`. The selection has not changed then.
  @discardableResult
  public mutating func insert(_ number: Int) throws(OptionSelectionError) -> Bool {
    let one = try OptionSelection(number: number)
    defer { self = union(one) }
    return !containsAll(one)
  }

  /// Removes a number.
  ///
  /// - Complexity: O(1).
  /// - Returns: True if the number was in the selection.
  /// - Throws: `OptionSelectionError.numberIsOutOfRange`. The selection has not changed then.
  @discardableResult
  public mutating func remove(_ number: Int) throws(OptionSelectionError) -> Bool {
    let one = try OptionSelection(number: number)
    defer { self = subtracting(one) }
    return containsAll(one)
  }
}
