/// The key paths in a predicate's text.
///
/// The scanner only distinguishes names from keywords, quoted texts and variables. It doesn't check
/// whether the predicate is valid.
struct PredicatePaths {
  /// The paths, each once, in order.
  private(set) var paths: [[String]] = []

  init(_ predicate: String) {
    var scalars = Array(predicate.unicodeScalars)[...]
    while let scalar = scalars.first {
      if scalar == "\"" || scalar == "'" {
        Self.skipText(&scalars, quote: scalar)
      } else if scalar == "$" || scalar == "%" {
        // A variable is another object, and a path after it isn't one of this entity.
        scalars = scalars.dropFirst()
        _ = Self.word(&scalars)
      } else if scalar == "#" || Self.begins(scalar) {
        if scalar == "#" { scalars = scalars.dropFirst() }
        let word = Self.word(&scalars)
        let isCall = scalars.first { $0 != " " } == "("
        if !isCall { add(word) }
      } else if scalar.properties.numericType != nil {
        _ = Self.word(&scalars)
      } else {
        scalars = scalars.dropFirst()
      }
    }
  }

  private mutating func add(_ word: String) {
    let parts = word.split(separator: ".").map(String.init)
      .filter { !$0.hasPrefix("@") && $0.uppercased() != "SELF" }
    guard let first = parts.first, !(parts.count == 1 && Self.words.contains(first.uppercased())),
      !paths.contains(parts)
    else { return }
    paths.append(parts)
  }

  private static func begins(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || scalar == "@" || scalar.properties.isAlphabetic
  }

  private static func word(_ scalars: inout ArraySlice<Unicode.Scalar>) -> String {
    let word = scalars.prefix {
      begins($0) || $0 == "." || $0.properties.numericType != nil
    }
    scalars = scalars.dropFirst(max(word.count, 1))
    return String(String.UnicodeScalarView(word))
  }

  private static func skipText(_ scalars: inout ArraySlice<Unicode.Scalar>, quote: Unicode.Scalar) {
    scalars = scalars.dropFirst()
    while let scalar = scalars.popFirst(), scalar != quote {
      if scalar == "\\" { scalars = scalars.dropFirst() }
    }
  }

  // The reserved words in “Predicate Format String Syntax” of Apple's documentation.
  private static let words: Set<String> = [
    "AND", "OR", "NOT", "IN", "ANY", "ALL", "SOME", "NONE", "BEGINSWITH", "CONTAINS", "ENDSWITH",
    "LIKE", "MATCHES", "BETWEEN", "NULL", "NIL", "SELF", "TRUE", "FALSE", "YES", "NO", "FIRST",
    "LAST", "SIZE", "ANYKEY", "SUBQUERY", "CAST", "TRUEPREDICATE", "FALSEPREDICATE",
    "UTI-CONFORMS-TO",
    "FETCH", "FUNCTION",
  ]
}
