/// A reserved word of the language, in upper case.
///
/// Predicates may write it in any case.
enum PredicateKeyword: String {
  case and = "AND"
  case or = "OR"
  case not = "NOT"
  case any = "ANY"
  case someOf = "SOME"
  case all = "ALL"
  case noneOf = "NONE"
  case `in` = "IN"
  case like = "LIKE"
  case matches = "MATCHES"
  case search = "SEARCH"
  case contains = "CONTAINS"
  case beginsWith = "BEGINSWITH"
  case endsWith = "ENDSWITH"
  case between = "BETWEEN"
  case null = "NULL"
  case `nil` = "NIL"
  case selfObject = "SELF"
  case `true` = "TRUE"
  case yes = "YES"
  case `false` = "FALSE"
  case no = "NO"
  case truePredicate = "TRUEPREDICATE"
  case falsePredicate = "FALSEPREDICATE"
  case first = "FIRST"
  case last = "LAST"
  case size = "SIZE"
  case subquery = "SUBQUERY"
  case cast = "CAST"
  case function = "FUNCTION"
  case fetch = "FETCH"

  /// Finds the keyword of a word.
  ///
  /// Letters outside ASCII whose upper case is ASCII, such as the dotless i, make no keyword.
  init?(word: String) {
    guard word.utf8.count <= 14, word.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    self.init(rawValue: word.uppercased())
  }

  /// True if the word is reserved in one context only and can be a property's name elsewhere.
  var isContextual: Bool {
    switch self {
    case .first, .last, .size, .subquery, .cast, .function, .fetch, .search: true
    default: false
    }
  }
}
