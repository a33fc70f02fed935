@_spi(Query) import StrataContexts
import Foundation
import Strata
import StrataStack
import StrataApplication
import StrataQuery
import StrataQueryText
import StrataShell
import StrataTrackerModel

/// The predicate of `--where`, in which the names of columns stand for what they show: `value > 10`,
/// `option == "nuts"`.
@MainActor struct PointCondition {
  private let value: ArgumentValue
  private let environment: ApplicationEnvironment
  private let valueNames: PairNames?

  /// - Parameter valueNames: The names of the two values, if all data points are of an item that has them.
  init(
    _ value: ArgumentValue, _ environment: ApplicationEnvironment, _ valueNames: PairNames? = nil
  ) {
    self.value = value
    self.environment = environment
    self.valueNames = valueNames
  }

  /// The columns and the names of values.
  private var known: [String] {
    (valueNames.map { [$0.first, $0.second] } ?? []) + Self.names
  }

  /// Returns the path of a column, or of a value by its name.
  private func path(_ name: String) -> [KeyPathComponent]? {
    switch name {
    case valueNames?.first: Self.paths["value1"]
    case valueNames?.second: Self.paths["value2"]
    default: Self.paths[name]
    }
  }

  /// The columns, in the order in which errors list them.
  nonisolated static let names = [
    "uid", "when", "end", "item", "value", "value2", "hours", "option", "selection", "memo",
    "source",
  ]

  private static let paths: [String: [KeyPathComponent]] = [
    "when": ["dataContent", "startDate"], "start": ["dataContent", "startDate"],
    "end": ["dataContent", "endDate"], "value": ["dataContent", "value1"],
    "value1": ["dataContent", "value1"], "value2": ["dataContent", "value2"],
    "item": ["item", "name"], "memo": ["memo", "text"], "source": ["source"],
  ]

  /// Parses the predicate.
  ///
  /// - Throws: A usage error with the column in the line. For an unknown name it lists the known ones.
  func expression() throws -> QueryExpression? {
    let schema = environment.stack.container.schema
    func entity(_ name: String) throws -> Schema.Entity {
      guard let entity = schema.entitiesByName[name] else { throw StackError.unknownModel(name) }
      return entity
    }
    let (entity, option) = (try entity("ItemData"), try entity("ItemOption"))
    return try environment.predicate(value, entity: entity) {
      try Rewriting(condition: self, entity: entity, option: option).predicate($0)
    }
  }

  private func error(_ message: String, hint: String, at range: SourceRange) -> ShellError {
    ShellError(
      message, hint: hint, column: value.contentColumn + range.column - 1, kind: .usage)
  }

  /// A walk over the syntax tree that replaces the names of columns.
  @MainActor private struct Rewriting {
    let condition: PointCondition
    let entity: Schema.Entity
    let option: Schema.Entity

    func predicate(_ syntax: PredicateSyntax) throws -> PredicateSyntax {
      switch syntax.kind {
      case .constant: return syntax
      case .not(let term): return PredicateSyntax(.not(try predicate(term)), range: syntax.range)
      case .and(let terms):
        return PredicateSyntax(.and(try terms.map(predicate)), range: syntax.range)
      case .or(let terms):
        return PredicateSyntax(.or(try terms.map(predicate)), range: syntax.range)
      case .comparison(let comparison):
        if let chosen = try options(comparison, at: syntax.range) { return chosen }
        // An object is compared with nil, or with its key as fetch shows it.
        let isObject = [["item"], ["memo"]].contains { comparison.lhs.kind == .keyPath($0) }
        if isObject, comparison.rhs.isKey { return syntax }
        let kind = PredicateSyntax.Kind.comparison(
          ComparisonSyntax(
            lhs: try expression(comparison.lhs), modifier: comparison.modifier,
            comparisonOperator: comparison.comparisonOperator, options: comparison.options,
            rhs: try expression(comparison.rhs)))
        return PredicateSyntax(kind, range: syntax.range)
      }
    }

    private func expression(_ syntax: ExpressionSyntax) throws -> ExpressionSyntax {
      let kind: ExpressionSyntax.Kind =
        switch syntax.kind {
        case .literal, .selfObject, .variable, .member: syntax.kind
        case .keyPath(let path): try keyPath(path, syntax.range)
        case .aggregate(let parts): .aggregate(try parts.map(expression))
        case .function(let function, let arguments):
          .function(function, try arguments.map(expression))
        case .arithmetic(let left, let operation, let right):
          .arithmetic(try expression(left), operation, try expression(right))
        case .negated(let operand): .negated(try expression(operand))
        case .subquery(let collection, let variable, let condition):
          .subquery(try expression(collection), variable: variable, try predicate(condition))
        case .element(let base, let index): .element(of: try expression(base), index)
        }
      return ExpressionSyntax(kind, range: syntax.range)
    }

