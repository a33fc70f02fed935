public import Strata
public import StrataDomain

/// What items are filed under.
@Model public final class Tag {
  /// Its name; no two tags have the same.
  @Attribute(.unique) public var name: NonEmptyString
  /// The items under it.
  public var items: [Item] = []

  /// A tag.
  public init(name: NonEmptyString) { self.name = name }
}
