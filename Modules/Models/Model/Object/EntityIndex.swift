/// Which of its graph's entities an object is of: the entity's position in the list of the store's
/// entities.
@usableFromInline
package struct EntityIndex: Hashable, Sendable, Comparable {
  @usableFromInline let storage: Int32

  /// The position in the list.
  package var rawValue: Int { Int(storage) }

  /// The entity at a position in the list.
  package init(_ rawValue: Int) { storage = Int32(truncatingIfNeeded: rawValue) }

  /// Whether one comes before another in the list.
  @usableFromInline
  package static func < (lhs: EntityIndex, rhs: EntityIndex) -> Bool { lhs.storage < rhs.storage }
}

extension Array {
  /// What a list of one element an entity has for one of them.
  package subscript(_ entity: EntityIndex) -> Element {
    get { self[entity.rawValue] }
    _modify { yield &self[entity.rawValue] }
  }
}
