/// A place in a model: the model itself, an entity, or a property of one.
public struct ModelPlace: Sendable, Hashable {
  /// The entity, or the composite, that is meant; nil for the model as a whole.
  public var entity: String?
  /// The property of it; nil for the entity as a whole.
  public var property: String?

  /// Names a place.
  public init(entity: String? = nil, property: String? = nil) {
    self.entity = entity
    self.property = property
  }
}

extension ModelPlace: CustomStringConvertible {
  /// `Trip.name`, `Trip`, or `the model`.
  public var description: String {
    [entity, property].compactMap { $0 }.joined(separator: ".").nonEmpty ?? "the model"
  }
}

extension String {
  /// The text, unless there is none.
  var nonEmpty: String? { isEmpty ? nil : self }
}
