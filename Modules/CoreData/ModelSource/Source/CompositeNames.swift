import StrataDescriptions

/// The composites of a model: those with a name, and those that an attribute has for itself.
enum CompositeNames {
  /// All that attributes of a model are of, each once: the named ones first.
  static func all(in model: ManagedObjectModel) -> [CompositeDescription] {
    var found: [CompositeDescription] = []
    var seen: Set<String> = []
    func add(_ composite: CompositeDescription, _ depth: Int) {
      guard !composite.elements.isEmpty, seen.insert(composite.name).inserted else { return }
      found.append(composite)
      for element in composite.elements { addOwn(of: element, in: composite.name, depth + 1) }
    }
    func addOwn(of attribute: AttributeDescription, in owner: String, _ depth: Int) {
      // One that has itself within has no end.
      guard attribute.type == .composite, depth < 16 else { return }
      let place = ModelPlace(entity: owner, property: attribute.name)
      add(
        CompositeDescription(name: name(of: attribute, at: place), elements: attribute.elements),
        depth)
    }
    for composite in model.composites { add(composite, 0) }
    for entity in model.entities {
      for attribute in entity.attributes { addOwn(of: attribute, in: entity.name, 0) }
    }
    return found
  }

  /// The name of the composite that an attribute is of.
  static func name(of attribute: AttributeDescription, at place: ModelPlace) -> String {
    if let name = attribute.compositeName?.nonEmpty { return name }
    let property = place.property ?? attribute.name
    return (place.entity ?? "") + property.prefix(1).uppercased() + property.dropFirst()
  }

  /// The struct of an attribute; nil where there is nothing in it.
  static func name(
    of attribute: AttributeDescription, at place: ModelPlace, _ names: SwiftNames
  ) -> String? {
    names.structs[name(of: attribute, at: place)]
  }
}
