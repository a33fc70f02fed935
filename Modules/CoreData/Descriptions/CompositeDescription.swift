/// A group of attributes with a name, which attributes of entities can be of.
public struct CompositeDescription: Sendable, Hashable {
  /// The composite's name.
  public var name: String
  /// What it consists of, in order.
  public var elements: [AttributeDescription]

  /// Describes a composite.
  public init(name: String, elements: [AttributeDescription]) {
    self.name = name
    self.elements = elements
  }
}
