public import Strata
public import StrataDomain
internal import StrataDomainColumns
public import StrataQuery
internal import StrataTrackerModel

/// A value of a data point that queries use: a column of its content, or an expression.
public struct PointValue: Sendable, Hashable {
  /// The expression that computes the value.
  public let expression: QueryExpression
  /// The description of the value, as of a column.
  public let column: ColumnDescription

  /// Makes a value of an expression.
  public init(_ expression: QueryExpression, _ column: ColumnDescription) {
    self.expression = expression
    self.column = column
  }

  private init(_ part: ItemDataContent.Part) {
    // Each part has a column, so the fallback isn't used.
    column =
      ItemDataContent.columns.first { $0.part == part.rawValue }
      ?? ColumnDescription(part.rawValue, .real, isOptional: true)
    expression = .column(QueryPath(), .init(property: "dataContent", description: column))
  }

  /// The moment, or the start of the interval.
  public static let start = PointValue(.startDate)
  /// The end of the interval. Nil for a moment.
  public static let end = PointValue(.endDate)
  /// The number, or the first of two.
  public static let value1 = PointValue(.value1)
  /// The second of two numbers.
  public static let value2 = PointValue(.value2)
  /// The uid of the option.
  public static let option = PointValue(.optionID)

  /// The length of the interval in hours. Nil for a moment.
  public static let hours = PointValue(
    .arithmetic(
      .divide, .arithmetic(.subtract, end.expression, start.expression), .literal(.real(3600))),
    ColumnDescription("", .real, isOptional: true))

  /// Returns the numbers that data points of a kind have: values, or the hours of an interval.
  ///
  /// There are none if the kind has only a moment, or an option at one.
  public static func numbers(of kind: ItemDataContent.Kind) -> [PointValue] {
    switch kind {
    case .singleValue, .valueWithOption, .valueWithInterval: [value1]
    case .dualValues: [value1, value2]
    case .interval, .optionWithInterval: [hours]
    case .event, .singleOption: []
    }
  }

  /// True if an index has an item's data points in order of this value.
  var isIndexed: Bool { self == .value1 || self == .start }
}

extension GroupedQuery.Aggregate {
  /// Makes an aggregate of a value. Data points without the value are ignored.
  public init(_ function: Function, of value: PointValue) {
    self.init(function, of: .column(value.expression, value.column))
  }
}
