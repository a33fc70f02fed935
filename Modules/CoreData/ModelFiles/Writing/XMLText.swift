/// Text of a model file: elements on lines of their own, indented by four spaces.
struct XMLText {
  private(set) var text = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>"
  private var depth = 0
  /// The first text that no XML can have; nil for none.
  private(set) var unwritable: String?

  /// Writes an element that has nothing in it.
  mutating func element(_ name: String, _ attributes: [(name: String, text: String)]) {
    start(name, attributes)
    text += "/>"
  }

  /// Writes the start of an element that has others in it.
  mutating func open(_ name: String, _ attributes: [(name: String, text: String)]) {
    start(name, attributes)
    text += ">"
    depth += 1
  }

  /// Writes the end of the element that was opened last.
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

  /// Appends the text of an attribute, as the editor escapes it.
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
