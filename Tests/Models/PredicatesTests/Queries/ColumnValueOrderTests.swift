import Foundation
import StrataModelSupport
import StrataStoreSupport
import Strata
import StrataQuery
import Testing

@testable import StrataGraph
@_spi(Query) @testable import StrataContexts

@Suite("The order of values in memory")
struct ColumnValueOrderTests {
  private static let integers: [Int64] = [
    .min, .min + 1, -1, 0, 1, 1 << 53, (1 << 53) + 1, .max - 1, .max,
  ]
  private static let reals: [Double] = [
    -.infinity, -1e300, -0x1p63, -9_223_372_036_854_777_856, -1.5, -1, 0, 0.5, 1, 0x1p53, 0x1p63,
    1e300, .infinity,
  ]
  private static var values: [ColumnValue] {
    let others: [ColumnValue] = [.null, .text(""), .text("1"), .blob(Data([1]))]
    return integers.map { .integer($0) } + reals.map { .real($0) } + others
  }

  @Test("It is SQLite's, also where a Double of an integer would be rounded", arguments: values)
  func agreement(_ lhs: ColumnValue) throws {
    let context = ModelContext(
      try ModelContainer(
        for: StockRoom.models, configuration: .temporary))
    let stock = Stock(name: "")
    context.insert(stock)
    try context.save()
    for rhs in Self.values {
      for comparison in [QueryExpression.Comparison.less, .equal, .notEqual, .greaterOrEqual] {
        let condition = QueryExpression.comparison(comparison, .literal(lhs), .literal(rhs))
        let count = try context.fetchCount(Query(entity: "Stock", predicate: condition))
        #expect(
          try (count == 1) == QueryEvaluator.truth(condition, of: stock),
          "\(lhs) \(comparison) \(rhs)")
      }
    }
  }
}
