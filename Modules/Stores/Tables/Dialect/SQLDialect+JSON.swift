package import StrataQuery
package import StrataSQLite
import StrataSchema

/// The type to which a JSON value is converted, for an engine whose expressions have static types.
package enum JSONKind: Sendable, Hashable {
  /// A number that is compared with others.
  case number
  /// A number for integer arithmetic and bits.
  case integer
  case real
  case text

  /// The type for a comparison with values of a storage class.
  init(_ storageClass: StorageClass) {
    switch storageClass {
    case .integer, .real: self = .number
    case .text, .blob: self = .text
    }
  }
}

// Values inside JSON texts. SQLite's have the type that they have in the text. A server's are of the type json until it
// is known what they are compared with, or computed for. Its functions that begin with `strata_json` are made with the
// store's tables.
extension SQLDialect {
  /// The value of a whole JSON text.
  package func json(_ text: SQL) -> SQL {
    switch self {
    case .sqlite: "json_extract(\(text), '$')"
    case .postgreSQL: "strata_json((\(text))::json)"
    }
  }

  /// The value at the end of a path in a JSON text.
  package func json(_ text: SQL, at path: [String]) -> SQL {
    switch self {
    case .sqlite: "json_extract(\(text), \(bind: "$" + path.joined()))"
    case .postgreSQL:
      "strata_json((\(text))::json #> \(bind: Self.array(path))::text[])"
    }
  }

  private static func array(_ steps: [String]) -> String {
    let elements = steps.map { step in
      "\"" + step.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
    return "{\(elements.joined(separator: ","))}"
  }

  /// The value of a member of a JSON text, by its key.
  package func json(_ text: SQL, key: SQL) -> SQL {
    switch self {
    case .sqlite: "(SELECT value FROM \(elements(of: text)) WHERE key = \(key))"
    case .postgreSQL: "strata_json_member((\(text))::json, (\(key))::text)"
    }
  }

  /// The elements of a JSON text as a table with columns `key` and `value`, for a FROM clause.
  package func elements(of text: SQL) -> SQL {
    switch self {
    case .sqlite: "json_each(\(text))"
    case .postgreSQL: "strata_json_elements((\(text))::json)"
    }
  }

  /// A step as part of a path, or nil for a key that no path can have.
  package func path(_ step: JSONStep) -> String? {
    switch (self, step) {
    case (.sqlite, .index(let index)): index < 0 ? "[#\(index)]" : "[\(index)]"
    // SQLite's paths have no escapes.
    case (.sqlite, .key(let key)):
      key.unicodeScalars.allSatisfy { $0 != "\"" && $0 != "\\" && $0.value >= 0x20 }
        ? ".\"\(key)\"" : nil
    case (.postgreSQL, .index(let index)): "\(index)"
    case (.postgreSQL, .key(let key)): key
    case (_, .computed): nil
    }
  }

  /// A value of the type json as one of a kind, or NULL if it is none. Nil for its text.
  package func value(ofJSON value: SQL, as kind: JSONKind?) -> SQL {
    switch self {
    case .sqlite: value
    case .postgreSQL:
      switch kind {
      case .number: "strata_json_number(\(value))"
      case .integer: "strata_narrowed(strata_json_number(\(value)))"
      case .real: "strata_json_real(\(value))"
      case .text: "(strata_json_text(\(value)) COLLATE \"C\")"
      case nil: "(\(value))::text"
      }
    }
  }
}
