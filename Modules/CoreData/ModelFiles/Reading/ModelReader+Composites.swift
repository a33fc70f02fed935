import StrataDescriptions

extension ModelReader {
  mutating func composite(_ element: ModelElement, _ name: String)
    throws(ModelFileError) -> CompositeDescription
  {
    compositeLines[name] = element.line
    checkNames(of: element, .composite)
    var composite = CompositeDescription(name: name, elements: [])
    let place = ElementPlace.model.element(.composite, name)
    var names: Set<String> = []
    for (kind, child) in children(of: element, .attribute) {
      let name = try self.name(of: child)
      try insert(name, into: &names, child, in: "the composite “\(composite.name)”")
      composite.elements.append(try attribute(child, name, at: place.element(kind, name)))
    }
    return composite
  }

  /// Sets the elements of attributes that are composites.
  mutating func resolveComposites() throws(ModelFileError) {
    var resolver = CompositeResolver(
      composites: document.model.composites, lines: compositeLines, path: path)
    for index in document.model.composites.indices {
      document.model.composites[index].elements = try resolver.elements(
        of: document.model.composites[index].name)
    }
    var entities = document.model.ownEntities
    for entity in entities.indices {
      for index in entities[entity].properties.indices {
        guard case .attribute(var attribute) = entities[entity].properties[index],
          attribute.type == .composite, let name = attribute.compositeName
        else { continue }
        attribute.elements = try resolver.elements(of: name)
        entities[entity].properties[index] = .attribute(attribute)
      }
    }
    document.model.entities = entities
  }
}
