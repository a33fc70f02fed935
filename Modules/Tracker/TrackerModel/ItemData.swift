public import Foundation
public import Strata
public import StrataDomain

/// A data point: what was logged for an item at a time.
@Model public final class ItemData {
  // What the commands ask for: an item's data points of some time with sums over their values, which
  // the index itself has; those of all items, the newest first; those with certain values, and an
  // item's percentiles.
  #Index<ItemData>(
    [\.item, \.dataContent.startDate, \.dataContent.value1, \.dataContent.value2],
    [\.dataContent.startDate], [\.dataContent.value1], [\.item, \.dataContent.value1])

  /// When it was logged, which may be long after it happened.
  public var createTimestamp: Date
  /// What names it wherever it goes; no two data points have the same.
  @Attribute(.unique) public var uid: UUID
  /// When and what.
  @Attribute(originalName: "content") public var dataContent: ItemDataContent
  /// Which of the item's options were selected beside it, by their numbers.
  public var selection: OptionSelection = OptionSelection()
  /// A remark.
  @Relationship(deleteRule: .cascade, inverse: \Memo.data) public var memo: Memo?
  /// The item that it is of.
  public var item: Item?

  /// A data point.
  ///
  /// Insert it first; then give it an item and a memo.
  public init(
    createTimestamp: Date = .now, uid: UUID = UUID(), dataContent: ItemDataContent
  ) {
    self.createTimestamp = createTimestamp
    self.uid = uid
    self.dataContent = dataContent
  }

  /// A number at a moment.
  ///
  /// - Throws: `ItemDataContentError` for a number or a date that isn't finite.
  public convenience init(value: Double, at date: Date = .now) throws {
    let content = ItemDataContent.singleValue(eventDate: date, value: value)
    try content.validate()
    self.init(dataContent: content)
  }
}

extension ItemData {
  /// The numbers of the options that were selected, ascending: ``selection`` as an array.
  public var optionSelections: [Int] { Array(selection) }

  /// Selects options by their numbers, and no others.
  ///
  /// - Throws: `OptionSelectionError` for a number that isn't one from 0 to 63; the selection stays
  ///   as it was.
  public func select(_ numbers: some Sequence<Int>) throws(OptionSelectionError) {
    selection = try OptionSelection(numbers)
  }
}
