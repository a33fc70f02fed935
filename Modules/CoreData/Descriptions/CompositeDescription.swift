/// A named group of attributes, which can be the type of an attribute.
public struct CompositeDescription: Sendable, Hashable {
  /// The composite's name.
  public var name: String
  /// The composite's attributes, in order.
  public var elements: [AttributeDescription]

  /// Creates a description.
  public init(name: String, elements: [AttributeDescription]) {
    self.name = name
    self.elements = elements
  }
}
