/// What a relationship to many objects is declared as: an array of models, or an optional one.
///
/// Functions that take any such relationship by key path name it as their constraint.
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
