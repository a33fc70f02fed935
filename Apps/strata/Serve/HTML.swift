/// A piece of a page: markup of the program, in which all that a store holds is escaped.
///
/// An interpolation escapes what it adds, so that no text of a store becomes markup.
struct HTML: ExpressibleByStringInterpolation, Sendable {
  private(set) var markup: String

  init(stringLiteral markup: String) { self.markup = markup }
  init(stringInterpolation: StringInterpolation) { markup = stringInterpolation.markup }

  static func += (html: inout HTML, part: HTML) { html.markup += part.markup }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var markup = ""

    init(literalCapacity: Int, interpolationCount: Int) { markup.reserveCapacity(literalCapacity) }

    mutating func appendLiteral(_ text: String) { markup += text }
    mutating func appendInterpolation(_ part: HTML) { markup += part.markup }
    mutating func appendInterpolation(_ parts: [HTML]) {
      for part in parts { markup += part.markup }
    }
    mutating func appendInterpolation(_ number: some BinaryInteger) { markup += "\(number)" }
    mutating func appendInterpolation(_ text: String) { markup += HTML.escaped(text) }
    /// Adds a value of a query in an address.
    mutating func appendInterpolation(query text: String) { markup += HTML.encoded(text) }
  }

  /// The text with entities for the characters that mean something in markup and in attributes.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      case "\n", "\t": escaped.unicodeScalars.append(scalar)
      // HTML has no other control characters, and marks of direction would turn the page around.
      case _ where scalar.properties.generalCategory == .control,
        _ where scalar.properties.isBidiControl:
        escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  private static func encoded(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF")
    var encoded = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"),
        UInt8(ascii: "."):
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default: encoded += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])"
      }
    }
    return encoded
  }
}
