import Foundation

/// Writes cells as comma-separated values, quoted as RFC 4180 says.
struct CSVEncoding {
  private let zone: TimeZone
  private let isForTerminal: Bool
  private(set) var text = ""

  /// - Parameter isForTerminal: Whether control characters are written as escapes, for a person to
  ///   see, rather than exactly, for a program to read.
  init(zone: TimeZone, isForTerminal: Bool) {
    self.zone = zone
    self.isForTerminal = isForTerminal
  }

  mutating func append(_ cells: [Cell]) {
    // A line with nothing on it would be skipped by many readers.
    if cells == [.null] {
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
    if cell == .null { return }
    let exact = cell.text(in: zone, listsAsJSON: true)
    let field = isForTerminal ? VisibleText.of(exact) : exact
    // Quotes tell an empty text from null.
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
