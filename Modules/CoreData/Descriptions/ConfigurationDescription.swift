/// A part of a model that has a store of its own.
public struct ConfigurationDescription: Sendable, Hashable {
  /// The configuration's name.
  public var name: String
  /// The entities that belong to it, by name.
  public var entityNames: [String]

  /// Describes a configuration.
  public init(name: String, entityNames: [String]) {
    self.name = name
    self.entityNames = entityNames
  }
}
