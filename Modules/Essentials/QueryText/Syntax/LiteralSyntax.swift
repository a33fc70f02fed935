/// A literal in a predicate.
///
/// The language has no date literals: a string or number that is compared with a date is one.
public enum LiteralSyntax: Sendable, Hashable {
  /// Text in single or double quotes.
  case string(String)
  /// An integer, with its sign.
  case integer(Int64)
  /// A number with a fraction or an exponent.
  ///
  /// The parser creates only finite ones.
  case real(Double)
  /// `TRUE`, `YES`, `FALSE` or `NO`.
  case boolean(Bool)
  /// `NULL` or `NIL`.
  case null
}

extension LiteralSyntax: CustomStringConvertible {
  /// The literal's canonical text, with strings in double quotes.
  public var description: String {
    switch self {
    case .string(let text): Self.quoted(text)
    case .integer(let number): String(number)
    case .real(let number): String(number)
    case .boolean(let value): value ? "TRUE" : "FALSE"
    case .null: "NULL"
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = String.UnicodeScalarView("\"".unicodeScalars)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted.append(contentsOf: ["\\", scalar])
      case "\n": quoted.append(contentsOf: "\\n".unicodeScalars)
      case "\r": quoted.append(contentsOf: "\\r".unicodeScalars)
      case "\t": quoted.append(contentsOf: "\\t".unicodeScalars)
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16)
        let zeros = String(repeating: "0", count: 4 - digits.count)
        quoted.append(contentsOf: "\\u\(zeros)\(digits)".unicodeScalars)
      default: quoted.append(scalar)
      }
    }
    quoted.append("\"")
    return String(quoted)
  }
}
