public import Foundation
public import StrataModel
internal import StrataQuery
internal import StrataStack

/// What groups are ordered by: `.by(.sum(\.amount), .reverse)`, `.key()`.
public struct GroupOrder<Model: PersistentModel> {
  let make: () throws -> GroupedQuery.Sort

  /// By what is worked out over each group; what isn't there is smaller than any value.
  public static func by<Value>(
    _ aggregate: Aggregate<Model, Value>, _ order: SortOrder = .forward
  ) -> GroupOrder {
    GroupOrder {
      GroupedQuery.Sort(.aggregate(try aggregate.resolved().query), isAscending: order == .forward)
    }
  }

  /// By a key; `index` tells which of several. nil is smaller than any value.
  public static func key(_ index: Int = 0, _ order: SortOrder = .forward) -> GroupOrder {
    GroupOrder { GroupedQuery.Sort(.key(index), isAscending: order == .forward) }
  }
}
