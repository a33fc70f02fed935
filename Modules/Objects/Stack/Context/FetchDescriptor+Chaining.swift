public import Foundation
internal import StrataModel
internal import StrataPredicates

// A descriptor put together in one expression:
//
//     try context.fetch(FetchDescriptor<Item>().where(#Predicate { $0.amount > 3 }).limit(10))
//
// Each gives a descriptor with something added; what was there stays.
extension FetchDescriptor {
  /// The same with one more condition, which must be met as well.
  public func `where`(_ condition: Predicate<T>) -> Self {
    var copy = self
    copy.predicate = predicate.map { Predicate(all: [$0, condition]) } ?? condition
    return copy
  }

  /// The same, with further sort keys behind those that are there.
  public func sorted(by keys: SortDescriptor<T>...) -> Self {
    var copy = self
    copy.sortBy += keys
    return copy
  }

  /// The same for at most so many objects; of two limits the lower one.
  public func limit(_ count: Int) -> Self {
    var copy = self
    copy.fetchLimit = fetchLimit.map { min($0, count) } ?? count
    return copy
  }

  /// The same without so many objects more at the start.
  public func offset(_ count: Int) -> Self {
    var copy = self
    copy.fetchOffset = (fetchOffset ?? 0) + count
    return copy
  }

  /// The same, with the objects of further relationships read along.
  public func prefetching(_ relationships: PartialKeyPath<T>...) -> Self {
    var copy = self
    copy.relationshipKeyPathsForPrefetching += relationships
    return copy
  }
}
