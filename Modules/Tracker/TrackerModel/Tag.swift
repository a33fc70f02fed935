public import Strata
public import StrataDomain

/// A tag of items.
@Model public final class Tag: TemporalModel {
  /// The unique name.
  @Attribute(.unique) public var name: NonEmptyString
  /// The items with the tag.
  public var items: [Item] = []

  /// Makes a tag.
  public init(name: NonEmptyString) { self.name = name }
}
