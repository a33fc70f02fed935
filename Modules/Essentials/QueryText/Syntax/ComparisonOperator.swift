/// A comparison operator.
///
/// Its raw value is its canonical spelling.
public enum ComparisonOperator: String, Sendable, Hashable, CaseIterable {
  /// `==`, or `=`.
  case equal = "=="
  /// `!=`, or `<>`.
  case notEqual = "!="
  /// `<`.
  case lessThan = "<"
  /// `<=`, or `=<`.
  case lessThanOrEqual = "<="
  /// `>`.
  case greaterThan = ">"
  /// `>=`, or `=>`.
  case greaterThanOrEqual = ">="
  /// `BETWEEN {low, high}`, bounds included.
  case between = "BETWEEN"
  /// `IN`: the left value is in the list on the right, or the left string is part of the right one.
  case inCollection = "IN"
  /// `CONTAINS`: `IN` with its operands exchanged.
  case contains = "CONTAINS"
  /// `BEGINSWITH`.
  case beginsWith = "BEGINSWITH"
  /// `ENDSWITH`.
  case endsWith = "ENDSWITH"
  /// `LIKE`: a pattern in which `?` matches one character and `*` any number.
  case like = "LIKE"
  /// `MATCHES`: the whole string matches a regular expression.
  case matches = "MATCHES"
  /// `SEARCH`: the search index of the object on the left finds it.
  case search = "SEARCH"
}

extension ComparisonOperator: CustomStringConvertible {
  /// The canonical spelling.
  public var description: String { rawValue }
}

extension ComparisonOperator {
  init?(_ token: PredicateToken) {
    switch token.kind {
    case .symbol(let symbol): self.init(symbol)
    case .name: self.init(token.keyword)
    default: return nil
    }
  }

  private init?(_ symbol: PredicateSymbol) {
    switch symbol {
    case .equal, .doubleEqual: self = .equal
    case .notEqual, .lessGreater: self = .notEqual
    case .less: self = .lessThan
    case .lessEqual, .equalLess: self = .lessThanOrEqual
    case .greater: self = .greaterThan
    case .greaterEqual, .equalGreater: self = .greaterThanOrEqual
    default: return nil
    }
  }

  private init?(_ keyword: PredicateKeyword?) {
    switch keyword {
    case .between, .in, .contains, .beginsWith, .endsWith, .like, .matches, .search:
      self.init(rawValue: keyword?.rawValue ?? "")
    default: return nil
    }
  }

  static let words = allCases.map(\.rawValue).filter { $0.first?.isLetter == true }
}
