import StrataDescriptions

/// The composites of a model: named ones, and those that a single attribute defines.
enum CompositeNames {
  /// All composites in a model, each once, named ones first.
  static func all(in model: ManagedObjectModel) -> [CompositeDescription] {
    var found: [CompositeDescription] = []
    var seen: Set<String> = []
    func add(_ composite: CompositeDescription, _ depth: Int) {
      guard !composite.elements.isEmpty, seen.insert(composite.name).inserted else { return }
      found.append(composite)
      for element in composite.elements { addOwn(of: element, in: composite.name, depth + 1) }
    }
    func addOwn(of attribute: AttributeDescription, in owner: String, _ depth: Int) {
      // Limits the depth: a composite that contains itself would never end.
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

  /// The name of an attribute's composite.
  static func name(of attribute: AttributeDescription, at place: ModelPlace) -> String {
    if let name = attribute.compositeName?.nonEmpty { return name }
    let property = place.property ?? attribute.name
    return (place.entity ?? "") + property.prefix(1).uppercased() + property.dropFirst()
  }

  /// The struct of an attribute's composite, or nil if it is empty.
  static func name(
    of attribute: AttributeDescription, at place: ModelPlace, _ names: SwiftNames
  ) -> String? {
    names.structs[name(of: attribute, at: place)]
  }
}
