import Foundation
import StrataDescriptions
import StrataModelSource
import Testing

@Suite struct Diagrams {
  @Test func areTextForMermaid() {
    let text = ModelDiagram(.sample).text(.mermaid)
    #expect(text.hasPrefix("classDiagram\n  class BusinessTrip {\n    Decimal allowance\n"))
    #expect(text.contains("    <<abstract>>\n"))
    #expect(text.contains("  Trip <|-- BusinessTrip\n"))
    #expect(text.contains("  Trip \"1\" -- \"0..20\" Stop : stops / trip\n"))
    #expect(text.contains("  Stop --> \"0..1\" Stop : seenFrom\n"))
  }

  @Test func escapeWhatMermaidActsOn() {
    let model = ManagedObjectModel(entities: [
      EntityDescription(
        name: "end; \"x\"",
        properties: [.attribute(AttributeDescription(name: "a{b}", type: .string))])
    ])
    let text = ModelDiagram(model).text(.mermaid)
    #expect(
      text
        == "classDiagram\n  class entity1[\"end#59; #34;x#34;\"] {\n    String? a#123;b#125;\n  }\n"
    )
  }

  @Test func arePicturesInXML() throws {
    var model = ManagedObjectModel.sample
    model.entities[0].properties.append(
      .attribute(AttributeDescription(name: "<&\"\u{1}", type: .string)))
    let text = ModelDiagram(model).text(.svg)
    #expect(text.contains("&lt;&amp;&quot;\u{FFFD}"))
    #expect(text.contains("prefers-color-scheme:dark"))
    #expect(!text.contains("http://") || text.components(separatedBy: "http://").count == 2)
    #expect(ModelDiagram(model).text(.svg) == text)
  }

  /// Boxes, by what is drawn.
  private func frames(_ text: String) -> [(x: Int, y: Int, width: Int, height: Int)] {
    text.matches(
      of: #/<rect class="(?:box|head)" x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)"/#
    ).map {
      (Int($0.1) ?? 0, Int($0.2) ?? 0, Int($0.3) ?? 0, Int($0.4) ?? 0)
    }
  }

  @Test func haveNoBoxOverAnother() {
    // A star, a ring, a chain, and some that stand alone.
    func entity(_ name: String, _ others: [String]) -> EntityDescription {
      EntityDescription(
        name: name,
        properties: others.map {
          .relationship(RelationshipDescription(name: "to\($0)", destination: $0))
        })
    }
    let star = (0..<12).map { entity("Star\($0)", $0 == 0 ? (1..<12).map { "Star\($0)" } : []) }
    let ring = (0..<7).map { entity("Ring\($0)", ["Ring\(($0 + 1) % 7)", "Ring\($0)"]) }
    let chain = (0..<9).map { entity("Chain\($0)", $0 < 8 ? ["Chain\($0 + 1)"] : ["Ring0"]) }
    let alone = (0..<15).map { entity("Alone\($0)", []) }
    let text = ModelDiagram(ManagedObjectModel(entities: star + ring + chain + alone)).text(.svg)
    let all = frames(text)
    // A box's head stands in the box.
    let boxes = all.filter { frame in
      !all.contains {
        $0.x == frame.x && $0.y == frame.y && $0.height > frame.height
      }
    }
    #expect(boxes.count == 43)
    for (index, one) in boxes.enumerated() {
      for other in boxes[(index + 1)...] {
        let isApart =
          one.x + one.width <= other.x || other.x + other.width <= one.x
          || one.y + one.height <= other.y || other.y + other.height <= one.y
        #expect(isApart, "\(one) \(other)")
      }
    }
  }

  @Test func areEmptyForAnEmptyModel() {
    #expect(ModelDiagram(ManagedObjectModel()).text(.mermaid) == "classDiagram\n")
    #expect(ModelDiagram(ManagedObjectModel()).text(.svg).hasSuffix("</svg>\n"))
  }
}
