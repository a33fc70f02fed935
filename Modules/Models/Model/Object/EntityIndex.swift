/// The index of an entity in its graph's list of the store's entities.
@usableFromInline
package struct EntityIndex: Hashable, Sendable, Comparable {
  @usableFromInline let storage: Int32

  /// The position in the list.
  @inlinable
  package var rawValue: Int { Int(storage) }

  /// Creates the index of an entity at a position in the list.
  package init(_ rawValue: Int) { storage = Int32(truncatingIfNeeded: rawValue) }

  /// Returns true if one entity comes before another in the list.
  @usableFromInline
  package static func < (lhs: EntityIndex, rhs: EntityIndex) -> Bool { lhs.storage < rhs.storage }
}

extension Array {
  /// The element for an entity, in an array with one element for each.
  @inlinable
  package subscript(_ entity: EntityIndex) -> Element {
    get { self[entity.rawValue] }
    _modify { yield &self[entity.rawValue] }
  }
}
