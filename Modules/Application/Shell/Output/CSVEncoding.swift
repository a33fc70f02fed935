import Foundation

/// An encoder of cells as comma-separated values, quoted as in RFC 4180.
struct CSVEncoding {
  private let zone: TimeZone
  private let isForTerminal: Bool
  private(set) var text = ""

  /// Makes an encoder.
  ///
  /// - Parameter isForTerminal: True to escape control characters for a person, false to write them
  ///   unchanged for a program.
  init(zone: TimeZone, isForTerminal: Bool) {
    self.zone = zone
    self.isForTerminal = isForTerminal
  }

  mutating func append(_ cells: [Cell]) {
    // Many readers would skip an empty line.
    if cells.count == 1, cells[0].isNull {
      text += "\"\"\n"
      return
    }
    for (index, cell) in cells.enumerated() {
      if index > 0 { text += "," }
      append(cell)
    }
    text += "\n"
  }

  private mutating func append(_ cell: Cell) {
    if cell.isNull { return }
    let exact = cell.text(in: zone, listsAsJSON: true)
    let field = isForTerminal ? VisibleText.of(exact) : exact
    // Quotes distinguish an empty text from null.
    let needsQuotes =
      field.isEmpty || field.hasPrefix(" ") || field.hasSuffix(" ")
      || field.utf8.contains {
        $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\n")
          || $0 == UInt8(ascii: "\r")
      }
    guard needsQuotes else {
      text += field
      return
    }
    text.unicodeScalars.append("\"")
    for scalar in field.unicodeScalars {
      if scalar == "\"" { text.unicodeScalars.append(scalar) }
      text.unicodeScalars.append(scalar)
    }
    text.unicodeScalars.append("\"")
  }
}
