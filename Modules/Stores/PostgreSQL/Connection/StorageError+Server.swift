internal import Foundation
import StrataSQLite

/// An error as a server reports it.
struct ServerFailure {
  /// `ERROR`, or `FATAL` and `PANIC` for one that ends the connection, in every language.
  var severity = ""
  /// The five letters of its kind (postgresql.org/docs/current/errcodes-appendix.html).
  var state = ""
  var message = ""
  var detail = ""
  var table: String?
  var column: String?
  var constraint: String?
  /// The function of the server's source that has reported it, which is the same in every language.
  var function: String?
}

extension StorageError {
  /// The error for a server's failure.
  ///
  /// - Parameters:
  ///   - path: The server's address, without its password.
  ///   - seconds: How long the server waits for a lock.
  ///   - user: The user of the connection.
  ///   - schema: The schema with the store's tables.
  init(
    _ failure: ServerFailure, path: String, seconds: Double, sql: String?, user: String = "",
    schema: String = ""
  ) {
    switch failure.state {
    case "23505" where failure.isOfKey && failure.takenKey != nil:
      self = .keyTaken(table: failure.table ?? "", key: failure.takenKey ?? 0)
    case "23505" where failure.isOfKey:
      self = .constraint(Constraint(.primaryKey, failure))
    case "23505": self = .constraint(Constraint(.unique, failure))
    case "23502": self = .constraint(Constraint(.notNull, failure))
    case "23503": self = .constraint(Constraint(.foreignKey, failure))
    case "23514": self = .constraint(Constraint(.check, failure))
    case "55P03", "53300": self = .busy(path: path, seconds: seconds)
    case "25006": self = .readOnly(path: path)
    case "53100": self = .diskFull(path: path)
    case "54000" where failure.isOfIndexedValue:
      self = .tooLarge(
        path: path,
        reason: """
          a value of \(failure.indexed(sql)) is too long for a unique rule or an index: the server's take about 2,700 bytes, \
          after compression. Leave such values out, or keep a digest in a property of its own, and make that unique
          """)
    case "54000", "54001", "54011", "54023":
      self = .tooLarge(path: path, reason: "the server refuses it: \(failure.message)")
    case "42P01", "42703":
      self = .missingName(path: path, missing: failure.missing, advice: nil)
    case "42883" where failure.message.contains("strata_"):
      self = .server(
        state: failure.state,
        message: """
          \(failure.message); if an older version of Strata has made the store's functions, open the store once as its \
          owner, with allowsSave
          """, sql: sql)
    case "42883", "42725":
      self = .noFunction(path: path, reason: failure.message)
    case "57014": self = .interrupted(path: path)
    case "42501" where failure.function == "ExecWithCheckOptions":
      self = .server(
        state: failure.state,
        message: """
          \(failure.message); give the context the settings that the policy asks for (setServerSettings), and the object the \
          values of the same tenant
          """, sql: sql)
    case "42501":
      let advice = failure.grant(for: sql, to: user, schema)
      self = .server(state: failure.state, message: "\(failure.message); \(advice)", sql: sql)
    case "42P07", "42723", "42710":
      self = .server(
        state: failure.state,
        message: """
          \(failure.message), which isn't the store's; name another schema in the address (schema=…), or rename or drop \
          what is there
          """, sql: sql)
    default: self = .server(state: failure.state, message: failure.text, sql: sql)
    }
  }
}

extension ServerFailure {
  /// True if the server has ended the connection: it stops, or an administrator has said so. A pooler doesn't say the
  /// severity, but has a class of errors for it.
  var endsConnection: Bool {
    severity == "FATAL" || severity == "PANIC" || state.hasPrefix("08")
  }

  /// True if a statement was prepared for columns that have got other types since. All of the connection's statements may
  /// be so.
  var isOfOutdatedStatement: Bool { state == "0A000" && function == "RevalidateCachedQuery" }

  /// The message with its details, but for those of a broken rule, which show values of rows.
  var text: String {
    detail.isEmpty || state.hasPrefix("23") ? message : "\(message) (\(detail))"
  }

  /// The GRANT statement by which the owner of the tables lets a user run a statement, in words.
  fileprivate func grant(for sql: String?, to user: String, _ schema: String) -> String {
    let (schema, user) = (quoted(schema), quoted(user))
    switch sql?.split(separator: " ", maxSplits: 1).first?.uppercased() {
    case "CREATE" where sql?.uppercased().hasPrefix("CREATE SCHEMA") ?? false:
      return """
        let an administrator run CREATE SCHEMA \(schema) AUTHORIZATION \(user), or GRANT CREATE ON DATABASE … TO \(user)
        """
    case "CREATE", "ALTER", "DROP", "COMMENT", "DO":
      return """
        only the owner of the schema and its tables changes them: open the store as that user first, or let an \
        administrator run GRANT USAGE, CREATE ON SCHEMA \(schema) TO \(user), and ALTER TABLE … OWNER TO \(user)
        """
    case "SELECT", "WITH":
      return "let the owner run GRANT SELECT ON ALL TABLES IN SCHEMA \(schema) TO \(user)"
    default:
      return """
        let the owner run GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA \(schema) TO \(user), or open the \
        store with allowsSave: false
        """
    }
  }

