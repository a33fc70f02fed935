package import Foundation
package import StrataModel
package import StrataQuery
package import StrataSchema
import StrataSQLite

/// The translation of Foundation's predicate trees to query expressions.
///
/// Each kind of node implements its translation by conforming to ``QueryTranslatable``. A node that
/// doesn't conform, or that a store can't evaluate, is an error that describes it as Swift source.
/// Foundation evaluates parts that depend only on captured values.
package struct PredicateTranslator {
  /// The bindings of the tree's variables.
  package var variables: [PredicateExpressions.VariableID: Subject] = [:]
  /// The variables that are bound to captured values.
  var bindings = PredicateBindings()
  /// The conditions without which the innermost condition is false: that a value unwrapped with `!`
  /// isn't nil, or that an index is in range.
  ///
  /// Evaluation by Foundation would trap or throw.
  var guards: [QueryExpression] = []
  /// The graph of the queried store, which knows the entities of identifiers, or nil if only their
  /// names are known.
  let graph: (any ModelGraph)?
  private var nextVariable = 1

  package init(graph: (any ModelGraph)? = nil) { self.graph = graph }

  /// The intermediate result of translating an expression.
  package indirect enum Subject {
    /// An object: the queried one, a collection's member, or the target of to-one relationships.
    case object(QueryPath, _ModelEntity)
    /// The identifier of an object.
    case identifier(QueryPath, _ModelEntity)
    /// The members of a to-many relationship.
    case members(QueryPath, _ModelEntity, ModelRelationship)
    /// A value in the form of a column.
    case value(QueryExpression)
    /// A value in the form of JSON.
    case json(QueryExpression)
    /// A composite value of several columns.
    case composite(QueryPath, property: String, [ColumnDescription])
    /// Members or elements, possibly filtered.
    case collection(TranslatedCollection)
    case range(TranslatedRange)
    /// A captured value, never nil.
    case constant(Any)
    /// Several constants.
    case list([ColumnValue])
    /// Swift's nil.
    case null
  }

  /// - Parameter root: The path to the object, for a query of another class.
  package static func translate<T: PersistentModel>(
    _ predicate: Predicate<T>, of root: QueryPath = QueryPath(), in graph: (any ModelGraph)? = nil
  ) throws -> QueryExpression {
    var translator = PredicateTranslator(graph: graph)
    translator.variables[predicate.variable.key] = .object(root, T._$entity)
    return try translator.condition(predicate.expression)
  }

  mutating func subject<Expression>(_ expression: Expression) throws -> Subject {
    guard !Self.nodes.isEmpty, let node = expression as? any QueryTranslatable else {
      throw PredicateTranslationError.unsupportedPredicate(SwiftText.of(expression))
    }
    do {
      return try node.translate(&self)
    } catch let error as Untranslatable {
      throw PredicateTranslationError.unsupportedPredicate(
        "\(SwiftText.of(expression)): \(error.reason)")
    }
  }

  /// Translates an expression as a condition, which is false if it unwraps nil.
  package mutating func condition<Expression>(_ expression: Expression) throws -> QueryExpression {
    let outer = guards
    guards = []
    defer { guards = outer }
    let condition = try value(expression)
    let needed = guards.filter { !condition.implies($0) }
    return needed.isEmpty ? condition : .and(needed + [condition])
  }

  /// Translates an expression to a value in the form of a column.
  mutating func value<Expression>(_ expression: Expression) throws -> QueryExpression {
    let subject = try subject(expression)
    do {
      return try column(subject, Self.outputType(of: expression))
    } catch let error as Untranslatable {
      throw PredicateTranslationError.unsupportedPredicate(
        "\(SwiftText.of(expression)): \(error.reason)")
    }
  }

  /// Evaluates an expression that depends only on captured values, or returns nil for any other.
  func constant<Expression: PredicateExpression>(of expression: Expression) -> Subject? {
    // Throws if the expression depends on anything else. Then it is translated.
    guard let value = try? expression.evaluate(bindings) else { return nil }
    return Subject(constant: value)
  }

  /// Binds a variable for a part of the tree.
  mutating func bind<Output>(
    _ variable: PredicateExpressions.Variable<Output>, to subject: Subject
  ) {
    variables[variable.key] = subject
    if case .constant(let value) = subject { bindings[variable] = value as? Output }
  }

  mutating func newVariable() -> Int {
    defer { nextVariable += 1 }
    return nextVariable
  }

  private static func outputType<Expression>(of expression: Expression) -> any Any.Type {
    func type<Node: PredicateExpression>(_ node: Node) -> any Any.Type { Node.Output.self }
    return (expression as? any PredicateExpression).map { type($0) } ?? Any.self
  }
}

/// A predicate node that can be translated to a query.
protocol QueryTranslatable: SendableMetatype {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject
}

/// The reason why a node can't be translated.
///
/// The translator adds a description of the node.
struct Untranslatable: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

extension PredicateTranslator.Subject {
  /// Creates a constant from a captured value.
  init(constant value: Any) {
    if let optional = value as? any OptionalValue {
      self = optional.wrappedValue.map { Self(constant: $0) } ?? .null
    } else {
      self = .constant(value)
    }
  }

  /// True if the value is known without a query.
  var isConstant: Bool {
    switch self {
    case .constant, .null, .list: true
    default: false
    }
  }

  /// The expression that is NULL if the subject is nil, or nil if the subject can't be nil.
  var presence: QueryExpression? {
    switch self {
    // The queried object and a member always exist.
    case .object(let path, _), .identifier(let path, _):
      path.steps.isEmpty ? nil : .key(path)
    case .value(let value), .json(let value): value
    case .composite(let path, let property, let columns):
      columns.first.map { .column(path, .init(property: property, description: $0)) }
    case .null: .literal(.null)
    case .members, .collection, .range, .constant, .list: nil
    }
  }
}
