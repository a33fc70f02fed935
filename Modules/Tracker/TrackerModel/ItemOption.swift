public import Foundation
public import Strata
public import StrataDomain

/// An option of an item, such as a mood or a kind of weather.
@Model public final class ItemOption: TemporalModel {
  /// The unique identifier, by which contents refer to the option. Exports and other stores
  /// preserve it.
  @Attribute(.unique) public var uid: UUID
  /// The number within the item, from 0 to 63, by which selections refer to the option.
  public var number: Int
  /// The name.
  public var label: NonEmptyString
  /// True if the option isn't offered any more. Existing data points still refer to it.
  public var isRetired = false
  /// The item.
  public var item: Item?

  /// Makes an option.
  ///
  /// - Throws: `OptionSelectionError` for a number that isn't from 0 to 63.
  public init(number: Int, label: NonEmptyString, uid: UUID = UUID()) throws {
    _ = try OptionSelection([number])
    self.uid = uid
    self.number = number
    self.label = label
  }
}
