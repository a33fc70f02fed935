import Foundation
import StrataApplication
import StrataShell

/// Values, tables and errors on pages.
extension StorePages {
  /// The number of characters of a value in a table.
  private static let excerptSize = 160
  /// The number of characters up to which a text in a table is one line: those of a UUID, and of a date.
  private static let lineSize = 36

  /// A table, in a part that scrolls sideways.
  func table(_ head: [HTML], _ rows: [HTML]) -> HTML {
    "<div class=\"wide\"><table><thead><tr>\(head)</tr></thead><tbody>\(rows)</tbody></table></div>"
  }

  /// The class of a column's heading: that of numbers if its first value is one.
  func headingClass(_ index: Int, _ rows: some Sequence<[Cell]>) -> HTML {
    for row in rows {
      switch row[index] {
      case .null: continue
      case .integer, .real: return " class=\"number\""
      default: return ""
      }
    }
    return ""
  }

  /// A cell of a table. A browser breaks the lines of long texts alone.
  ///
  /// - Parameter isWhole: True to show a long text to its end and a moment to its last digit, and to align numbers as texts.
  func tableCell(
    _ cell: Cell, isLink: Bool, _ names: DisplayNames = DisplayNames(), isWhole: Bool = false
  ) -> HTML {
    let kind: HTML
    switch cell {
    case .date(let date) where !isWhole:
      return "<td class=\"line\">\(moment(date))</td>"
    case .integer where !isWhole, .real where !isWhole: kind = " class=\"number\""
    case .list: kind = ""
    default: kind = text(cell).count <= Self.lineSize ? " class=\"line\"" : ""
    }
    return "<td\(kind)>\(value(cell, isLink: isLink, isShort: !isWhole, names))</td>"
  }

  /// - Parameters:
  ///   - count: The number of members to show.
  ///   - total: The number of all.
  func value(
    _ cell: Cell, isLink: Bool, isShort: Bool, upTo count: Int = .max, of total: Int? = nil,
    _ names: DisplayNames = DisplayNames()
  ) -> HTML {
    switch cell {
    case .null, .list([]): return "<span class=\"none\">–</span>"
    case .list(let cells) where isLink:
      let parts: [HTML] = cells.prefix(count).map {
        "<li>\(value($0, isLink: true, isShort: isShort, names))</li>"
      }
      let rest = (total ?? cells.count) - parts.count
      let more: HTML = rest > 0 ? "<li>and \(rest) more</li>" : ""
      return "<ul>\(parts)\(more)</ul>"
    case .text(let text) where isLink: return link(to: text, names)
    default:
      let text = text(cell)
      guard isShort, text.count > Self.excerptSize else { return "\(text)" }
      return "\(String(text.prefix(Self.excerptSize)))…"
    }
  }

  /// A moment to the second, which is enough to look at. Its title has the rest.
  func moment(_ date: Date) -> HTML {
    let exact = text(.date(date))
    let shown = String(exact.prefix(19)).replacing("T", with: " ")
    return "<time datetime=\"\(exact)\" title=\"\(exact)\">\(shown)</time>"
  }

  /// A link to an object, by its name.
  func link(to object: String, _ names: DisplayNames) -> HTML {
    guard let name = names[object] else {
      return "<a href=\"object?id=\(query: object)\">\(object)</a>"
    }
    return "<a href=\"object?id=\(query: object)\" title=\"\(object)\">\(name)</a>"
  }

  func failure(_ error: ShellError) -> HTML {
    let place = error.column.map { ", at character \($0)" } ?? ""
    let hint: HTML = error.hint.map { "<p>\($0)</p>" } ?? ""
    return "<div class=\"error\" role=\"alert\"><p>\(error.message)\(place)</p>\(hint)</div>"
  }

  // MARK: For programs

  /// A form of a page for programs.
  enum DataFormat: String {
    case json, csv

    init?(_ path: String) {
      guard let dot = path.lastIndex(of: ".") else { return nil }
      self.init(rawValue: String(path[path.index(after: dot)...]))
    }
  }

  func dataLinks(_ page: String, _ address: HTML) -> HTML {
    """
    <a href="\(page).json?\(address)">JSON</a> <a href="\(page).csv?\(address)">CSV</a>
    """
  }

  /// A page's table for programs: an array of objects, or CSV with a header.
  func data(
    _ table: Table, _ format: DataFormat, _ fault: ShellError? = nil
  ) throws -> HTTPResponse {
    if let fault { throw fault }
    let sink = TakenOutput()
    let output = Output(
      standardOutput: sink, standardError: sink, timeZone: environment.output.timeZone)
    output.tableStyle.format = format == .json ? .json : .csv
    try output.print(table)
    try output.flush()
    let text = sink.take()
    switch format {
    case .json:
      let objects = text.split(separator: "\n").joined(separator: ",\n")
      return HTTPResponse(
        status: .ok, type: "application/json; charset=utf-8", body: "[\(objects)]\n")
    case .csv: return HTTPResponse(status: .ok, type: "text/csv; charset=utf-8", body: text)
    }
  }
}
