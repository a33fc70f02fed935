import Foundation

/// An encoder of cells as JSON.
struct JSONEncoding {
  let zone: TimeZone
  private(set) var bytes: [UInt8] = []

  init(zone: TimeZone) { self.zone = zone }

  /// Appends an object as a line. The keys are encoded already.
  mutating func appendObject(keys: [[UInt8]], _ cells: [Cell]) {
    bytes.append(UInt8(ascii: "{"))
    for (index, (key, cell)) in zip(keys, cells).enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.append(contentsOf: key)
      append(cell)
    }
    bytes.append(contentsOf: "}\n".utf8)
  }

  mutating func append(_ cell: Cell) {
    switch cell {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .integer(let number): bytes.append(contentsOf: String(number).utf8)
    case .boolean(let truth): bytes.append(contentsOf: (truth ? "true" : "false").utf8)
    // JSON has no numbers for infinity and NaN, and null would lose the difference.
    case .real(let number):
      if number.isFinite {
        bytes.append(contentsOf: number.description.utf8)
      } else {
        append(Cell.text(of: number))
      }
    case .text(let text): append(text)
    case .date: append(cell.text(in: zone))
    case .shown(let value, _): append(value)
    case .list(let cells):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in cells.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        append(element)
      }
      bytes.append(UInt8(ascii: "]"))
    }
  }

  mutating func append(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": bytes.append(contentsOf: "\\\"".utf8)
      case "\\": bytes.append(contentsOf: "\\\\".utf8)
      case "\n": bytes.append(contentsOf: "\\n".utf8)
      case "\r": bytes.append(contentsOf: "\\r".utf8)
      case "\t": bytes.append(contentsOf: "\\t".utf8)
      // JSON doesn't require these escapes. They keep a terminal from acting on the characters, and
      // a reader from taking them for line ends.
      case _ where VisibleText.isControl(scalar):
        let digits = String(scalar.value, radix: 16)
        bytes.append(contentsOf: "\\u".utf8)
        bytes.append(contentsOf: String(repeating: "0", count: 4 - digits.count).utf8)
        bytes.append(contentsOf: digits.utf8)
      default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
