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
}

extension StorageError {
  /// The error for a server's failure.
  ///
  /// - Parameters:
  ///   - path: The server's address, without its password.
  ///   - seconds: How long the server waits for a lock.
  init(_ failure: ServerFailure, path: String, seconds: Double, sql: String?) {
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
    case "54000", "54001", "54011", "54023":
      self = .tooLarge(path: path, reason: "the server refuses it: \(failure.message)")
    case "42P01", "42703": self = .schemaChanged(path: path, missing: failure.missing)
    case "42883" where !failure.message.contains("strata_"), "42725":
      self = .noFunction(path: path, reason: failure.message)
    case "57014": self = .interrupted(path: path)
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

  /// The message with its details.
  var text: String { detail.isEmpty ? message : "\(message) (\(detail))" }

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

  // The fields name neither a missing table nor a missing column, but the message quotes it in every language.
  fileprivate var missing: String {
    let kind = state == "42P01" ? "table" : "column"
    let name = message.split(separator: "\"", omittingEmptySubsequences: false)
    return name.count > 1 ? "\(kind) \(name[1])" : message
  }
}

extension StorageError.Constraint {
  fileprivate init(_ kind: Kind, _ failure: ServerFailure) {
    self.init(
      kind: kind, table: failure.table,
      columns: kind == .unique ? failure.columns : failure.column.map { [$0] } ?? [],
      message: failure.text)
  }
}
