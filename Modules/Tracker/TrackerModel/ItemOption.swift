public import Foundation
public import Strata
public import StrataDomain

/// Something that can be chosen for an item, such as a mood or a kind of weather.
@Model public final class ItemOption {
  /// What contents name it by, wherever they go; no two options have the same.
  @Attribute(.unique) public var uid: UUID
  /// Its number within the item, 0 to 63: what selections keep.
  public var number: Int
  /// What it is called.
  public var label: NonEmptyString
  /// Whether it isn't offered any more; what was logged with it keeps it.
  public var isRetired = false
  /// The item that it is of.
  public var item: Item?

  /// An option of an item.
  ///
  /// - Throws: `OptionSelectionError` for a number that isn't one from 0 to 63.
  public init(number: Int, label: NonEmptyString, uid: UUID = UUID()) throws {
    _ = try OptionSelection([number])
    self.uid = uid
    self.number = number
    self.label = label
  }
}
