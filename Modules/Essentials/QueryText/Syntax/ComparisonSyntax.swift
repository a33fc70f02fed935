/// A comparison of two values, such as `ANY tags.name CONTAINS[cd] "new"`.
public struct ComparisonSyntax: Sendable, Hashable {
  /// The value before the operator.
  public let lhs: ExpressionSyntax
  /// The number of values of a to-many key path on the left that must meet the comparison.
  public let modifier: ComparisonModifier
  /// The operator.
  public let comparisonOperator: ComparisonOperator
  /// The options of a string comparison.
  public let options: ComparisonOptions
  /// The value after the operator.
  public let rhs: ExpressionSyntax

  /// Creates a comparison.
  public init(
    lhs: ExpressionSyntax, modifier: ComparisonModifier = .direct,
    comparisonOperator: ComparisonOperator, options: ComparisonOptions = [], rhs: ExpressionSyntax
  ) {
    self.lhs = lhs
    self.modifier = modifier
    self.comparisonOperator = comparisonOperator
    self.options = options
    self.rhs = rhs
  }
}

extension ComparisonSyntax: CustomStringConvertible {
  /// The comparison's canonical text.
  public var description: String {
    let prefix =
      switch modifier {
      case .direct: ""
      case .any: "ANY "
      case .all: "ALL "
      case .noneOf: "NONE "
      }
    return "\(prefix)\(lhs) \(comparisonOperator)\(options) \(rhs)"
  }
}

/// The number of values of a to-many key path that must meet a comparison.
public enum ComparisonModifier: Sendable, Hashable, CaseIterable {
  /// No quantifier: the value itself is compared.
  case direct
  /// At least one value: `ANY`, or `SOME`.
  case any
  /// Every value: `ALL`.
  case all
  /// No value: `NONE`.
  case noneOf
}
