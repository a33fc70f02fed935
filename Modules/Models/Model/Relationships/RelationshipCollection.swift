/// The type of a to-many relationship's property: an array of models, or an optional one.
///
/// Use it as a constraint of functions that take a key path to any to-many relationship.
public protocol RelationshipCollection<PersistentElement> {
  /// The class that the relationship leads to.
  associatedtype PersistentElement: PersistentModel
}

extension Array: RelationshipCollection where Element: PersistentModel {
  /// The class that the relationship leads to.
  public typealias PersistentElement = Element
}

extension Optional: RelationshipCollection where Wrapped: RelationshipCollection {
  /// The class that the relationship leads to.
  public typealias PersistentElement = Wrapped.PersistentElement
}
