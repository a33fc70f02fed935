package import Foundation
package import StrataModel
package import StrataQuery
package import StrataSchema
import StrataSQLite

/// Turns Foundation's predicate trees into query expressions.
///
/// Each kind of node says by conformance to ``QueryTranslatable`` what it becomes; a node that
/// doesn't, and what a store can't evaluate, is an error that names it in Swift's words. What doesn't
/// speak of stored objects is evaluated here, by Foundation.
package struct PredicateTranslator {
  /// What each variable of the tree stands for.
  package var variables: [PredicateExpressions.VariableID: Subject] = [:]
  /// The variables that stand for captured values.
  var bindings = PredicateBindings()
  /// What must hold for the innermost condition to be true: that what is unwrapped with `!` isn't nil,
  /// that an index isn't beyond an array's end. Swift would trap or throw.
  var guards: [QueryExpression] = []
  /// The graph of the store that is asked, which knows whose identifiers are whose; nil where only
  /// names can tell.
  let graph: (any ModelGraph)?
  private var nextVariable = 1

  package init(graph: (any ModelGraph)? = nil) { self.graph = graph }

  /// What part of an expression's value has been reached on the way to a column.
  package indirect enum Subject {
    /// An object: of the query or of a collection, or at the end of to-one relationships.
    case object(QueryPath, ModelEntity)
    /// The identifier of an object.
    case identifier(QueryPath, ModelEntity)
    /// The members of a to-many relationship.
    case members(QueryPath, ModelEntity, ModelRelationship)
    /// A value in the form in which a column keeps it.
    case value(QueryExpression)
    /// A value in the form in which a JSON text keeps it.
    case json(QueryExpression)
    /// A value of several columns.
    case composite(QueryPath, property: String, [ColumnDescription])
    /// Members or elements of which some are left out.
    case collection(TranslatedCollection)
    case range(TranslatedRange)
    /// A captured value, never nil.
    case constant(Any)
    /// Several constants.
    case list([ColumnValue])
    /// Swift's nil.
    case null
  }

  package static func translate<T: PersistentModel>(
    _ predicate: Predicate<T>, in graph: (any ModelGraph)? = nil
  ) throws -> QueryExpression {
    var translator = PredicateTranslator(graph: graph)
    translator.variables[predicate.variable.key] = .object(QueryPath(), T._$entity)
    return try translator.condition(predicate.expression)
  }

  mutating func subject<Expression>(_ expression: Expression) throws -> Subject {
    guard !Self.taught.isEmpty, let node = expression as? any QueryTranslatable else {
      throw PredicateTranslationError.unsupportedPredicate(SwiftText.of(expression))
    }
    do {
      return try node.translate(&self)
    } catch let error as Untranslatable {
      throw PredicateTranslationError.unsupportedPredicate(
        "\(SwiftText.of(expression)): \(error.reason)")
    }
  }

  /// What an expression means where it is true or false; false where it unwraps nil.
  package mutating func condition<Expression>(_ expression: Expression) throws -> QueryExpression {
    let outer = guards
    guards = []
    defer { guards = outer }
    let condition = try value(expression)
    let needed = guards.filter { !condition.implies($0) }
    return needed.isEmpty ? condition : .and(needed + [condition])
  }

  /// An expression's value in the form of a column.
  mutating func value<Expression>(_ expression: Expression) throws -> QueryExpression {
    let subject = try subject(expression)
    do {
      return try column(subject, Self.outputType(of: expression))
    } catch let error as Untranslatable {
      throw PredicateTranslationError.unsupportedPredicate(
        "\(SwiftText.of(expression)): \(error.reason)")
    }
  }

  /// What an expression evaluates to when it speaks of captured values alone.
  func constant<Expression: PredicateExpression>(of expression: Expression) -> Subject? {
    // What speaks of anything else throws, and is translated.
    guard let value = try? expression.evaluate(bindings) else { return nil }
    return Subject(constant: value)
  }

  /// Lets a variable stand for something inside a part of the tree.
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

/// A node of a predicate that has a counterpart in queries.
protocol QueryTranslatable: SendableMetatype {
  func translate(_ translator: inout PredicateTranslator) throws -> PredicateTranslator.Subject
}

/// Why a node has no counterpart; the node that is translated adds its own words.
struct Untranslatable: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}

extension PredicateTranslator.Subject {
  /// A captured value.
  init(constant value: Any) {
    if let optional = value as? any OptionalValue {
      self = optional.wrappedValue.map { Self(constant: $0) } ?? .null
    } else {
      self = .constant(value)
    }
  }

  /// Whether this is known without asking a store.
  var isConstant: Bool {
    switch self {
    case .constant, .null, .list: true
    default: false
    }
  }

  /// The value whose being nil says that this is nil; nil for what always is something.
  var presence: QueryExpression? {
    switch self {
    // The object that is asked about, and a member, are there.
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
