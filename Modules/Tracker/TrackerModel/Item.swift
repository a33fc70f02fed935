public import Foundation
public import Strata
public import StrataDomain

/// A thing that a person measures.
@Model public final class Item {
  /// Its name; no two items have the same.
  @Attribute(.unique) public var name: ValidatedName
  /// What names it wherever its data go; no two items have the same.
  @Attribute(.unique) public var uid: UUID
  /// When it was made.
  public var createTimestamp: Date
  /// What each of its data points holds.
  public var kind: ItemDataContent.Kind
  /// What its values are measured in.
  public var unit: String?
  /// A remark.
  public var memo: String?
  /// What can be chosen for it.
  @Relationship(deleteRule: .cascade, inverse: \ItemOption.item) public var options: [ItemOption] =
    []
  /// What it is filed under.
  @Relationship(inverse: \Tag.items) public var tags: [Tag] = []
  /// What was logged for it.
  @Relationship(deleteRule: .cascade, inverse: \ItemData.item) public var data: [ItemData] = []

  /// A thing to measure.
  ///
  /// Insert it first; then give it options and tags.
  public init(
    name: ValidatedName, kind: ItemDataContent.Kind, unit: String? = nil,
    createTimestamp: Date = .now, uid: UUID = UUID()
  ) {
    self.name = name
    self.uid = uid
    self.createTimestamp = createTimestamp
    self.kind = kind
    self.unit = unit
  }

  /// A thing to measure by single numbers.
  public convenience init(name: ValidatedName, createTimestamp: Date = .now) {
    self.init(name: name, kind: .singleValue, createTimestamp: createTimestamp)
  }
}
