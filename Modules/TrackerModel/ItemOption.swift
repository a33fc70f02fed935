public import Strata
public import StrataDomain

/// Something that can be chosen for an item, such as a mood or a kind of weather.
@Model public final class ItemOption {
  /// Its number within the item, 0 to 63: what contents and selections keep.
  public var optionID: Int64
  /// What it is called.
  public var label: String
  /// The item that it is of.
  public var item: Item?

  /// An option of an item.
  public init(optionID: OptionID, label: NonEmptyString) {
    self.optionID = optionID
    self.label = label.rawValue
  }
}
