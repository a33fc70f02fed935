package import StrataQuery
package import StrataSQLite
import StrataSchema

// Searches on a server. SQLite's are tables of FTS5.
extension SQLDialect {
  /// The statement that makes a server's search index.
  ///
  /// - Parameter operatorClass: That of `pg_trgm`, with the schema that it is in.
  func searchIndex(_ search: SearchTable, operatorClass: SQL) -> SQL {
    let terms = search.columns.map { column -> SQL in
      switch search.tokenizer.kind {
      case .trigram: "(\(Self.lowered("\(name: column)"))) \(operatorClass)"
      case .unicode61, .porter: "(\(Self.vector("\(name: column)", search.tokenizer)))"
      }
    }
    return """
      CREATE INDEX IF NOT EXISTS \(name: search.name) ON \(name: search.table) \
      USING gin (\(terms.joined()))
      """
  }

  /// The statement that makes the configuration for English stems, unless it is there. The server's own
  /// leaves out words such as "the".
  static let stemmer = """
    DO $$ BEGIN
      IF NOT EXISTS (SELECT 1 FROM pg_ts_config WHERE cfgname = 'strata_english'
        AND cfgnamespace = quote_ident(current_schema())::regnamespace) THEN
        CREATE TEXT SEARCH DICTIONARY strata_english (TEMPLATE = snowball, Language = english);
        CREATE TEXT SEARCH CONFIGURATION strata_english (COPY = pg_catalog.english);
        ALTER TEXT SEARCH CONFIGURATION strata_english
          ALTER MAPPING REPLACE english_stem WITH strata_english;
      END IF;
    END $$
    """

  // An index's expression is also evaluated where no schema is searched for names, as by autovacuum. So
  // these have none but the server's own functions and collations.

  private static func lowered(_ text: SQL) -> SQL { "lower(\(text) COLLATE \"und-x-icu\")" }

  /// The words of a text with spaces between them, which are those that unicode61 of FTS5 has. The
  /// server's parser would take addresses and numbers apart by rules of its own.
  private static func words(_ text: SQL, _ tokenizer: Schema.SearchTokenizer) -> SQL {
    let plain: SQL =
      tokenizer.removesDiacritics
      ? "regexp_replace(normalize(\(lowered(text)), NFD), '[\\u0300-\\u036f]', '', 'g')"
      : "normalize(\(lowered(text)), NFC)"
    return "regexp_replace(\(plain) COLLATE \"und-x-icu\", '[^[:alnum:]]+', ' ', 'g')"
  }

  private static func configuration(_ tokenizer: Schema.SearchTokenizer) -> SQL {
    tokenizer.kind == .porter ? "'strata_english'::regconfig" : "'simple'::regconfig"
  }

  private static func vector(_ text: SQL, _ tokenizer: Schema.SearchTokenizer) -> SQL {
    "to_tsvector(\(configuration(tokenizer)), \(words(text, tokenizer)))"
  }

  private static func query(
    _ text: String, isPrefix: Bool, _ tokenizer: Schema.SearchTokenizer
  ) -> SQL {
    let words = words("\(bind: text)::text", tokenizer)
    let query: SQL = "phraseto_tsquery(\(configuration(tokenizer)), \(words))"
    // A text without words is NULL here, and finds nothing.
    return isPrefix ? "(nullif(\(query)::text, '') || ':*')::tsquery" : query
  }

  /// The pattern of LIKE for a text anywhere in another.
  private static func pattern(_ text: String) -> SQL {
    var pattern = "%"
    for scalar in text.unicodeScalars {
      if "%_\\".unicodeScalars.contains(scalar) { pattern += "\\" }
      pattern.unicodeScalars.append(scalar)
    }
    return lowered("\(bind: pattern + "%")::text")
  }

  /// The condition that texts match a search, on a server. It may be NULL where it is false.
  ///
  /// - Parameter texts: The columns of the search, in their order, or values.
  package func condition(_ search: SearchCondition, over texts: [SQL]) -> SQL {
    condition(search.expression, search, texts)
  }

  private func condition(
    _ expression: SearchExpression, _ search: SearchCondition, _ texts: [SQL]
  ) -> SQL {
    switch expression {
    case .and(let terms):
      "(\(terms.map { condition($0, search, texts) }.joined(" AND ")))"
    case .or(let terms):
      "(\(terms.map { condition($0, search, texts) }.joined(" OR ")))"
    case .not(let term): negation(of: condition(term, search, texts))
    case .phrase(let text, let isPrefix, let property):
      "(\(Self.matches(text, isPrefix, search, Self.searched(property, search, texts))))"
    }
  }

  private static func matches(
    _ text: String, _ isPrefix: Bool, _ search: SearchCondition, _ texts: [SQL]
  ) -> SQL {
    let tokenizer = search.tokenizer
    return texts.map { column -> SQL in
      if tokenizer.kind == .trigram { return "\(lowered(column)) LIKE \(pattern(text))" }
      return "\(vector(column, tokenizer)) @@ \(query(text, isPrefix: isPrefix, tokenizer))"
    }.joined(" OR ")
  }

  private static func searched(
    _ property: String?, _ search: SearchCondition, _ texts: [SQL]
  ) -> [SQL] {
    zip(search.columns, texts).filter { property == nil || $0.0.property == property }.map(\.1)
  }

  /// The rank of texts that match a search, on a server.
  func rank(_ search: SearchCondition, over texts: [SQL]) -> SQL {
    let phrases = search.expression.foundPhrases
    guard search.tokenizer.kind == .trigram else {
      let vectors = texts.map { "coalesce(\(Self.vector($0, search.tokenizer)), '')" as SQL }
      let queries = phrases.map {
        "coalesce(\(Self.query($0.text, isPrefix: $0.isPrefix, search.tokenizer)), '')" as SQL
      }
      return """
        ts_rank(\(vectors.joined(" || ")), \(queries.joined(" || ")))::double precision
        """
    }
    // The share of the texts that is searched for. Short texts don't come first for being short alone.
    let shares = phrases.flatMap { phrase in
      Self.searched(phrase.property, search, texts).map { column -> SQL in
        let text = Self.lowered(column)
        return """
          coalesce((char_length(\(text)) - char_length(replace(\(text), \
          \(Self.lowered("\(bind: phrase.text)::text")), '')))::double precision \
          / (char_length(\(text)) + 100), 0)
          """
      }
    }
    return "(\(shares.joined(" + ")))"
  }
}

extension SearchExpression {
  /// The phrases that texts are found by, without those that exclude texts.
  fileprivate var foundPhrases: [(text: String, isPrefix: Bool, property: String?)] {
    switch self {
    case .phrase(let text, let isPrefix, let property): [(text, isPrefix, property)]
    case .and(let terms), .or(let terms): terms.flatMap(\.foundPhrases)
    case .not: []
    }
  }
}
