// `SetAlgebra` itself is out of reach: its `insert` and its array literal have no way to refuse an
// number, and would have to drop it or trap.
extension OptionSelection {
  /// Whether a number is in the selection; false for a number that can't be in any.
  ///
  /// - Complexity: O(1).
  public func contains(_ number: Int) -> Bool {
    guard let one = try? OptionSelection(number: number) else { return false }
    return containsAll(one)
  }

  /// Whether all numbers of the other selection are in this one; true for the empty selection.
  ///
  /// - Complexity: O(1).
  public func containsAll(_ other: OptionSelection) -> Bool {
    rawValue & other.rawValue == other.rawValue
  }

  /// Whether at least one number of the other selection is in this one; false for the empty selection.
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

  /// Puts a number into the selection, and says whether it is new there.
  ///
  /// - Complexity: O(1).
  /// - Throws: `OptionSelectionError.numberIsOutOfRange`; the selection stays as it was.
  @discardableResult
  public mutating func insert(_ number: Int) throws(OptionSelectionError) -> Bool {
    let one = try OptionSelection(number: number)
    defer { self = union(one) }
    return !containsAll(one)
  }

  /// Takes a number out of the selection, and says whether it was there.
  ///
  /// - Complexity: O(1).
  /// - Throws: `OptionSelectionError.numberIsOutOfRange`; the selection stays as it was.
  @discardableResult
  public mutating func remove(_ number: Int) throws(OptionSelectionError) -> Bool {
    let one = try OptionSelection(number: number)
    defer { self = subtracting(one) }
    return containsAll(one)
  }
}
