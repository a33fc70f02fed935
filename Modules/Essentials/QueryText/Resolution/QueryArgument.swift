public import Foundation
internal import StrataQuery
internal import StrataSchema

/// The value of a variable in a predicate's text, such as `$name`.
public enum QueryArgument: Sendable, Hashable {
  /// Nil.
  case null
  case boolean(Bool)
  case integer(Int64)
  case real(Double)
  case decimal(Decimal)
  case text(String)
  case date(Date)
  case data(Data)
  case uuid(UUID)
  case url(URL)
  /// The object with a key in an entity of a store.
  ///
  /// The store's identifier is nil for an object that is in no store. Such an object never equals
  /// one of a store.
  case object(store: String?, entity: String, key: Int64)
  /// Several values, for `IN` and `BETWEEN`.
  case list([QueryArgument])
}

extension QueryArgument {
  /// The kind of value, for messages.
  var kind: String {
    switch self {
    case .null: "nil"
    case .boolean: "a truth value"
    case .integer, .real, .decimal: "a number"
    case .text: "a text"
    case .date: "a date"
    case .data: "binary data"
    case .uuid: "a UUID"
    case .url: "a URL"
    case .object(_, let entity, _): "an object of \(entity)"
    case .list: "a list"
    }
  }

  /// The value as a column of no particular type, or nil for a list.
  var plain: ColumnValue? {
    switch self {
    case .null: .null
    case .boolean(let truth): .integer(truth ? 1 : 0)
    case .integer(let number): .integer(number)
    case .real(let number): .real(number)
    case .decimal(let number): .text(number.digits)
    case .text(let text): .text(text)
    case .date(let date): .real(date.timeIntervalSinceReferenceDate)
    case .data(let data): .blob(data)
    case .uuid(let uuid): .blob(withUnsafeBytes(of: uuid.uuid) { Data($0) })
    case .url(let url): .text(url.absoluteString)
    case .object(_, _, let key): .integer(key)
    case .list: nil
    }
  }

  /// Converts the value to a column's type, or returns nil if that is impossible.
  func value(like column: ColumnDescription) -> ColumnValue? {
    switch (self, column.storageClass, column.meaning) {
    case (.null, _, _): .null
    case (.date, .real, .date), (.uuid, .blob, .uuid), (.url, .text, _): plain
    case (.data, .blob, let meaning): meaning == .uuid ? nil : plain
    case (.text(let text), .text, .decimal): Decimal(digits: text).map { .text($0.digits) }
    case (.text, .text, _): plain
    case (.text(let text), .blob, .uuid): UUID(uuidString: text).flatMap { Self.uuid($0).plain }
    case (.boolean, .integer, _), (.integer, .integer, _): plain
    case (.real, .integer, let meaning): meaning == .boolean ? nil : plain
    // A date column has seconds since 2001, so that a number is accepted.
    case (.integer(let number), .real, _): .real(Double(number))
    case (.real, .real, _): plain
    case (.decimal(let number), .real, let meaning):
      meaning == .date ? nil : .real(NSDecimalNumber(decimal: number).doubleValue)
    case (.decimal(let number), .integer, let meaning):
      meaning == .boolean ? nil : .real(NSDecimalNumber(decimal: number).doubleValue)
    case (.decimal, .text, .decimal): plain
    case (.integer(let number), .text, .decimal): .text(Decimal(number).digits)
    case (.real(let number), .text, .decimal): Decimal(string: "\(number)").map { .text($0.digits) }
    default: nil
    }
  }
}

extension QueryResolver {
  /// Returns true if an expression is a constant, whose type is that of the other operand.
  func isConstant(_ syntax: ExpressionSyntax) -> Bool {
    if case .literal = syntax.kind { return true }
    return argument(syntax) != nil
  }

  /// Returns the argument of a variable, or nil for any other expression and for a variable of a
  /// SUBQUERY.
  func argument(_ syntax: ExpressionSyntax) -> QueryArgument? {
    guard case .variable(let name) = syntax.kind else { return nil }
    let plain = name.hasPrefix("$") ? String(name.dropFirst()) : name
    return variables[plain] == nil ? arguments[plain] : nil
  }

  /// Converts an argument to the type of the operand that it is compared with.
  func constant(
    _ argument: QueryArgument, like type: OperandType, at range: SourceRange
  ) throws(QueryError) -> ColumnValue {
    func unfit(_ expected: String) -> QueryError {
      QueryError("the argument is \(argument.kind), and not \(expected)", at: range)
    }
    switch type {
    case .anything:
      guard let value = argument.plain else { throw unfit("one value") }
      return value
    case .object(let entity):
      switch argument {
      case .null: return .null
      case .object(let store, let name, let key):
        // No object has the key 0.
        guard let store, storeIdentifier ?? store == store, mayBe(name, entity) else {
          return .integer(0)
        }
        return .integer(key)
      default: throw unfit("an object")
      }
    case .column(let column):
      guard let value = argument.value(like: column) else { throw unfit(column.expectation) }
      return value
    }
  }

  /// Returns true if an object of a named entity can be one of another: if either inherits from the
  /// other.
  private func mayBe(_ name: String, _ entity: Schema.Entity) -> Bool {
    guard let named = schema.entitiesByName[name] else { return false }
    return named.lineage.contains { $0.name == entity.name }
      || entity.lineage.contains { $0.name == name }
  }

  /// Resolves the elements of a list, or returns nil if the expression is none.
  mutating func elements(
    of syntax: ExpressionSyntax, in scope: Scope, like type: OperandType
  ) throws(QueryError) -> [QueryExpression]? {
    if case .aggregate(let elements) = syntax.kind {
      var values: [QueryExpression] = []
      for element in elements { values.append(try value(element, in: scope, like: type)) }
      return values
    }
    guard case .list(let elements)? = argument(syntax) else { return nil }
    var values: [QueryExpression] = []
    for element in elements {
      values.append(.literal(try constant(element, like: type, at: syntax.range)))
    }
    return values
  }
}
