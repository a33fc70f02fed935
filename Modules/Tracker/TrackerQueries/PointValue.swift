public import Strata
public import StrataDomain
public import StrataQuery
internal import TrackerModel

/// What queries ask of a data point: one of its content's columns, or what is worked out of some.
public struct PointValue: Sendable, Hashable {
  /// What is read of each data point.
  public let expression: QueryExpression
  /// What it means, as if it were a column of its own.
  public let column: ColumnDescription

  /// Something that is worked out of columns.
  public init(_ expression: QueryExpression, _ column: ColumnDescription) {
    self.expression = expression
    self.column = column
  }

  private init(_ part: ItemDataContent.Part) {
    // A content has a column for each of its parts.
    column =
      ItemDataContent.columns.first { $0.part == part.rawValue }
      ?? ColumnDescription(part.rawValue, .real, isOptional: true)
    expression = .column(QueryPath(), .init(property: "dataContent", description: column))
  }

  /// When it was, or when it began.
  public static let start = PointValue(.startDate)
  /// When it ended; nil for a moment.
  public static let end = PointValue(.endDate)
  /// The number, or the first of two.
  public static let value1 = PointValue(.value1)
  /// The second of two numbers.
  public static let value2 = PointValue(.value2)
  /// The uid of the option that was chosen.
  public static let option = PointValue(.optionID)

  /// How many hours it lasts; nil for a moment.
  public static let hours = PointValue(
    .arithmetic(
      .divide, .arithmetic(.subtract, end.expression, start.expression), .literal(.real(3600))),
    ColumnDescription("", .real, isOptional: true))

  /// The numbers that a kind of data points has: its values, or the hours that they last; none for what
  /// is only chosen.
  public static func numbers(of kind: ItemDataContent.Kind) -> [PointValue] {
    switch kind {
    case .singleValue, .valueWithOption, .valueWithInterval: [value1]
    case .dualValues: [value1, value2]
    case .interval, .optionWithInterval: [hours]
    case .singleOption: []
    }
  }

  /// Whether an index has an item's data points in order of this.
  var isIndexed: Bool { self == .value1 || self == .start }
}

extension GroupedQuery.Aggregate {
  /// One number over a value of data points; those that don't have it don't count.
  public init(_ function: Function, of value: PointValue) {
    self.init(function, of: .column(value.expression, value.column))
  }
}
