/// A model's diagram as a self-contained SVG picture.
struct VectorDrawing {
  private let diagram: ModelDiagram
  private let layout: DiagramLayout

  init(_ diagram: ModelDiagram) {
    self.diagram = diagram
    layout = DiagramLayout(diagram)
  }

  var text: String {
    let title =
      "Model of \(diagram.boxes.count) \(diagram.boxes.count == 1 ? "entity" : "entities")"
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(layout.width)\" height=\"\(layout.height)\""
        + " viewBox=\"0 0 \(layout.width) \(layout.height)\" role=\"img\">",
      "<title>\(title)</title>",
      Self.style,
      Self.arrows,
      "<rect class=\"ground\" width=\"100%\" height=\"100%\"/>",
    ]
    // Lines come first, so that boxes cover their ends.
    lines += diagram.lines.enumerated().map { draw($1, number: $0) }
    for (box, frame) in zip(diagram.boxes, layout.frames) { lines += draw(box, frame) }
    return lines.joined(separator: "\n") + "\n</svg>\n"
  }

  private static let style = """
    <style>
    svg{--ground:#fff;--box:#f6f7f9;--edge:#8a93a3;--head:#dfe6f3;--ink:#1b1f27;--soft:#5a6474;\
    --link:#2f62c9}
    @media(prefers-color-scheme:dark){svg{--ground:#14171c;--box:#1d2129;--edge:#6b7688;--head:#2a3346;\
    --ink:#e9edf4;--soft:#a5b0c2;--link:#86aef8}}
    text{font:12px ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace;fill:var(--ink)}
    .ground{fill:var(--ground)}.box{fill:var(--box);stroke:var(--edge)}
    .head{fill:var(--head);stroke:var(--edge)}
    .name{font-weight:bold}.abstract,.soft{fill:var(--soft)}.abstract{font-style:italic}
    .line{fill:none;stroke:var(--link);stroke-width:1.3}.above{fill:none;stroke:var(--soft);stroke-width:1.3}
    .tip{fill:var(--link)}.hollow{fill:var(--ground);stroke:var(--soft)}.count{fill:var(--link);font-size:10px}
    </style>
    """

  private static let arrows = """
    <defs>
    <marker id="tip" viewBox="0 0 10 10" refX="10" refY="5" markerWidth="8" markerHeight="8" \
    orient="auto-start-reverse"><path class="tip" d="M0 0 10 5 0 10z"/></marker>
    <marker id="above" viewBox="0 0 12 12" refX="11" refY="6" markerWidth="12" markerHeight="12" \
    orient="auto-start-reverse"><path class="hollow" d="M1 1 11 6 1 11z"/></marker>
    </defs>
    """

  private func draw(_ box: ModelDiagram.Box, _ frame: DiagramLayout.Frame) -> [String] {
    let (x, y) = (frame.x, frame.y)
    let header = DiagramLayout.headerHeight
    var lines = ["<g>"]
    if !box.rows.isEmpty {
      lines.append(
        "<rect class=\"box\" x=\"\(x)\" y=\"\(y)\" width=\"\(frame.width)\" "
          + "height=\"\(frame.height)\" rx=\"4\"/>")
    }
    lines.append(
      "<rect class=\"head\" x=\"\(x)\" y=\"\(y)\" width=\"\(frame.width)\" height=\"\(header)\" "
        + "rx=\"4\"/>")
    lines.append(
      "<text class=\"name\" x=\"\(x + 12)\" y=\"\(y + 17)\">\(XMLEscape.text(box.name))</text>")
    if box.isAbstract {
      lines.append(
        "<text class=\"abstract\" x=\"\(x + frame.width - 12)\" y=\"\(y + 17)\" "
          + "text-anchor=\"end\">abstract</text>")
    }
    for (index, row) in box.rows.enumerated() {
      let base = y + header + 4 + index * DiagramLayout.rowHeight + 13
      lines.append(
        "<text x=\"\(x + 12)\" y=\"\(base)\">\(XMLEscape.text(row.name))</text>"
          + "<text class=\"soft\" x=\"\(x + frame.width - 12)\" y=\"\(base)\" "
          + "text-anchor=\"end\">\(XMLEscape.text(row.text))</text>")
    }
    return lines + ["</g>"]
  }

  /// The point where a line begins, beside its row on one side of the box.
  private func point(_ end: ModelDiagram.Line.End, onRight: Bool) -> (x: Int, y: Int) {
    let frame = layout.frames[end.box]
    let offset =
      end.row.map {
        DiagramLayout.headerHeight + 4 + $0 * DiagramLayout.rowHeight + DiagramLayout.rowHeight / 2
      } ?? DiagramLayout.headerHeight / 2
    return (onRight ? frame.x + frame.width : frame.x, frame.y + offset)
  }

  private func draw(_ line: ModelDiagram.Line, number: Int) -> String {
    let columns = (layout.frames[line.from.box].column, layout.frames[line.to.box].column)
    let isBeside = columns.0 == columns.1
    let from = point(line.from, onRight: isBeside || columns.0 < columns.1)
    let to = point(line.to, onRight: isBeside || columns.1 < columns.0)
    // Lines beside a column are bent differently, so that you can tell them apart.
    let bend = 22 + (number % 5) * 5
    let path =
      if isBeside {
        "M\(from.x) \(from.y)C\(from.x + bend) \(from.y) \(to.x + bend) \(to.y) \(to.x) \(to.y)"
      } else {
        "M\(from.x) \(from.y)C\((from.x + to.x) / 2) \(from.y) \((from.x + to.x) / 2) \(to.y) "
          + "\(to.x) \(to.y)"
      }
    switch line.kind {
    case .inheritance:
      return "<path class=\"above\" marker-end=\"url(#above)\" d=\"\(path)\"/>"
    case .relationship:
      let start = line.to.property == nil ? "" : " marker-start=\"url(#tip)\""
      let names = [line.from, line.to].map { end in
        diagram.boxes[end.box].name + (end.property.map { ".\($0)" } ?? "")
      }
      return
        "<path class=\"line\"\(start) marker-end=\"url(#tip)\" d=\"\(path)\">"
        + "<title>\(XMLEscape.text(names.joined(separator: " – ")))</title></path>"
    }
  }
}
