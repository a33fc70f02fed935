package import StrataQuery
package import StrataSQLite
import StrataSchema

// Values inside JSON texts. A server's dialect hasn't them yet.
extension SQLDialect {
  private static let jsonIsUnsupported = Unsupported(
    "a member of a value that is stored as JSON (mark the property's type with @Composite)")

  /// The value of a whole JSON text.
  package func json(_ text: SQL) throws(Unsupported) -> SQL {
    switch self {
    case .sqlite: "json_extract(\(text), '$')"
    case .postgreSQL: throw Self.jsonIsUnsupported
    }
  }

  /// The value at the end of a path in a JSON text.
  package func json(_ text: SQL, at path: String) throws(Unsupported) -> SQL {
    switch self {
    case .sqlite: "json_extract(\(text), \(bind: "$" + path))"
    case .postgreSQL: throw Self.jsonIsUnsupported
    }
  }

  /// The value of a member of a JSON text, by its key.
  package func json(_ text: SQL, key: SQL) throws(Unsupported) -> SQL {
    switch self {
    case .sqlite: "(SELECT value FROM \(try elements(of: text)) WHERE key = \(key))"
    case .postgreSQL: throw Self.jsonIsUnsupported
    }
  }

  /// The elements of a JSON text as a table with columns `key` and `value`, for a FROM clause.
  package func elements(of text: SQL) throws(Unsupported) -> SQL {
    switch self {
    case .sqlite: "json_each(\(text))"
    case .postgreSQL: throw Self.jsonIsUnsupported
    }
  }

  /// A step as part of a path, or nil for a key that no path can have, since paths have no escapes.
  package func path(_ step: JSONStep) throws(Unsupported) -> String? {
    switch self {
    case .sqlite:
      switch step {
      case .index(let index): index < 0 ? "[#\(index)]" : "[\(index)]"
      case .key(let key):
        key.unicodeScalars.allSatisfy { $0 != "\"" && $0 != "\\" && $0.value >= 0x20 }
          ? ".\"\(key)\"" : nil
      case .computed: nil
      }
    case .postgreSQL: throw Self.jsonIsUnsupported
    }
  }
}
