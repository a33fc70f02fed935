public import Foundation
public import StrataModel
internal import StrataStorage

/// What groups are ordered by: `.by(.sum(\.amount), .reverse)`, `.key()`.
public struct GroupOrder<Model: PersistentModel> {
  let make: (inout AggregateBuilder<Model>) throws -> AggregateQuery.Order

  /// By what is worked out over each group; what isn't there is smaller than any value.
  public static func by<Value>(
    _ aggregate: Aggregate<Model, Value>, _ order: SortOrder = .forward
  ) -> GroupOrder {
    GroupOrder {
      AggregateQuery.Order(
        .measure(try $0.measure(aggregate)), isAscending: order == .forward)
    }
  }

  /// By a key; `index` tells which of several. nil is smaller than any value.
  public static func key(_ index: Int = 0, _ order: SortOrder = .forward) -> GroupOrder {
    GroupOrder { builder in
      guard builder.keys.indices.contains(index) else {
        throw StackError.unsupportedAggregate("key \(index) of \(builder.keys.count)")
      }
      return AggregateQuery.Order(.key(index), isAscending: order == .forward)
    }
  }
}
