/// A model as a Mermaid class diagram.
struct MermaidDrawing {
  private let diagram: ModelDiagram

  init(_ diagram: ModelDiagram) { self.diagram = diagram }

  var text: String {
    var lines = ["classDiagram"]
    for (index, box) in diagram.boxes.enumerated() {
      let name = identifier(index)
      let label = name == box.name ? "" : "[\"\(Self.escaped(box.name, keeping: " "))\"]"
      lines.append("  class \(name)\(label) {")
      if box.isAbstract { lines.append("    <<abstract>>") }
      for row in box.rows where !row.isRelationship {
        lines.append("    \(Self.escaped(row.text, keeping: "? .@")) \(Self.escaped(row.name))")
      }
      lines.append("  }")
    }
    for line in diagram.lines {
      let (from, to) = (identifier(line.from.box), identifier(line.to.box))
      switch line.kind {
      case .inheritance: lines.append("  \(to) <|-- \(from)")
      case .relationship:
        let arrow = line.to.property == nil ? "-->" : "--"
        let own = line.from.count.isEmpty ? "" : " \"\(line.from.count)\""
        let names = [line.from.property, line.to.property].compactMap { $0 }.map {
          Self.escaped($0)
        }
        lines.append(
          "  \(from)\(own) \(arrow) \"\(line.to.count)\" \(to) : \(names.joined(separator: " / "))")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  // Names in lower case may be keywords of Mermaid.
  private func identifier(_ index: Int) -> String {
    let name = diagram.boxes[index].name
    let isPlain =
      name.first?.isUppercase == true
      && name.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
          || $0 == 0x5F
      }
    return isPlain ? name : "entity\(index + 1)"
  }

  /// Escapes the characters that have a meaning in Mermaid.
  private static func escaped(_ text: String, keeping kept: String = "") -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      let isWord =
        scalar == "_" || scalar.properties.isAlphabetic
        || scalar.properties.numericType != nil || kept.unicodeScalars.contains(scalar)
      result += isWord ? String(scalar) : "#\(scalar.value);"
    }
    return result
  }
}
