/// A location in a model: the model itself, an entity, or a property of one.
public struct ModelPlace: Sendable, Hashable {
  /// The name of the entity or composite, or nil for the model as a whole.
  public var entity: String?
  /// The name of the property, or nil for the entity as a whole.
  public var property: String?

  /// Creates a location.
  public init(entity: String? = nil, property: String? = nil) {
    self.entity = entity
    self.property = property
  }
}

extension ModelPlace: CustomStringConvertible {
  /// The location as text: `Trip.name`, `Trip`, or `the model`.
  public var description: String {
    [entity, property].compactMap { $0 }.joined(separator: ".").nonEmpty ?? "the model"
  }
}

extension String {
  /// The text, or nil if it is empty.
  var nonEmpty: String? { isEmpty ? nil : self }
}
