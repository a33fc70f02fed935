public import StrataDomain

/// The name of an item: one line of 1 to 40 characters.
///
/// Labels of new options and names of new tags have the same limits. Stores of earlier versions may
/// have longer ones, which stay.
public typealias ItemName = BoundedName<ItemNameLength>

/// 1 to 40 characters.
public enum ItemNameLength: NameLength {
  /// 1, since a Chinese or Japanese word may have one character.
  public static let lowerBound = 1
  /// 41.
  public static let upperBound = 41
}
