public import Strata
public import StrataDomain

/// A data point: what was logged for an item at a time.
@Model public final class ItemData {
  // What the commands ask for: an item's data points of some time, and those with certain values.
  #Index<ItemData>([\.item, \.dataContent.startDate], [\.dataContent.value1])

  /// The item that it is of.
  public var item: Item?
  /// When and what.
  public var dataContent: ItemDataContent
  /// Which of the item's options were selected beside it, by their numbers.
  public var selection: OptionSelection = OptionSelection()
  /// A remark.
  @Relationship(deleteRule: .cascade, inverse: \Memo.data) public var memo: Memo?

  /// A data point.
  public init(item: Item, dataContent: ItemDataContent) {
    self.item = item
    self.dataContent = dataContent
  }
}
