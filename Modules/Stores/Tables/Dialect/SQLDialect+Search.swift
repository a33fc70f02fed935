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
  ///
  /// - Parameter others: Further characters of words. An index has none: it is of another expression otherwise.
  private static func words(
    _ text: SQL, _ tokenizer: Schema.SearchTokenizer, others: SQL = ""
  ) -> SQL {
    let plain: SQL =
      tokenizer.removesDiacritics
      ? "regexp_replace(normalize(\(lowered(text)), NFD), '[\\u0300-\\u036f]', '', 'g')"
      : "normalize(\(lowered(text)), NFC)"
    return "regexp_replace(\(plain) COLLATE \"und-x-icu\", '[^[:alnum:]\(others)]+', ' ', 'g')"
  }

  private static func configuration(_ tokenizer: Schema.SearchTokenizer) -> SQL {
    tokenizer.kind == .porter ? "'strata_english'::regconfig" : "'simple'::regconfig"
  }

  private static func vector(_ text: SQL, _ tokenizer: Schema.SearchTokenizer) -> SQL {
    "to_tsvector(\(configuration(tokenizer)), \(words(text, tokenizer)))"
  }

  /// The query for a phrase.
  ///
  /// - Parameter isOrdered: False for one that finds its words in any order.
  private static func query(
    _ text: String, isPrefix: Bool, isOrdered: Bool = true, _ tokenizer: Schema.SearchTokenizer
  ) -> SQL {
    let words = words("\(bind: text)::text", tokenizer)
    let function: SQL = isOrdered ? "phraseto_tsquery" : "plainto_tsquery"
    let query: SQL = "\(function)(\(configuration(tokenizer)), \(words))"
    // A text without words is NULL here, and finds nothing.
    return isPrefix ? "(nullif(\(query)::text, '') || ':*')::tsquery" : query
  }

  /// The condition that a text has the words of a phrase one after the other.
  ///
  /// A vector can't tell: it has at most 255 positions of a word, and none above 16,383
  /// (postgresql.org/docs/current/textsearch-limitations.html).
  private static func follow(
    _ text: String, isPrefix: Bool, in column: SQL, _ tokenizer: Schema.SearchTokenizer
  ) -> SQL {
    let end: SQL = isPrefix ? "''" : "' '"
    let phrase: SQL = "nullif(\(sequence("\(bind: text)::text", tokenizer)), '')"
    return """
      strpos(' ' || \(sequence(column, tokenizer)) || ' ', ' ' || \(phrase) || \(end)) > 0
      """
  }

  /// The words of a text, or their stems, with a space between two.
  private static func sequence(_ text: SQL, _ tokenizer: Schema.SearchTokenizer) -> SQL {
    let words: SQL = "btrim(\(words(text, tokenizer, others: otherNumbers)))"
    guard tokenizer.kind == .porter else { return "(\(words) COLLATE \"C\")" }
    return """
      ((SELECT string_agg(coalesce((ts_lexize('strata_english', w.word))[1], w.word), ' ' ORDER BY w.number) \
      FROM regexp_split_to_table(\(words), ' ') WITH ORDINALITY AS w (word, number)) \
      COLLATE "C")
      """
  }

  /// The numbers that aren't of decimal digits, such as ½, ² and Ⅷ, as a part of a regular expression's class. They are words
  /// or parts of words, but not for the server (general categories No and Nl of Unicode 14).
  private static let otherNumbers: SQL = SQL(
    #"""
    \u00b2-\u00b3\u00b9\u00bc-\u00be\u09f4-\u09f9\u0b72-\u0b77\u0bf0-\u0bf2\u0c78-\u0c7e\#
    \u0d58-\u0d5e\u0d70-\u0d78\u0f2a-\u0f33\u1369-\u137c\u16ee-\u16f0\u17f0-\u17f9\u19da\u2070\#
    \u2074-\u2079\u2080-\u2089\u2150-\u2182\u2185-\u2189\u2460-\u249b\u24ea-\u24ff\u2776-\u2793\#
    \u2cfd\u3007\u3021-\u3029\u3038-\u303a\u3192-\u3195\u3220-\u3229\u3248-\u324f\u3251-\u325f\#
    \u3280-\u3289\u32b1-\u32bf\ua6e6-\ua6ef\ua830-\ua835\U00010107-\U00010133\U00010140-\U00010178\#
    \U0001018a-\U0001018b\U000102e1-\U000102fb\U00010320-\U00010323\U00010341\U0001034a\#
    \U000103d1-\U000103d5\U00010858-\U0001085f\U00010879-\U0001087f\U000108a7-\U000108af\#
    \U000108fb-\U000108ff\U00010916-\U0001091b\U000109bc-\U000109bd\U000109c0-\U000109cf\#
    \U000109d2-\U000109ff\U00010a40-\U00010a48\U00010a7d-\U00010a7e\U00010a9d-\U00010a9f\#
    \U00010aeb-\U00010aef\U00010b58-\U00010b5f\U00010b78-\U00010b7f\U00010ba9-\U00010baf\#
    \U00010cfa-\U00010cff\U00010e60-\U00010e7e\U00010f1d-\U00010f26\U00010f51-\U00010f54\#
    \U00010fc5-\U00010fcb\U00011052-\U00011065\U000111e1-\U000111f4\U0001173a-\U0001173b\#
    \U000118ea-\U000118f2\U00011c5a-\U00011c6c\U00011fc0-\U00011fd4\U00012400-\U0001246e\#
    \U00016b5b-\U00016b61\U00016e80-\U00016e96\U0001d2e0-\U0001d2f3\U0001d360-\U0001d378\#
    \U0001e8c7-\U0001e8cf\U0001ec71-\U0001ecab\U0001ecad-\U0001ecaf\U0001ecb1-\U0001ecb4\#
    \U0001ed01-\U0001ed2d\U0001ed2f-\U0001ed3d\U0001f100-\U0001f10c
    """#)

  /// True for a text that is a single word, so that a vector tells whether a text has it.
  private static func isWord(_ text: String) -> Bool {
    !text.isEmpty && text.unicodeScalars.allSatisfy(isOfWord)
  }

  /// True for a letter, a decimal digit, or a mark that is removed or belongs to a letter.
  private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber:
      true
    default: ("\u{300}"..."\u{36f}").contains(scalar)
    }
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
      // The index finds texts with all words. Whether these follow each other is read in the texts.
      let isWord = isWord(text)
      let hasWords: SQL = """
        \(vector(column, tokenizer)) @@ \(query(text, isPrefix: isPrefix, isOrdered: isWord, tokenizer))
        """
      if isWord { return hasWords }
      let isPhrase = follow(text, isPrefix: isPrefix, in: column, tokenizer)
      return text.unicodeScalars.contains(where: isOfWord)
        ? "(\(hasWords) AND \(isPhrase))" : isPhrase
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
