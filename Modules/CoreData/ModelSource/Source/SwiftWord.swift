/// Converts names from elsewhere to Swift.
enum SwiftWord {
  // The reserved words of Swift: https://docs.swift.org/swift-book, “Keywords and Punctuation”.
  static let keywords: Set<String> = [
    "Any", "Self", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue",
    "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false",
    "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is",
    "let", "nil", "operator", "precedencegroup", "private", "protocol", "public", "repeat",
    "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch", "throw",
    "throws", "true", "try", "typealias", "var", "where", "while",
  ]

  /// The names of members that every model has, and words that backticks don't escape.
  static let takenProperties: Set<String> = [
    "persistentModelID", "modelContext", "schemaMetadata", "hashValue", "self", "Type", "Protocol",
    "init",
  ]

  /// The names that a type, or a model class, can't have.
  static let takenTypes: Set<String> = [
    "Type", "Protocol", "Any", "Self", "self", "Swift", "Foundation", "Strata", "SwiftData",
    "StrataModel", "StrataSchema", "StrataObservation", "StrataSQLite", "Observation", "AnyObject",
  ]

  /// The name as source, in backticks if it is a keyword.
  static func written(_ name: String) -> String {
    keywords.contains(name) ? "`\(name)`" : name
  }

  /// Replaces the characters that an identifier can't have with underscores.
  static func identifier(_ name: String) -> String {
    var text = ""
    for scalar in name.unicodeScalars {
      let isFitting = scalar == "_" || scalar.properties.isXIDContinue
      text += isFitting ? String(scalar) : "_"
    }
    guard let first = text.unicodeScalars.first else { return "_empty" }
    let begins = first == "_" || first.properties.isXIDStart
    let isBlank = text.allSatisfy { $0 == "_" }
    return begins && !isBlank ? text : "_\(text)" + (isBlank ? "_name" : "")
  }

  /// True if the store reserves the name for itself.
  static func isReservedByStore(_ name: String) -> Bool {
    let lowered = name.lowercased()
    return lowered.hasPrefix("strata_") || lowered.hasPrefix("sqlite_")
  }

  /// The source of a string literal.
  static func literal(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": literal += "\\\""
      case "\\": literal += "\\\\"
      case "\n": literal += "\\n"
      case "\r": literal += "\\r"
      case "\t": literal += "\\t"
      case "\0": literal += "\\0"
      default:
        let isControl =
          scalar.properties.generalCategory == .control || scalar == "\u{2028}"
          || scalar == "\u{2029}" || scalar.properties.generalCategory == .format
        literal += isControl ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
      }
    }
    return literal + "\""
  }
}
