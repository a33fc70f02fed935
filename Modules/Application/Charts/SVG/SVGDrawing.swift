internal import Foundation

/// A builder of an SVG 1.1 picture.
struct SVGDrawing {
  let width: Double
  let height: Double
  let label: String
  private var elements = ""

  /// Makes an empty picture of a size in pixels.
  ///
  /// - Parameter label: A description of the picture for screen readers.
  init(width: Double, height: Double, label: String) {
    self.width = width
    self.height = height
    self.label = label
  }

  /// Returns the picture as an element for a page with ``Palette/rules``, or as a file that
  /// includes them.
  func text(isFile: Bool) -> String {
    let size = "\(Self.number(width)) \(Self.number(height))"
    var text = isFile ? "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" : ""
    text += "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"chart\" viewBox=\"0 0 \(size)\""
    if isFile { text += " width=\"\(Self.number(width))\" height=\"\(Self.number(height))\"" }
    text += " role=\"img\" aria-label=\"\(Markup.escaped(label))\">\n"
    if isFile {
      text += "<title>\(Markup.escaped(label))</title>\n<style>\n\(Palette.rules)</style>\n"
      text += "<rect width=\"100%\" height=\"100%\" fill=\"var(--ground)\"/>\n"
    }
    return text + elements + "</svg>\n"
  }

  /// Adds a text. It begins at the position on its baseline, unless its class aligns it otherwise.
  mutating func text(_ text: String, x: Double, y: Double, class name: String = "") {
    let attribute = name.isEmpty ? "" : " class=\"\(name)\""
    let place = "x=\"\(Self.number(x))\" y=\"\(Self.number(y))\""
    elements += "<text \(place)\(attribute)>\(Markup.escaped(text))</text>\n"
  }

  /// Adds a path.
  mutating func path(_ path: String, class name: String) {
    if !path.isEmpty { elements += "<path class=\"\(name)\" d=\"\(path)\"/>\n" }
  }

  /// Adds an area in a colour of the palette.
  mutating func path(_ path: String, fill: String, opacity: Double = 1) {
    guard !path.isEmpty else { return }
    let attribute = opacity < 1 ? " fill-opacity=\"\(Self.number(opacity, 2))\"" : ""
    elements += "<path fill=\"\(fill)\"\(attribute) d=\"\(path)\"/>\n"
  }

  /// Adds a square with a tooltip.
  mutating func cell(x: Double, y: Double, size: Double, fill: String, hint: String) {
    let place = "x=\"\(Self.number(x))\" y=\"\(Self.number(y))\""
    let sides = "width=\"\(Self.number(size))\" height=\"\(Self.number(size))\" rx=\"2\""
    elements += "<rect \(place) \(sides) fill=\"\(fill)\"><title>"
    elements += "\(Markup.escaped(hint))</title></rect>\n"
  }

  /// Returns a rectangle as part of a path.
  static func rectangle(x: Double, y: Double, width: Double, height: Double) -> String {
    "M\(number(x)) \(number(y))h\(number(width))v\(number(height))h\(number(-width))z"
  }

  /// Returns a line through points.
  static func line(_ points: some Sequence<(x: Double, y: Double)>) -> String {
    points.reduce(into: "") { path, point in
      path += "\(path.isEmpty ? "M" : "L")\(number(point.x)) \(number(point.y))"
    }
  }

  /// Formats a coordinate to a tenth of a pixel, since finer differences aren't visible.
  static func number(_ value: Double, _ decimals: Int = 1) -> String {
    guard value.isFinite, abs(value) < 1e9 else { return "0" }
    let scale = decimals == 1 ? 10.0 : 100
    let rounded = (value * scale).rounded() / scale
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}
