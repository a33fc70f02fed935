import StrataQuery
import StrataSchema
import StrataSQLite

/// A term of ORDER BY, and its value at a position.
private struct OrderTerm {
  let term: SQL
  /// The value, or nil for NULL.
  let value: SQL?
  let isAscending: Bool
  let nilsAreFirst: Bool
  /// True if no row has NULL.
  var isRequired = false

  /// The condition of rows whose term comes after the position's. Nil if none does.
  var follows: SQL? {
    guard let value else { return nilsAreFirst && !isRequired ? "\(term) IS NOT NULL" : nil }
    let follows: SQL = "\(term) \(isAscending ? ">" : "<") \(value)"
    return nilsAreFirst || isRequired ? follows : "(\(follows) OR \(term) IS NULL)"
  }

  /// The condition of rows with the position's value.
  var equals: SQL { value.map { "\(term) = \($0)" } ?? "\(term) IS NULL" }

  /// A condition that all rows from the position on meet and that an index serves, or nil.
  var bound: SQL? {
    guard let value, nilsAreFirst || isRequired else { return nil }
    return "\(term) \(isAscending ? ">=" : "<=") \(value)"
  }
}

extension SQLCompiler {
  /// The condition of the rows behind a position in the order of a query.
  mutating func compile(
    behind position: Query.Position, in query: Query, _ root: SQL
  ) throws -> SQL {
    var terms: [OrderTerm] = []
    for (sort, value) in zip(query.directedSort, position.values) {
      terms += try orderTerms(of: sort, at: value)
    }
    var condition: SQL = "\(root).\(.key) \(query.isReversed ? "<" : ">") \(bind: position.key)"
    for term in terms.reversed() {
      let ties: SQL = "(\(term.equals) AND \(condition))"
      condition = term.follows.map { "(\($0) OR \(ties))" } ?? ties
    }
    return terms.first?.bound.map { "\($0) AND \(condition)" } ?? condition
  }

  /// The terms of ORDER BY for a sort key, as `compile(_:)` has them.
  private mutating func orderTerms(
    of sort: Query.Sort, at value: ColumnValue
  ) throws -> [OrderTerm] {
    func term(_ term: SQL, _ value: SQL?, isRequired: Bool = false) -> OrderTerm {
      OrderTerm(
        term: term, value: value, isAscending: sort.isAscending, nilsAreFirst: sort.nilsAreFirst,
        isRequired: isRequired)
    }
    if isJSON(sort.expression) {
      let json = try compile(json: sort.expression)
      return [JSONKind.number, .text].map { kind in
        let isText = if case .text = value { true } else { false }
        let typed = dialect.value(ofJSON: json, as: kind)
        let order = kind == .text ? dialect.order(sort.effectiveCollation) : ""
        let isOfKind = !value.isNull && isText == (kind == .text)
        return term("\(typed)\(order)", isOfKind ? "\(bind: value)" : nil)
      }
    }
    let isRequired = isRequired(sort.expression)
    let compiled = try compile(value: sort.expression)
    if sort.expression.isUnsigned {
      let values: [SQL]? = value.isNull ? nil : ["(\(bind: value) < 0)", "\(bind: value)"]
      return [
        term("(\(compiled) < 0)", values?[0], isRequired: isRequired),
        term(compiled, values?[1], isRequired: isRequired),
      ]
    }
    // A column is compared as it is, with a parameter of its type, so that its index serves.
    var (left, right): (SQL, SQL) = (compiled, "\(bind: value)")
    if case .column(let path, let column) = sort.expression {
      left = "\(try alias(path).alias).\(name: column.name)"
      right = dialect.parameter(
        "\(bind: value, as: column.description.storageClass)", for: column.description)
    }
    let ordered = dialect.ordered(left, sort.effectiveCollation, of: sort.expression)
    let bound = dialect.ordered(right, sort.effectiveCollation, of: sort.expression)
    return [term(ordered, value.isNull ? nil : bound, isRequired: isRequired)]
  }
}
