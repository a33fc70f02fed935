/// A writer of text in the language of manual pages, man(7).
struct RoffText {
  private(set) var page = ""

  mutating func request(_ name: String, _ arguments: String...) {
    let quoted = arguments.map { "\"" + Self.escaped($0).replacing("\"", with: "\\(dq") + "\"" }
    page += ([".\(name)"] + quoted).joined(separator: " ") + "\n"
  }

  mutating func section(_ title: String) { request("SH", title) }

  mutating func subsection(_ title: String) { request("SS", title.isEmpty ? "Others" : title) }

  /// Appends lines of text. An empty line separates paragraphs.
  mutating func text(_ text: String) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      page += line.isEmpty ? ".PP\n" : Self.line(String(line)) + "\n"
    }
  }

  mutating func paragraph(_ text: String) {
    request("PP")
    self.text(text)
  }

  mutating func synopsis(_ name: String, _ rest: String) {
    request("PP")
    page += "\\fB\(Self.escaped(name))\\fR \(Self.escaped(rest))\n"
  }

  /// Appends a term with its indented explanation.
  mutating func entry(_ term: String, _ meaning: String) {
    request("TP")
    page += "\\fB\(Self.escaped(term))\\fR\n"
    page += Self.line(meaning.isEmpty ? "\u{A0}" : meaning) + "\n"
  }

  mutating func example(_ line: String) {
    request("PP")
    request("EX")
    text(line)
    request("EE")
  }

  // Escapes a period or quote at a line's beginning, which roff would take for a request.
  private static func line(_ text: String) -> String {
    let escaped = escaped(text)
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }

  /// Escapes the characters that roff would change.
  ///
  /// Characters beyond ASCII are written by number, since older versions of roff read Latin-1.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case _ where !scalar.isASCII:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
