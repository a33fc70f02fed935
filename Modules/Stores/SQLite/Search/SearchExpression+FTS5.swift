package import StrataQuery
package import StrataSchema

extension SearchCondition {
  /// The search in the words of FTS5 (sqlite.org/fts5.html, section 3).
  ///
  /// Each phrase is a quoted string, so that nothing in it is an operator. The index may have further columns, which another
  /// program's models search.
  package var fts5: String {
    let own = columns.map { quoted($0.name) }.joined(separator: " ")
    return "{\(own)} : (\(expression.fts5 { column(of: $0) }))"
  }

  private func column(of property: String) -> String {
    columns.first { $0.property == property }?.name ?? property
  }
}

extension SearchExpression {
  fileprivate func fts5(_ column: (String) -> String) -> String {
    switch self {
    case .phrase(let text, let isPrefix, let property):
      let filter = property.map { "\(quoted(column($0))) : " } ?? ""
      return "\(filter)\(quoted(text))\(isPrefix ? " *" : "")"
    case .or(let terms): return Self.joined(terms, " OR ", column)
    case .and(let terms):
      let found = Self.joined(terms.filter { !$0.isExclusion }, " AND ", column)
      // NOT is an operator between two terms there.
      let excluded = terms.compactMap { term in
        if case .not(let excluded) = term { excluded } else { nil }
      }
      guard !excluded.isEmpty else { return found }
      return "(\(found)) NOT (\(Self.joined(excluded, " OR ", column)))"
    case .not(let term): return term.fts5(column)
    }
  }

  private static func joined(
    _ terms: [SearchExpression], _ separator: String, _ column: (String) -> String
  ) -> String {
    guard terms.count > 1 else { return terms.first?.fts5(column) ?? "" }
    return terms.map { $0.isPhrase ? $0.fts5(column) : "(\($0.fts5(column)))" }
      .joined(separator: separator)
  }

  private var isPhrase: Bool { if case .phrase = self { true } else { false } }
  private var isExclusion: Bool { if case .not = self { true } else { false } }
}

extension Schema.SearchTokenizer {
  /// The tokenizer in the words of FTS5.
  package var fts5: String {
    switch kind {
    case .unicode61: "unicode61 remove_diacritics \(removesDiacritics ? 2 : 0)"
    case .porter: "porter unicode61 remove_diacritics 2"
    case .trigram: "trigram"
    }
  }
}
