/// The text of a model file: one element a line, indented by four spaces.
struct XMLText {
  private(set) var text = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>"
  private var depth = 0
  /// The first text with a character that XML can't represent, or nil.
  private(set) var unwritable: String?

  /// Writes an element without children.
  mutating func element(_ name: String, _ attributes: [(name: String, text: String)]) {
    start(name, attributes)
    text += "/>"
  }

  /// Writes the start tag of an element with children.
  mutating func open(_ name: String, _ attributes: [(name: String, text: String)]) {
    start(name, attributes)
    text += ">"
    depth += 1
  }

  /// Writes the end tag of the innermost open element.
  mutating func close(_ name: String) {
    depth -= 1
    indent()
    text += "</"
    text += name
    text += ">"
  }

  private mutating func start(_ name: String, _ attributes: [(name: String, text: String)]) {
    indent()
    text += "<"
    text += name
    for attribute in attributes {
      text += " "
      text += attribute.name
      text += "=\""
      append(attribute.text)
      text += "\""
    }
  }

  private mutating func indent() {
    text += "\n"
    for _ in 0..<depth { text += "    " }
  }

  /// Appends an attribute's value, escaped like the editor does.
  private mutating func append(_ value: String) {
    guard value.utf8.contains(where: { Self.needsLook($0) }) else {
      text += value
      return
    }
    for scalar in value.unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "\t", "\n", "\r": text += "&#\(scalar.value);"
      case "\u{0}"..."\u{1F}", "\u{FFFE}"..."\u{FFFF}": unwritable = unwritable ?? value
      default: text.unicodeScalars.append(scalar)
      }
    }
  }

  private static func needsLook(_ byte: UInt8) -> Bool {
    switch byte {
    case 0..<0x20, UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
      0xEF:
      true
    default: false
    }
  }
}
