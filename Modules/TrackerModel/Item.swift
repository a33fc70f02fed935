public import Strata
public import StrataDomain

/// A thing that a person measures.
@Model public final class Item {
  /// Its name; no two items have the same.
  @Attribute(.unique) public var name: ValidatedName
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
  public init(name: ValidatedName, kind: ItemDataContent.Kind, unit: String? = nil) {
    self.name = name
    self.kind = kind
    self.unit = unit
  }
}
