/// How a name from elsewhere is written in Swift.
enum SwiftWord {
  // Swift's reserved words: https://docs.swift.org/swift-book, “Keywords and Punctuation”.
  static let keywords: Set<String> = [
    "Any", "Self", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue",
    "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false",
    "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout", "internal", "is",
    "let", "nil", "operator", "precedencegroup", "private", "protocol", "public", "repeat",
    "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch", "throw",
    "throws", "true", "try", "typealias", "var", "where", "while",
  ]

  /// What every model has already, and words that stay special in backticks.
  static let takenProperties: Set<String> = [
    "persistentModelID", "modelContext", "schemaMetadata", "hashValue", "self", "Type", "Protocol",
    "init",
  ]

  /// What no type can be called, or none that is a model.
  static let takenTypes: Set<String> = [
    "Type", "Protocol", "Any", "Self", "self", "Swift", "Foundation", "Strata", "SwiftData",
    "StrataModel", "StrataSchema", "StrataObservation", "StrataSQLite", "Observation", "AnyObject",
  ]

  /// The name as code: in backticks where it is a keyword.
  static func written(_ name: String) -> String {
    keywords.contains(name) ? "`\(name)`" : name
  }

  /// A name with what no identifier has replaced by underscores.
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

  /// Whether the store keeps such names for itself.
  static func isReservedByStore(_ name: String) -> Bool {
    let lowered = name.lowercased()
    return lowered.hasPrefix("strata_") || lowered.hasPrefix("sqlite_")
  }

  /// A literal of a text.
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
