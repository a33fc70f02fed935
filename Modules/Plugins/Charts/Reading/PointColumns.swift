import Foundation
import Strata
import StrataDomain
import StrataQuery
import TrackerModel

/// The columns of data points, as queries name them.
enum PointColumns {
  static let start = column(.startDate)
  static let end = column(.endDate)
  static let option = column(.optionID)

  /// What the numbers of an item's data points are: its values, or the hours that they last.
  static func values(of kind: ItemDataContent.Kind) -> [QueryExpression] {
    switch kind {
    case .singleValue, .valueWithOption, .valueWithInterval: [column(.value1)]
    case .dualValues: [column(.value1), column(.value2)]
    case .interval, .optionWithInterval: [hours]
    case .singleOption: []
    }
  }

  static let hours = QueryExpression.arithmetic(
    .divide, .arithmetic(.subtract, end, start), .literal(.real(3600)))

  static let optionValue = GroupedQuery.Value.column(option, description(.optionID))

  static func column(_ part: ItemDataContent.Part) -> QueryExpression {
    .column(QueryPath(), .init(property: "dataContent", description: description(part)))
  }

  private static func description(_ part: ItemDataContent.Part) -> ColumnDescription {
    ItemDataContent.columns.first { $0.part == part.rawValue }
      ?? ColumnDescription(part.rawValue, .real)
  }
}

extension QueryExpression {
  static func < (lhs: QueryExpression, rhs: Date) -> QueryExpression {
    .comparison(.less, lhs, .literal(rhs.columnValue))
  }

  static func >= (lhs: QueryExpression, rhs: Date) -> QueryExpression {
    .comparison(.greaterOrEqual, lhs, .literal(rhs.columnValue))
  }

  static func > (lhs: QueryExpression, rhs: Date) -> QueryExpression {
    .comparison(.greater, lhs, .literal(rhs.columnValue))
  }
}

extension Date {
  fileprivate var columnValue: ColumnValue { .real(timeIntervalSinceReferenceDate) }
  var literal: QueryExpression { .literal(columnValue) }
}

extension ColumnValue {
  /// The number; nil for NULL and for what is none.
  var number: Double? {
    switch self {
    case .real(let number): number
    case .integer(let number): Double(number)
    default: nil
    }
  }
}
