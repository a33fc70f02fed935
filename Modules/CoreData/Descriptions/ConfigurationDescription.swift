/// A named set of a model's entities that can have a store of its own.
public struct ConfigurationDescription: Sendable, Hashable {
  /// The configuration's name.
  public var name: String
  /// The names of its entities.
  public var entityNames: [String]

  /// Creates a description.
  public init(name: String, entityNames: [String]) {
    self.name = name
    self.entityNames = entityNames
  }
}
