package import StrataQuery
package import StrataSQLite
import StrataSchema

// Values inside JSON texts.
extension SQLDialect {
  /// The value of a whole JSON text.
  package func json(_ text: SQL) -> SQL {
    switch self {
    case .sqlite: "json_extract(\(text), '$')"
    }
  }

  /// The value at the end of a path in a JSON text.
  package func json(_ text: SQL, at path: String) -> SQL {
    switch self {
    case .sqlite: "json_extract(\(text), \(bind: "$" + path))"
    }
  }

  /// The value of a member of a JSON text, by its key.
  package func json(_ text: SQL, key: SQL) -> SQL {
    switch self {
    case .sqlite: "(SELECT value FROM \(elements(of: text)) WHERE key = \(key))"
    }
  }

  /// The elements of a JSON text as a table with columns `key` and `value`, for a FROM clause.
  package func elements(of text: SQL) -> SQL {
    switch self {
    case .sqlite: "json_each(\(text))"
    }
  }

  /// A step as part of a path, or nil for a key that no path can have, since paths have no escapes.
  package func path(_ step: JSONStep) -> String? {
    switch self {
    case .sqlite:
      switch step {
      case .index(let index): index < 0 ? "[#\(index)]" : "[\(index)]"
      case .key(let key):
        key.unicodeScalars.allSatisfy { $0 != "\"" && $0 != "\\" && $0.value >= 0x20 }
          ? ".\"\(key)\"" : nil
      case .computed: nil
      }
    }
  }
}