  /// The columns of a unique rule.
  ///
  /// The detail says them in the server's language, and as `(title, author)=(…)` in each of them. A name with other
  /// letters than small ones is quoted.
  fileprivate var columns: [String] {
    guard let start = detail.firstIndex(of: "("), let end = detail.range(of: ")=(") else {
      return []
    }
    return detail[detail.index(after: start)..<end.lowerBound].components(separatedBy: ", ").map {
      $0.hasPrefix("\"")
        ? String($0.dropFirst().dropLast()).replacing("\"\"", with: "\"") : String($0)
    }
  }

  /// True if a value is too long for an index: for a page of it, or for any index.
  fileprivate var isOfIndexedValue: Bool {
    function == "_bt_check_third_page" || function?.hasPrefix("index_form_tuple") ?? false
  }

  /// The class and the properties of the index, or what the statement tells of them.
  ///
  /// The server names the index only if the value is too long for a page of it.
  fileprivate func indexed(_ sql: String?) -> String {
    guard let table, let constraint, constraint.hasPrefix("strata_\(table)_") else {
      let quoted = sql?.split(separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
      guard let quoted, quoted.count == 3 else { return "a unique or indexed property" }
      return "a unique or indexed property of \(quoted[1])"
    }
    var properties = constraint.dropFirst("strata_\(table)_".count)
    for end in ["_unique", "_index"] where properties.hasSuffix(end) {
      properties = properties.dropLast(end.count)
    }
    return "\(table).\(properties)"
  }

  /// The key of an object that another row has.
  ///
  /// The detail says it in the server's language, and as `(strata_key)=(7)` in each of them.
  fileprivate var takenKey: Int64? {
    guard let start = detail.firstIndex(of: "(") else { return nil }
    let key = "(strata_key)=("
    guard detail[start...].hasPrefix(key) else { return nil }
    return Int64(detail[start...].dropFirst(key.count).prefix { $0 != ")" })
  }

  /// True if the rule is that of a table's key.
  fileprivate var isOfKey: Bool {
    constraint?.hasSuffix("_pkey") ?? false
  }

  // The fields name neither a missing table nor a missing column. The message has it in every language: quoted, or
  // behind the name that the query gives its table and a dot, as in "column t0.place does not exist".
  fileprivate var missing: String {
    let kind = state == "42P01" ? "table" : "column"
    let quoted = message.split(separator: "\"", omittingEmptySubsequences: false)
    if quoted.count > 1 { return "\(kind) \(quoted[1])" }
    let words = message.split(separator: " ").map { $0.split(separator: ".") }
    if let name = words.first(where: { $0.count == 2 })?.last { return "\(kind) \(name)" }
    return "such \(kind) (\(message))"
  }
}

extension StorageError.Constraint {
  fileprivate init(_ kind: Kind, _ failure: ServerFailure) {
    let columns: [String] =
      switch kind {
      case .unique, .foreignKey: failure.columns
      // The rule for a property has the name of class and property.
      case .check: failure.checkedProperty.map { [$0] } ?? []
      default: failure.column.map { [$0] } ?? []
      }
    self.init(
      kind: kind, table: failure.table, columns: columns,
      message: kind == .foreignKey ? failure.brokenLink(columns) : failure.text)
  }
}

extension ServerFailure {
  /// The property whose rule is broken, or nil if the rule isn't that of one.
  fileprivate var checkedProperty: String? {
    guard let constraint, let point = constraint.firstIndex(of: "."), point > constraint.startIndex
    else { return nil }
    let property = constraint[constraint.index(after: point)...]
    return property.isEmpty ? nil : String(property)
  }

  /// A broken rule of a link in words. The detail says the columns and their values, in each language as `(owner)=(7)`.
  fileprivate func brokenLink(_ columns: [String]) -> String {
    guard let table, let start = detail.range(of: ")=("),
      let end = detail[start.upperBound...].firstIndex(of: ")")
    else { return text }
    let value = detail[start.upperBound..<end]
    // The other table is quoted in the message.
    let names = message.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
      .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
    let other = names.first { $0 != table && $0 != constraint } ?? table
    guard columns != ["strata_key"] else {
      return """
        \(other)/\(value) can't be deleted, since a row of \(table) leads to it; change or delete that one first, in a \
        program whose models have its class
        """
    }
    return """
      a row of \(table) leads by \(columns.joined(separator: ", ")) to the row \(value), which isn't there
      """
  }
}
