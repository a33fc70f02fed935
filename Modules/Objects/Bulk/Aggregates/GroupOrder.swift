public import Foundation
internal import StrataContexts
public import StrataModel
internal import StrataQuery

/// A sort order of groups: `.by(.sum(\.amount), .reverse)`, `.key()`.
public struct GroupOrder<Model: PersistentModel> {
  let make: () throws -> GroupedQuery.Sort

  /// Sorts by an aggregate. Nil is smaller than any value.
  public static func by<Value>(
    _ aggregate: Aggregate<Model, Value>, _ order: SortOrder = .forward
  ) -> GroupOrder {
    GroupOrder {
      GroupedQuery.Sort(.aggregate(try aggregate.resolved().query), isAscending: order == .forward)
    }
  }

  /// Sorts by the key at an index. Nil is smaller than any value.
  public static func key(_ index: Int = 0, _ order: SortOrder = .forward) -> GroupOrder {
    GroupOrder { GroupedQuery.Sort(.key(index), isAscending: order == .forward) }
  }
}
