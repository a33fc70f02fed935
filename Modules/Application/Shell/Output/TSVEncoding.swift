import Foundation

/// An encoder of cells as tab-separated values.
///
/// It escapes tabs, line ends and backslashes with a backslash, as PostgreSQL's COPY does. Null and
/// an empty text are both written as nothing.
struct TSVEncoding {
  private let zone: TimeZone
  private let isForTerminal: Bool
  private(set) var text = ""

  init(zone: TimeZone, isForTerminal: Bool) {
    self.zone = zone
    self.isForTerminal = isForTerminal
  }

  mutating func append(_ cells: [Cell]) {
    text += cells.map(field).joined(separator: "\t") + "\n"
  }

  private func field(_ cell: Cell) -> String {
    var escaped = String.UnicodeScalarView()
    for scalar in cell.text(in: zone, listsAsJSON: true).unicodeScalars {
      switch scalar {
      case "\t": escaped.append(contentsOf: "\\t".unicodeScalars)
      case "\n": escaped.append(contentsOf: "\\n".unicodeScalars)
      case "\r": escaped.append(contentsOf: "\\r".unicodeScalars)
      case "\\": escaped.append(contentsOf: "\\\\".unicodeScalars)
      default: escaped.append(scalar)
      }
    }
    return isForTerminal ? VisibleText.of(String(escaped)) : String(escaped)
  }
}