    private func keyPath(
      _ path: [KeyPathComponent], _ range: SourceRange
    ) throws -> ExpressionSyntax.Kind {
      guard let first = path.first, !first.isCollectionOperator else { return .keyPath(path) }
      func part(_ names: [KeyPathComponent]) -> ExpressionSyntax.Kind {
        .keyPath(names.map { KeyPathComponent($0.name, range: first.range) })
      }
      if path.count == 1 {
        if let names = condition.path(first.name) { return part(names) }
        switch first.name {
        case "hours":
          let length = ExpressionSyntax(
            .arithmetic(
              ExpressionSyntax(part(["dataContent", "endDate"]), range: range), .subtract,
              ExpressionSyntax(part(["dataContent", "startDate"]), range: range)), range: range)
          // The absolute value of a difference of dates is a number, and no date.
          let seconds = ExpressionSyntax(.function(.absolute, [length]), range: range)
          return .arithmetic(seconds, .divide, .literal(.integer(3600)))
        case "option":
          throw condition.error(
            "option can only be compared with a text", hint: #"write it like option == "nuts""#,
            at: range)
        case "what":
          throw condition.error(
            "what is made of several columns", hint: "ask for value, value2, option or hours",
            at: range)
        default: break
        }
      }
      let known = entity.properties.map(\.name) + ["strata_key", "self"]
      guard !known.contains(first.name) else { return .keyPath(path) }
      let nearest = NearestName.find(first.name, in: condition.known + known)
      // Dropped: an error of the store doesn't matter where the person's word is wrong.
      let name = first.name
      if let item = try? condition.environment.context.item(namedIgnoringCase: name) {
        throw condition.error(
          "data points have no “\(name)”",
          hint:
            "\(item.name) is an item, and value is its value; for its data points alone name it before --where, "
            + "or write item == \"\(item.name)\"",
          at: first.range)
      }
      throw condition.error(
        "data points have no “\(first.name)”",
        hint: (nearest.map { "did you mean \($0)?\n" } ?? "")
          + "they have \(condition.known.joined(separator: ", "))", at: first.range)
    }

    /// Replaces a comparison of `option` by one of the identifiers of the options that meet it. Nil
    /// for other comparisons.
    private func options(
      _ comparison: ComparisonSyntax, at range: SourceRange
    ) throws -> PredicateSyntax? {
      guard comparison.lhs.kind == .keyPath(["option"]), comparison.modifier == .direct,
        comparison.rhs.isConstant
      else { return nil }
      let uid = ExpressionSyntax(
        .keyPath(["dataContent", "optionID"]), range: comparison.lhs.range)
      if comparison.rhs.kind == .literal(.null) {
        return PredicateSyntax(
          .comparison(
            ComparisonSyntax(
              lhs: uid, comparisonOperator: comparison.comparisonOperator, rhs: comparison.rhs)),
          range: range)
      }
      // A data point without an option differs from each one.
      let isDifferent = comparison.comparisonOperator == .notEqual
      let labels = ComparisonSyntax(
        lhs: ExpressionSyntax(.keyPath(["label"]), range: comparison.lhs.range),
        comparisonOperator: isDifferent ? .equal : comparison.comparisonOperator,
        options: comparison.options, rhs: comparison.rhs)
      let environment = condition.environment
      let found = try environment.context.fetch(
        try environment.query(
          where: PredicateSyntax(.comparison(labels), range: range), entity: option,
          column: condition.value.contentColumn)
      ).compactMap { $0 as? ItemOption }
      let isOne: PredicateSyntax =
        found.isEmpty
        ? .constant(false)
        : PredicateSyntax(
          .comparison(
            ComparisonSyntax(
              lhs: uid, comparisonOperator: .inCollection,
              rhs: .aggregate(found.map { .literal(.string($0.uid.uuidString)) }))), range: range)
      return isDifferent ? .not(isOne) : isOne
    }
  }
}

extension ExpressionSyntax {
  /// True for nil, a key, and a list of keys.
  fileprivate var isKey: Bool {
    switch kind {
    case .literal(.integer), .literal(.null): true
    case .aggregate(let parts): parts.allSatisfy(\.isKey)
    default: false
    }
  }

  /// True for a literal and a list of literals.
  fileprivate var isConstant: Bool {
    switch kind {
    case .literal: true
    case .aggregate(let parts): parts.allSatisfy(\.isConstant)
    default: false
    }
  }
}
