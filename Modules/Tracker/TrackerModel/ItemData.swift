public import Foundation
public import Strata
public import StrataDomain
internal import StrataDomainColumns

/// A data point of an item.
@Model public final class ItemData: TemporalModel {
  // Indexes for the commands' queries. The first covers sums over an item's data points in a range
  // of time. The others are for all data points, newest first, for data points by value, and for an
  // item's percentiles.
  #Index<ItemData>(
    [\.item, \.dataContent.startDate, \.dataContent.value1, \.dataContent.value2],
    [\.dataContent.startDate], [\.dataContent.value1], [\.item, \.dataContent.value1])

  /// The time of logging, which may be long after the event.
  public var createTimestamp: Date
  /// The unique identifier, which exports and other stores preserve.
  @Attribute(.unique) public var uid: UUID
  /// The device or program that has measured it. Nil if a person has logged it.
  public var source: String?
  /// The time and the values.
  public var dataContent: ItemDataContent
  /// The numbers of the item's options that were selected in addition.
  public var selection: OptionSelection = OptionSelection()
  /// The error of the last numbers that couldn't be selected.
  @Transient var refusedSelection: OptionSelectionError?
  /// A remark.
  @Relationship(deleteRule: .cascade, inverse: \Memo.data) public var memo: Memo?
  /// The item.
  public var item: Item?

  /// Makes a data point.
  ///
  /// Insert it into a context before you set its item and memo.
  public init(
    createTimestamp: Date = .now, uid: UUID = UUID(), dataContent: ItemDataContent
  ) {
    self.createTimestamp = createTimestamp
    self.uid = uid
    self.dataContent = dataContent
  }

  /// Makes a data point of a number at a moment.
  ///
  /// - Throws: `ItemDataContentError` for a number or a date that isn't finite.
  public convenience init(value: Double, at date: Date = .now) throws {
    let content = ItemDataContent.singleValue(eventDate: date, value: value)
    try content.validate()
    self.init(dataContent: content)
  }
}

extension ItemData {
  /// The numbers of ``selection`` as an array, in ascending order.
  ///
  /// If you set a number that isn't from 0 to 63, the selection stays as it was, and each save of the object throws the
  /// error until you set other numbers. To get it at once, call ``select(_:)``.
  public var optionSelections: [Int] {
    get { Array(selection) }
    set {
      do throws(OptionSelectionError) {
        try select(newValue)
      } catch {
        refusedSelection = error
        // The assignment is a change, so that the save asks the object.
        selection = OptionSelection(rawValue: selection.rawValue)
      }
    }
  }

  /// Replaces the selection by some option numbers.
  ///
  /// - Throws: `OptionSelectionError` for a number that isn't from 0 to 63. The selection has not
  ///   changed then.
  public func select(_ numbers: some Sequence<Int>) throws(OptionSelectionError) {
    selection = try OptionSelection(numbers)
    refusedSelection = nil
  }
}

extension ItemData: ValidatedModel {
  /// Throws the error of numbers that couldn't be selected.
  public func validate(for operation: ValidationOperation) throws {
    if operation != .delete, let refusedSelection { throw refusedSelection }
  }
}
