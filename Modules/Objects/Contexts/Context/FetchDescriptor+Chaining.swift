public import Foundation
internal import StrataModel
internal import StrataPredicates

// Methods to build a descriptor in one expression. Each returns a copy with an addition:
//
//     try context.fetch(FetchDescriptor<Item>().where(#Predicate { $0.amount > 3 }).limit(10))
extension FetchDescriptor {
  /// Adds a condition that objects must match as well.
  public func `where`(_ condition: Predicate<T>) -> Self {
    var copy = self
    copy.predicate = predicate.map { Predicate(all: [$0, condition]) } ?? condition
    return copy
  }

  /// Finds only what the class's search index finds, in place of a search that the descriptor has.
  public func searching(_ search: String) -> Self {
    var copy = self
    copy.search = search
    return copy
  }

  /// Adds sort keys after the existing ones.
  public func sorted(by keys: SortDescriptor<T>...) -> Self {
    var copy = self
    copy.sortBy += keys
    return copy
  }

  /// Limits the number of objects. Of two limits, the lower one applies.
  public func limit(_ count: Int) -> Self {
    var copy = self
    copy.fetchLimit = fetchLimit.map { min($0, count) } ?? count
    return copy
  }

  /// Skips a number of objects at the start, in addition to those already skipped.
  public func offset(_ count: Int) -> Self {
    var copy = self
    copy.fetchOffset = (fetchOffset ?? 0) + count
    return copy
  }

  /// Finds objects that are deleted as well.
  public func includingDeleted() -> Self {
    var copy = self
    copy.includeDeletedObjects = true
    return copy
  }

  /// Finds objects outside of the context's scopes as well.
  public func ignoringScopes() -> Self {
    var copy = self
    copy.ignoreScopes = true
    return copy
  }

  /// Adds relationships whose objects are fetched together with the result.
  public func prefetching(_ relationships: PartialKeyPath<T>...) -> Self {
    var copy = self
    copy.relationshipKeyPathsForPrefetching += relationships
    return copy
  }
}
