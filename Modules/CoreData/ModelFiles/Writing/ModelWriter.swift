import StrataDescriptions

/// Writes a document as XML.
struct ModelWriter {
  let document: ModelDocument
  var xml = XMLText()

  init(document: ModelDocument) { self.document = document }

  mutating func write() {
    let names = document.header.sourceLanguage == nil ? ElementKind.oldModelNames : nil
    element(.model, at: .model, document.fileAttributes, names: names, isEmpty: isEmpty) { writer in
      let model = writer.document.model
      for entity in model.entities { writer.write(entity) }
      for request in model.fetchRequestTemplates {
        writer.write(request, at: .model.element(.fetchRequest, request.name))
      }
      for configuration in model.configurations { writer.write(configuration) }
      for composite in model.composites { writer.write(composite) }
      if let diagram = writer.document.diagram { writer.write(diagram) }
    }
  }

  private var isEmpty: Bool {
    document.model.entities.isEmpty && document.model.fetchRequestTemplates.isEmpty
      && document.model.configurations.isEmpty && document.model.composites.isEmpty
      && document.diagram == nil
  }

  /// Writes an element, with attributes spelled as they were read.
  mutating func element(
    _ kind: ElementKind, at place: ElementPlace, _ attributes: FileAttributes,
    names: [String]? = nil, isEmpty: Bool = true, contents: (inout ModelWriter) -> Void = { _ in }
  ) {
    var texts = attributes.texts
    for (name, spelling) in document.spellings[place] ?? [:] where texts[name] == spelling.usual {
      texts[name] = spelling.written
    }
    element(kind, texts, names: names, isEmpty: isEmpty, contents: contents)
  }

  /// Writes an element with its attributes in the editor's order.
  mutating func element(
    _ kind: ElementKind, _ texts: [String: String], names: [String]? = nil, isEmpty: Bool = true,
    contents: (inout ModelWriter) -> Void = { _ in }
  ) {
    var ordered: [(name: String, text: String)] = []
    ordered.reserveCapacity(texts.count)
    let names = names ?? kind.attributeNames
    for name in names {
      if let text = texts[name] { ordered.append((name, text)) }
    }
    if ordered.count < texts.count {
      let unknown = texts.keys.filter { !names.contains($0) }.sorted()
      for name in unknown { if let text = texts[name] { ordered.append((name, text)) } }
    }
    guard !isEmpty else { return xml.element(kind.rawValue, ordered) }
    xml.open(kind.rawValue, ordered)
    contents(&self)
    xml.close(kind.rawValue)
  }

  private mutating func write(_ configuration: ConfigurationDescription) {
    element(
      .configuration, ["name": configuration.name], isEmpty: configuration.entityNames.isEmpty
    ) { writer in
      for name in configuration.entityNames { writer.element(.memberEntity, ["name": name]) }
    }
  }

  private mutating func write(_ composite: CompositeDescription) {
    let place = ElementPlace.model.element(.composite, composite.name)
    element(.composite, ["name": composite.name], isEmpty: composite.elements.isEmpty) { writer in
      for attribute in composite.elements {
        writer.write(attribute, at: place.element(.attribute, attribute.name))
      }
    }
  }

  private mutating func write(_ diagram: [DiagramElement]) {
    element(.elements, [:], isEmpty: diagram.isEmpty) { writer in
      for element in diagram {
        writer.element(
          .element, at: .model.element(.element, element.entityName), element.fileAttributes)
      }
    }
  }
}
