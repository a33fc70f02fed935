internal import Foundation
public import StrataQuery
public import StrataSchema

extension QueryResolver {
  /// Resolves the assignments of a batch update of an entity.
  ///
  /// - Throws: ``QueryError``.
  public func resolve(
    _ syntax: [AssignmentSyntax], entity: Schema.Entity
  ) throws(QueryError) -> [QueryAssignment] {
    var result: [QueryAssignment] = []
    for assignment in syntax {
      let (property, column) = try target(assignment.path, of: entity, assignment.range)
      guard !result.contains(where: { $0.property == property && $0.column == column }) else {
        throw QueryError("\(assignment.path.keyPathText) is set twice", at: assignment.range)
      }
      let value = try value(assignment, property, column, entity)
      result.append(QueryAssignment(property, column, value))
    }
    return result
  }

  private func target(
    _ path: [KeyPathComponent], of entity: Schema.Entity, _ range: SourceRange
  ) throws(QueryError) -> (String, ColumnDescription) {
    var resolver = self
    let scope = Scope(path: QueryPath(), entity: entity)
    if let first = path.first, case .relationship(let one)? = entity.property(named: first.name) {
      throw QueryError(
        "\(one.name) is a relationship, and both its ends must agree",
        hint: path.count > 1
          ? "update \(one.destination), whose property it is"
          : one.isToOne
            ? "set it object by object, as in set \(entity.name)/1 \(one.name) …"
            : "set the other end: the property of \(one.destination) that leads back", at: range)
    }
    guard let found = Self.column(try resolver.operand(along: path[...], from: scope, range: range))
    else {
      throw QueryError("\(path.keyPathText) can't be set", at: range)
    }
    return found
  }

  /// Returns the column of an operand.
  ///
  /// A decimal column is resolved as a sum, so that it compares as a number.
  private static func column(_ operand: Operand) -> (String, ColumnDescription)? {
    switch operand.value {
    case .column(let path, let column) where path.steps.isEmpty:
      (column.property, column.description)
    case .arithmetic(.add, .column(let path, let column), .literal(.integer(0)))
    where path.steps.isEmpty:
      (column.property, column.description)
    default: nil
    }
  }

  private func value(
    _ syntax: AssignmentSyntax, _ property: String, _ column: ColumnDescription,
    _ entity: Schema.Entity
  ) throws(QueryError) -> QueryAssignment.Value {
    let range = syntax.value.range
    switch syntax.value.kind {
    case .literal(.null):
      guard column.isOptional else {
        throw QueryError("\(syntax.path.keyPathText) needs a value", at: range)
      }
      return .constant(.null)
    case .literal(let literal):
      guard let value = assignable(literal, to: column) else {
        throw QueryError("\(literal) is not \(column.expectation)", at: range)
      }
      return .constant(value)
    case .keyPath(let path):
      return try other(path, like: column, syntax, entity)
    case .arithmetic(let lhs, let operation, let rhs)
    where operation == .add || operation == .subtract:
      guard case .keyPath(let path) = lhs.kind, case .literal(let literal) = rhs.kind,
        path == syntax.path
      else { break }
      return .sum(try number(literal, negated: operation == .subtract, for: column, at: range))
    default: break
    }
    throw QueryError(
      "\(syntax.path.keyPathText) can be set to a value, to another property, or to itself plus or "
        + "minus a number", at: range)
  }

  private func other(
    _ path: [KeyPathComponent], like column: ColumnDescription, _ syntax: AssignmentSyntax,
    _ entity: Schema.Entity
  ) throws(QueryError) -> QueryAssignment.Value {
    let range = syntax.value.range
    if let first = path.first, path.count == 1, entity.property(named: first.name) == nil,
      column.storageClass == .text
    {
      throw QueryError(
        "\(entity.name) has no property \(first.name)",
        hint: "a text stands in quotes: \"\(first.name)\"", at: range)
    }
    var resolver = self
    let scope = Scope(path: QueryPath(), entity: entity)
    let operand = try resolver.operand(along: path[...], from: scope, range: range)
    guard let (property, source) = Self.column(operand) else {
      throw QueryError(
        "\(path.keyPathText) is no property of \(entity.name) itself",
        hint: "fetch the objects and set it one by one", at: range)
    }
    guard source.storageClass == column.storageClass, source.meaning == column.meaning else {
      throw QueryError(
        "\(path.keyPathText) isn't \(column.expectation), as \(syntax.path.keyPathText) is",
        at: range)
    }
    return .column(property: property, source)
  }

  private func assignable(
    _ literal: LiteralSyntax, to column: ColumnDescription
  ) -> ColumnValue? {
    let value: ColumnValue?
    switch (literal, column.meaning) {
    case (.string(let text), _): return column.value(of: text, timeZone: timeZone)
    case (.boolean(let truth), .boolean): return .integer(truth ? 1 : 0)
    case (.boolean, _), (_, .boolean), (_, .date): return nil
    case (.integer(let number), .decimal): return .text("\(number)")
    case (.real(let number), .decimal): return Decimal(digits: "\(number)").map { .text("\($0)") }
    case (.integer(let number), .unsigned): return number < 0 ? nil : .integer(number)
    case (.integer(let number), _) where column.storageClass == .integer: value = .integer(number)
    case (.integer(let number), _) where column.storageClass == .real: value = .real(Double(number))
    case (.real(let number), _) where column.storageClass == .real: value = .real(number)
    default: return nil
    }
    if case .oneOf(let values)? = column.meaning, let value, !values.contains(value) { return nil }
    return value
  }

  private func number(
    _ literal: LiteralSyntax, negated: Bool, for column: ColumnDescription, at range: SourceRange
  ) throws(QueryError) -> ColumnValue {
    guard column.isSummable || column.meaning == .date else {
      throw QueryError(
        "a number can be added to a number only, and this is \(OperandType.column(column).name)",
        at: range)
    }
    switch (literal, column.storageClass) {
    case (.integer(let number), .integer):
      let (sum, overflow) = Int64(0).subtractingReportingOverflow(number)
      if negated, overflow { break }
      // An unsigned column can't subtract by adding the two's complement of a negative number.
      if negated, column.meaning == .unsigned { break }
      return .integer(negated ? sum : number)
    case (.integer(let number), .real): return .real(Double(number) * (negated ? -1 : 1))
    case (.real(let number), .real): return .real(negated ? -number : number)
    case (.integer, .text), (.real, .text):
      guard let number = Decimal(digits: "\(literal)") else { break }
      return .text("\(negated ? -number : number)")
    default: break
    }
    throw QueryError("\(literal) can't be added to \(column.expectation)", at: range)
  }
}
