public import StrataDescriptions

/// A diagram of a model: a box for each entity, and lines for relationships and inheritance.
///
/// Equal models have equal diagrams.
public struct ModelDiagram: Sendable, Hashable {
  /// An entity.
  struct Box: Sendable, Hashable {
    /// A property.
    struct Row: Sendable, Hashable {
      let name: String
      let text: String
      let isRelationship: Bool
    }

    let name: String
    let isAbstract: Bool
    let rows: [Row]
  }

  /// A line between two boxes.
  struct Line: Sendable, Hashable {
    /// An end of a line, by the index of its box.
    struct End: Sendable, Hashable {
      let box: Int
      /// The index of the row where the line begins, or nil for the header.
      let row: Int?
      /// The number of this end's objects that one at the other end refers to, such as `0..1`.
      let count: String
      let property: String?
    }

    /// The meaning of a line.
    enum Kind: Sendable, Hashable { case relationship, inheritance }

    let kind: Kind
    /// The end that declares the relationship, or the subentity.
    let from: End
    let to: End
  }

  let boxes: [Box]
  let lines: [Line]

  /// Creates the diagram of a model.
  public init(_ model: ManagedObjectModel) {
    var seen: Set<String> = []
    let entities = model.entities.filter { seen.insert($0.name).inserted }
    boxes = entities.map { entity in
      Box(
        name: entity.name, isAbstract: entity.isAbstract,
        rows: entity.properties.map { Box.Row($0) })
    }
    lines = Self.lines(entities, model)
  }

  /// Draws the diagram.
  public func text(_ format: DiagramFormat) -> String {
    switch format {
    case .mermaid: MermaidDrawing(self).text
    case .svg: VectorDrawing(self).text
    }
  }

  private static func lines(
    _ entities: [EntityDescription], _ model: ManagedObjectModel
  ) -> [Line] {
    let places = Dictionary(
      entities.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    var lines: [Line] = []
    for (box, entity) in entities.enumerated() {
      if let above = entity.superentityName.flatMap({ places[$0] }), above != box {
        lines.append(
          Line(
            kind: .inheritance, from: .init(box: box, row: nil, count: "", property: nil),
            to: .init(box: above, row: nil, count: "", property: nil)))
      }
      for (row, property) in entity.properties.enumerated() {
        guard case .relationship(let one) = property,
          let other = one.destinationEntityName.flatMap({ places[$0] })
        else { continue }
        let inverse = one.inverseName.flatMap { name in
          entities[other].properties.firstIndex { $0.name == name }
        }
        // A pair of inverses is one line, drawn by the first.
        if let inverse, case .relationship(let back) = entities[other].properties[inverse],
          back.inverseName == one.name, (other, inverse) < (box, row)
        {
          continue
        }
        var backCount = ""
        if let inverse, case .relationship(let back) = entities[other].properties[inverse] {
          backCount = count(of: back)
        }
        lines.append(
          Line(
            kind: .relationship,
            from: .init(box: box, row: row, count: backCount, property: one.name),
            to: .init(
              box: other, row: inverse, count: count(of: one),
              property: inverse == nil ? nil : one.inverseName)))
      }
    }
    return lines
  }

  /// The count of a relationship's objects: `1`, `0..1`, `*`, `1..*`.
  static func count(of relationship: RelationshipDescription) -> String {
    let least =
      relationship.isOptional ? 0 : max(relationship.minCount, relationship.isToMany ? 0 : 1)
    guard relationship.isToMany else { return least == 0 ? "0..1" : "1" }
    guard relationship.maxCount > 0 else { return least == 0 ? "*" : "\(least)..*" }
    return "\(least)..\(relationship.maxCount)"
  }
}

extension ModelDiagram.Box.Row {
  init(_ property: PropertyDescription) {
    name = property.name
    let mark = property.isOptional ? "?" : ""
    switch property {
    case .attribute(let attribute):
      isRelationship = false
      let type = attribute.type == .composite ? attribute.compositeName : nil
      let kind = attribute.isDerived ? " = \(attribute.derivationExpression ?? "")" : ""
      text =
        (type ?? attribute.type.name) + mark + kind + (attribute.isTransient ? " transient" : "")
    case .relationship(let relationship):
      isRelationship = true
      text =
        "\(relationship.destinationEntityName ?? "nothing") "
        + "[\(ModelDiagram.count(of: relationship))]" + (relationship.isOrdered ? " ordered" : "")
    case .fetchedProperty(let fetched):
      isRelationship = false
      text = "fetch \(fetched.fetchRequest?.entityName ?? "nothing")"
    }
  }
}
