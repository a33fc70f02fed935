public import StrataDescriptions

// Unchecked as its superclass.
/// A computed value in the dictionaries that a fetch returns. Its name is the value's key.
///
///     let total = NSExpressionDescription()
///     total.name = "total"
///     total.expression = FetchExpression(
///       forFunction: "sum:", arguments: [FetchExpression(forKeyPath: "amount")])
///     total.expressionResultType = .decimalAttributeType
///     request.propertiesToFetch = ["category", total]
///     request.propertiesToGroupBy = ["category"]
public final class NSExpressionDescription: NSPropertyDescription, @unchecked Sendable {
  /// The expression that computes the value.
  public var expression: FetchExpression?
  /// The type of a number in the result. The default is that of the values.
  ///
  /// Only `decimal` makes a difference, since other numbers are `NSNumber`, which casts to any
  /// number type.
  @_disfavoredOverload
  package var expressionResultType = AttributeType.undefined

  /// Creates a description whose name and expression you set later.
  public init() { super.init(value: .attribute(AttributeDescription(name: "", type: .undefined))) }
}

/// A value that dictionaries of a fetch may have or be grouped by: a property's name or
/// description, a key path, or an ``NSExpressionDescription``.
public protocol FetchedValue {
  /// The name or the key path.
  var _fetchedName: String { get }
}

extension String: FetchedValue {
  /// The name itself.
  public var _fetchedName: String { self }
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
