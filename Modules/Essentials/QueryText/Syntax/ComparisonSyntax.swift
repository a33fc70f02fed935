/// Two values and how they are compared, such as `ANY tags.name CONTAINS[cd] "new"`.
public struct ComparisonSyntax: Sendable, Hashable {
  /// The value before the operator.
  public let lhs: ExpressionSyntax
  /// How many of the values of a to-many key path on the left have to compare.
  public let modifier: ComparisonModifier
  /// The operator.
  public let comparisonOperator: ComparisonOperator
  /// How strings are compared.
  public let options: ComparisonOptions
  /// The value after the operator.
  public let rhs: ExpressionSyntax

  /// Makes a comparison.
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

/// How many of the values of a to-many key path have to compare.
public enum ComparisonModifier: Sendable, Hashable, CaseIterable {
  /// The value is compared as it is.
  case direct
  /// At least one value: `ANY`, or `SOME`.
  case any
  /// Every value: `ALL`.
  case all
  /// No value: `NONE`.
  case noneOf
}
