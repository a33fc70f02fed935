public import StrataDescriptions

/// A value that a fetch of dictionaries works out and gives under a name.
///
///     let total = ExpressionDescription()
///     total.name = "total"
///     total.expression = FetchExpression(
///       forFunction: "sum:", arguments: [FetchExpression(forKeyPath: "amount")])
///     total.expressionResultType = .decimal
///     request.propertiesToFetch = ["category", total]
///     request.propertiesToGroupBy = ["category"]
public final class ExpressionDescription {
  /// What the value is called.
  public var name = ""
  /// How it is worked out.
  public var expression: FetchExpression?
  /// What type a number is given in; that of the values where nothing is said. Only `decimal` and the others
  /// differ, since numbers are `NSNumber` and cast to any other type.
  public var expressionResultType = AttributeType.undefined

  /// A value whose name and expression are set later.
  public init() {}
}

/// What a fetch of dictionaries may give, or group by: a property by its name or its description, a key path, or an
/// ``ExpressionDescription``.
public protocol FetchedValue {
  /// The name or the key path.
  var _fetchedName: String { get }
}

extension String: FetchedValue {
  /// The name itself.
  public var _fetchedName: String { self }
}

extension ExpressionDescription: FetchedValue {
  /// The name.
  public var _fetchedName: String { name }
}

extension PropertyDescription: FetchedValue {
  /// The property's name.
  public var _fetchedName: String { name }
}

extension AttributeDescription: FetchedValue {
  /// The attribute's name.
  public var _fetchedName: String { name }
}

extension RelationshipDescription: FetchedValue {
  /// The relationship's name.
  public var _fetchedName: String { name }
}
