internal import StrataCSQLite

/// The check of a program's or a person's statements before they run: one statement, which reads or changes rows,
/// and leaves the schema, the transaction and the store's own tables alone.
package final class StatementCheck {
  private let connection: Connection
  /// The reason why the statement that is being prepared is refused.
  private var refusal: String?
  private var writtenTables: Set<String> = []
  /// True if that statement may only read.
  private var isReading = false
  private var checked: [String: Set<String>] = [:]

  /// Creates a check of the statements of a connection.
  package init(_ connection: Connection) { self.connection = connection }

  /// Runs a body in which SQLite asks the check about each step of a statement that is prepared.
  private func authorizing<Result>(_ handle: OpaquePointer, _ body: () -> Result) -> Result {
    sqlite3_set_authorizer(
      handle,
      { context, action, first, second, _, trigger in
        guard let context else { return SQLITE_DENY }
        let check = Unmanaged<StatementCheck>.fromOpaque(context).takeUnretainedValue()
        return check.authorize(
          action, first.map { String(cString: $0) }, second.map { String(cString: $0) },
          isInTrigger: trigger != nil)
      }, Unmanaged.passUnretained(self).toOpaque())
    // Otherwise all further statements of the connection would be checked.
    defer { sqlite3_set_authorizer(handle, nil, nil) }
    return body()
  }

  /// Checks a statement.
  ///
  /// - Parameter mayWrite: True if it may change rows.
  /// - Returns: True if it changes rows, and the tables that it changes, also by triggers: none on a server.
  /// - Throws: ``StorageError/refusedStatement(sql:reason:)``, or the error of a statement that can't be
  ///   prepared.
  package func check(
    _ query: SQL, mayWrite: Bool
  ) throws(StorageError) -> (writes: Bool, tables: Set<String>) {
    func refuse(_ reason: String) -> StorageError {
      .refusedStatement(sql: query.sql, reason: reason)
    }
    if let failure = query.failure { throw refuse(failure) }
    guard !query.sql.utf8.contains(0) else {
      throw refuse("there is a NUL character in the statement; interpolate texts, which are bound")
    }
    if let tables = checked[query.sql] { return (!tables.isEmpty, tables) }
    var words = SQLWords(query.sql, isServer: connection.handle == nil)
    guard let verb = words.next()?.uppercased() else {
      throw refuse(
        mayWrite ? "there is no statement in the text" : "there is no statement that reads")
    }
    guard !mayWrite || Self.readingVerbs.contains(verb) || Self.writingVerbs.contains(verb) else {
      throw refuse(
        "\(verb) isn't allowed here: a statement reads, inserts, updates or deletes rows. The schema "
          + "changes by a migration, and transaction {} begins and ends transactions")
    }
    guard let handle = connection.handle else {
      guard mayWrite || Self.readingVerbs.contains(verb) || ["TABLE", "SHOW"].contains(verb) else {
        throw refuse(Self.readingOnly)
      }
      return (try checkOnServer(query, words, verb, mayWrite: mayWrite, refuse), [])
    }
    if verb != "EXPLAIN", Self.readingVerbs.contains(verb) || Self.writingVerbs.contains(verb) {
      connectTables(of: query, handle)
    }
    let tables = try prepare(query, handle, mayWrite: mayWrite, refuse)
    return (!tables.isEmpty, tables)
  }

  /// Connects the virtual tables of a statement, such as that of a search index, which happens when a statement that names
  /// them, or has triggers that do, is first prepared. SQLite would ask the check about it as about a change of the schema.
  ///
  /// Statements with these verbs do nothing before they are run. An error comes again.
  private func connectTables(of query: SQL, _ handle: OpaquePointer) {
    var statement: OpaquePointer?
    sqlite3_prepare_v2(handle, query.sql, -1, &statement, nil)
    sqlite3_finalize(statement)
  }

  private func prepare(
    _ query: SQL, _ handle: OpaquePointer, mayWrite: Bool, _ refuse: (String) -> StorageError
  ) throws(StorageError) -> Set<String> {
    (refusal, writtenTables, isReading) = (nil, [], !mayWrite)
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    var rest = ""
    let code = authorizing(handle) {
      query.sql.withCString { text in
        var tail: UnsafePointer<CChar>?
        let code = sqlite3_prepare_v2(handle, text, -1, &statement, &tail)
        if let tail { rest = String(cString: tail) }
        return code
      }
    }
    if let refusal { throw refuse(refusal) }
    switch code & 0xff {
    case SQLITE_OK: break
    case SQLITE_ERROR:
      // Of the statement's own making: another store's table isn't missing from this one.
      throw refuse(
        String(cString: sqlite3_errmsg(handle))
          + Self.place(Int(strata_error_offset(handle)), in: query.sql))
    default: throw StorageError(code: code, connection: connection, sql: query.sql)
    }
    guard let statement, mayWrite || sqlite3_column_count(statement) > 0 else {
      throw refuse(
        mayWrite ? "there is no statement in the text" : "there is no statement that reads")
    }
    var words = SQLWords(rest)
    guard words.next() == nil, words.isAtEnd else {
      let first = query.sql.utf8.count - rest.utf8.count
      let blanks = rest.utf8.prefix { " \t\r\n;".utf8.contains($0) }.count
      throw refuse(
        "there is more behind the first statement" + Self.place(first + blanks, in: query.sql))
    }
    // The library's own judgement, in case of a statement that the authorizer doesn't know.
    guard mayWrite || sqlite3_stmt_readonly(statement) != 0 else { throw refuse(Self.readingOnly) }
    try require(Int(sqlite3_bind_parameter_count(statement)), query, refuse)
    checked[query.sql] = writtenTables
    return writtenTables
  }

  /// The position of a byte in words, counted in characters from 1. Empty if it is unknown.
  private static func place(_ offset: Int, in sql: String) -> String {
    guard offset >= 0 else { return "" }
    return ", at character \(String(decoding: sql.utf8.prefix(offset), as: UTF8.self).count + 1)"
  }

  private static let readingOnly = "only statements that read are run here"
  private static let readingVerbs: Set = ["SELECT", "WITH", "VALUES", "EXPLAIN"]
  private static let writingVerbs: Set = ["INSERT", "REPLACE", "UPDATE", "DELETE", "MERGE"]

  /// A server has no authorizer, so that a statement that changes rows may not name the store's own tables at all.
  ///
  /// - Returns: True if the statement changes rows.
  private func checkOnServer(
    _ query: SQL, _ words: SQLWords, _ verb: String, mayWrite: Bool,
    _ refuse: (String) -> StorageError
  ) throws(StorageError) -> Bool {
    // A function has this name there, and no statement.
    let writingVerbs = Self.writingVerbs.subtracting(["REPLACE"])
    var words = words
    var writes = writingVerbs.contains(verb)
    var own: String?
    var plain: Set<String> = []
    while let word = words.next() {
      if !words.isQuoted { plain.insert(word.uppercased()) }
      if Self.isOwnTable(word) { own = word }
    }
    writes = writes || !plain.isDisjoint(with: writingVerbs)
    // Any other `?` is an operator.
    let questionMarks = Set(words.questionMarks)
    try require(
      query.parameters.count { questionMarks.contains($0.offset) }, query, refuse)
    // SELECT INTO makes a table, as does what EXPLAIN ANALYZE runs. A setting would end the record of changes.
    let makes = verb == "EXPLAIN" ? ["INTO", "CREATE", "EXECUTE", "REFRESH", "DECLARE"] : ["INTO"]
    guard writes || plain.isDisjoint(with: makes), !plain.contains("SET_CONFIG") else {
      throw refuse(
        mayWrite
          ? "the statement would change the schema or the connection, which isn't allowed here"
          : Self.readingOnly)
    }
    guard writes else { return false }
    guard mayWrite else { throw refuse(Self.readingOnly) }
    if let own { throw refuse(Self.refusal(ofTable: own)) }
    return true
  }

  private func require(
    _ count: Int, _ query: SQL, _ refuse: (String) -> StorageError
  ) throws(StorageError) {
    guard count != query.parameters.count else { return }
    throw refuse(
      "the statement has \(count) parameters and \(query.parameters.count) values; interpolate each value"
    )
  }

  /// True for the names of tables that belong to the store itself. Columns of entities begin alike.
  private static func isOwnTable(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasPrefix("strata_") && !["strata_key", "strata_entity"].contains(name)
      && !name.hasSuffix("_position")
  }

  private static func refusal(ofTable name: String) -> String {
    "\(name) is the store's own table, which only the store itself may change"
  }

  private func authorize(
    _ action: Int32, _ first: String?, _ second: String?, isInTrigger: Bool
  ) -> Int32 {
    switch action {
    case SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE: return SQLITE_OK
    case SQLITE_FUNCTION:
      guard second?.lowercased() != "load_extension" else {
        return deny("extensions can't be loaded here")
      }
      return SQLITE_OK
    case SQLITE_INSERT where !isReading, SQLITE_UPDATE where !isReading,
      SQLITE_DELETE where !isReading:
      let table = first ?? ""
      // The triggers that record changes and former rows. A program can't add others here.
      if isInTrigger, Self.isOwnTable(table) { return SQLITE_OK }
      guard !Self.isOwnTable(table), !table.lowercased().hasPrefix("sqlite_") else {
        return deny(Self.refusal(ofTable: table))
      }
      writtenTables.insert(table)
      return SQLITE_OK
    case SQLITE_PRAGMA where isReading:
      let name = first?.lowercased() ?? ""
      guard
        Self.describingPragmas.contains(name) || second == nil && Self.tellingPragmas.contains(name)
      else { return deny(Self.readingOnly) }
      return SQLITE_OK
    case SQLITE_PRAGMA where second == nil: return SQLITE_OK
    default:
      return deny(
        isReading
          ? Self.readingOnly
          : "the statement would change the schema or the connection, which isn't allowed here")
    }
  }

  /// The pragmas that tell something about what their argument names.
  private static let describingPragmas: Set<String> = [
    "table_info", "table_xinfo", "table_list", "index_list", "index_info", "index_xinfo",
    "foreign_key_list", "foreign_key_check", "integrity_check", "quick_check",
  ]

  /// The pragmas that tell something without an argument, and with one set it.
  private static let tellingPragmas: Set<String> = [
    "application_id", "user_version", "schema_version", "page_count", "page_size", "freelist_count",
    "encoding", "database_list", "collation_list", "function_list",
    "compile_options",
  ]

  private func deny(_ reason: String) -> Int32 {
    if refusal == nil { refusal = reason }
    return SQLITE_DENY
  }
}

