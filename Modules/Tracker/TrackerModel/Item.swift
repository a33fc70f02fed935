public import Foundation
public import Strata
public import StrataDomain
internal import StrataDomainColumns

/// An item: something that a person measures.
@Model public final class Item: TemporalModel {
  /// The unique name.
  @Attribute(.unique) public var name: ItemName
  /// The unique identifier, which exports and other stores preserve.
  @Attribute(.unique) public var uid: UUID
  /// The time of creation.
  public var createTimestamp: Date
  /// The kind of the data points' contents.
  public var kind: ItemDataContent.Kind
  /// The unit of the values.
  public var unit: String?
  /// The measure that pictures, reports and goals take of the data points.
  ///
  /// Nil for the one that suits the kind: the sum of what lasts, the average of other values.
  public var measure: ItemMeasure?
  /// The names of the two values of data points that have two. Nil for none.
  public var valueNames: PairNames?
  /// True if what lasts counts whole on the day on which it ends, as a night does. Otherwise it counts on each day with its
  /// hours there, and as a data point on that on which it begins.
  public var countsAtEnd: Bool = false
  /// A remark.
  public var memo: String?
  /// The options of the item.
  @Relationship(deleteRule: .cascade, inverse: \ItemOption.item) public var options: [ItemOption] =
    []
  /// The item's tags.
  @Relationship(inverse: \Tag.items) public var tags: [Tag] = []
  /// The item's data points.
  @Relationship(deleteRule: .cascade, inverse: \ItemData.item) public var data: [ItemData] = []

  /// The item's timer, if it is running.
  @Relationship(deleteRule: .cascade, inverse: \RunningTimer.item) public var timer: RunningTimer?

  /// Makes an item.
  ///
  /// Insert it into a context before you set its options and tags.
  public init(
    name: ItemName, kind: ItemDataContent.Kind, unit: String? = nil,
    createTimestamp: Date = .now, uid: UUID = UUID()
  ) {
    self.name = name
    self.uid = uid
    self.createTimestamp = createTimestamp
    self.kind = kind
    self.unit = unit
  }

  /// Makes an item whose data points are single numbers, of a name with 3 to 19 characters.
  @_disfavoredOverload
  public convenience init(name: ValidatedName, createTimestamp: Date = .now) {
    // An item's name has wider limits.
    self.init(name: ItemName(trust: name.rawValue), createTimestamp: createTimestamp)
  }

  /// Makes an item whose data points are single numbers.
  public convenience init(name: ItemName, createTimestamp: Date = .now) {
    self.init(name: name, kind: .singleValue, createTimestamp: createTimestamp)
  }
}
