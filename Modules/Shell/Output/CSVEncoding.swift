import Foundation

/// Writes cells as comma-separated values, quoted as RFC 4180 says.
struct CSVEncoding {
  let zone: TimeZone
  private(set) var text = ""

  init(zone: TimeZone) { self.zone = zone }

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
    let field = cell.text(in: zone, listsAsJSON: true)
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