extension Connection {
  /// Prepares the text of one statement that only reads: a SELECT, VALUES, EXPLAIN, or a PRAGMA that tells something.
  ///
  /// - Throws: ``StorageError/refusedStatement(sql:reason:)``, with the position where SQLite knows it.
  package func readingStatement(_ sql: String) throws(StorageError) -> Statement {
    _ = try StatementCheck(self).check(SQL(sql), mayWrite: false)
    return try Statement(SQL(sql), connection: self)
  }
}

/// The words and names of an SQL text, without texts in quotes, comments, numbers and signs.
package struct SQLWords: IteratorProtocol {
  private let text: [UInt8]
  private var index = 0
  /// True for PostgreSQL's SQL, false for SQLite's.
  private let isServer: Bool

  package init(_ sql: String, isServer: Bool = false) {
    text = Array(sql.utf8)
    self.isServer = isServer
  }

  /// True if only spaces and semicolons were left behind the last word.
  package private(set) var isAtEnd = true
  /// The positions of the `?` before the last word, outside of texts, names and comments.
  package private(set) var questionMarks: [Int] = []
  /// True if the last word is a name in quotes.
  package private(set) var isQuoted = false

  package mutating func next() -> String? {
    while index < text.count {
      let byte = text[index]
      switch byte {
      case UInt8(ascii: "'"): skip(to: byte)
      case UInt8(ascii: "\""): return quoted(byte)
      case UInt8(ascii: "`") where !isServer: return quoted(byte)
      case UInt8(ascii: "[") where !isServer: return quoted(UInt8(ascii: "]"))
      case UInt8(ascii: "$") where isServer && skipDollarQuote(): break
      case UInt8(ascii: "-") where text[(index + 1)...].first == byte: skipLine()
      case UInt8(ascii: "/") where text[(index + 1)...].first == UInt8(ascii: "*"): skipComment()
      case _ where Self.isLetter(byte):
        let start = index
        while index < text.count, isInWord(text[index]) { index += 1 }
        isQuoted = false
        let word = String(decoding: text[start..<index], as: UTF8.self)
        guard isServer, word == "E" || word == "e", index < text.count,
          text[index] == UInt8(ascii: "'")
        else { return word }
        skipEscapedText()
      case _ where isServer && Self.isDigit(byte):
        // Otherwise a sign behind a number, such as `1$`, would begin a text.
        isAtEnd = false
        while index < text.count, isInWord(text[index]) { index += 1 }
      default:
        if byte == UInt8(ascii: "?") { questionMarks.append(index) }
        if !Self.separators.contains(byte) { isAtEnd = false }
        index += 1
      }
    }
    return nil
  }

  private static let separators = Set(" \t\r\n\u{c};".utf8)

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_")
      || (byte | 0x20 >= UInt8(ascii: "a")
        && byte | 0x20 <= UInt8(ascii: "z"))
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  private func isInWord(_ byte: UInt8) -> Bool {
    Self.isLetter(byte) || Self.isDigit(byte) || isServer && byte == UInt8(ascii: "$")
  }

  private mutating func skip(to end: UInt8) {
    isAtEnd = false
    index = (text[(index + 1)...].firstIndex(of: end) ?? text.count - 1) + 1
  }

  private mutating func quoted(_ end: UInt8) -> String {
    let start = index + 1
    isQuoted = true
    skip(to: end)
    return String(decoding: text[start..<max(start, index - 1)], as: UTF8.self)
  }

  /// Skips a comment to the end of its line.
  private mutating func skipLine() {
    index =
      text[index...].firstIndex {
        $0 == UInt8(ascii: "\n") || isServer && $0 == UInt8(ascii: "\r")
      } ?? text.count
  }

  /// Skips a comment, with those inside it on a server.
  private mutating func skipComment() {
    index += 2
    var depth = 1
    while index < text.count {
      let pair = text[index...].prefix(2)
      if pair.elementsEqual("*/".utf8) {
        index += 2
        depth -= 1
        if depth == 0 { return }
      } else if isServer, pair.elementsEqual("/*".utf8) {
        index += 2
        depth += 1
      } else {
        index += 1
      }
    }
  }

  /// Skips a text such as `$$ it's $$` or `$tag$ … $tag$`.
  ///
  /// - Returns: False if there is none.
  private mutating func skipDollarQuote() -> Bool {
    var end = index + 1
    while end < text.count, Self.isLetter(text[end]) || end > index + 1 && Self.isDigit(text[end]) {
      end += 1
    }
    guard end < text.count, text[end] == UInt8(ascii: "$") else { return false }
    let tag = Array(text[index...end])
    isAtEnd = false
    index = end + 1
    while index < text.count {
      if text[index...].starts(with: tag) {
        index += tag.count
        return true
      }
      index += 1
    }
    return true
  }

  /// Skips a text in which a backslash takes the meaning of the next character: `E'it\'s'`, and its parts on further lines.
  private mutating func skipEscapedText() {
    isAtEnd = false
    repeat {
      index += 1
      while index < text.count, text[index] != UInt8(ascii: "'") {
        index += text[index] == UInt8(ascii: "\\") ? 2 : 1
      }
      index = min(index + 1, text.count)
    } while skipToContinuation()
  }

  /// Goes to the next part of a text: a quote at once, which is a doubled one, or behind a line break.
  private mutating func skipToContinuation() -> Bool {
    var next = index
    while next < text.count, Self.separators.subtracting(";".utf8).contains(text[next]) {
      next += 1
    }
    guard next < text.count, text[next] == UInt8(ascii: "'"),
      next == index || text[index..<next].contains(where: { "\r\n".utf8.contains($0) })
    else { return false }
    index = next
    return true
  }
}
