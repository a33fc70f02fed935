import StrataCharts

/// A builder of HTML.
struct ReportText {
  private(set) var text = ""

  /// Adds an element with a text.
  mutating func element(_ name: String, _ content: String, _ attributes: String = "") {
    text += "<\(name)\(attributes.isEmpty ? "" : " " + attributes)>\(Markup.escaped(content))"
    text += "</\(name)>\n"
  }

  /// Adds text that is HTML already.
  mutating func raw(_ html: String) { text += html }

  /// Adds names with their values, side by side.
  mutating func figures(_ figures: [(name: String, value: String)]) {
    text += "<dl>"
    for (name, value) in figures {
      text += "<div><dt>\(Markup.escaped(name))</dt><dd>\(Markup.escaped(value))</dd></div>"
    }
    text += "</dl>\n"
  }

  /// Adds a table. Columns of numbers are aligned right.
  mutating func table(_ header: [String], _ rows: [[String]], numbers: Set<Int> = []) {
    text += "<div class=\"scroll\"><table>\n<thead><tr>"
    for (index, name) in header.enumerated() { cell("th", name, numbers.contains(index)) }
    text += "</tr></thead>\n<tbody>\n"
    for row in rows {
      text += "<tr>"
      for (index, content) in row.enumerated() { cell("td", content, numbers.contains(index)) }
      text += "</tr>\n"
    }
    text += "</tbody></table></div>\n"
  }

  private mutating func cell(_ name: String, _ content: String, _ isNumber: Bool) {
    let attribute = isNumber ? " class=\"n\"" : ""
    text += "<\(name)\(attribute)>\(Markup.escaped(content))</\(name)>"
  }
}
