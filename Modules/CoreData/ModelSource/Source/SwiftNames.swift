import StrataDescriptions

/// The Swift names of a model's entities, composites and properties: those in the model, unless
/// Swift or the store can't use them.
struct SwiftNames {
  /// The class names, by entity.
  private(set) var classes: [String: String] = [:]
  /// The struct names, by composite.
  private(set) var structs: [String: String] = [:]
  /// The changed names of properties.
  private var properties: [ModelPlace: String] = [:]
  /// Notes about changed names.
  private(set) var notes: [ModelNote] = []

  init(_ model: ManagedObjectModel, composites: [CompositeDescription], namespace: String?) {
    // Compared without case: otherwise two entities would share a table and a file.
    var taken = Set(namespace.map { [$0.lowercased()] } ?? [])
    // Entities whose names are valid come first, so that their names don't change.
    for entity in model.entities where Self.fits(entity.name) && classes[entity.name] == nil {
      if taken.insert(entity.name.lowercased()).inserted { classes[entity.name] = entity.name }
    }
    for entity in model.entities where classes[entity.name] == nil {
      let name = Self.free(Self.typeName(entity.name), &taken)
      classes[entity.name] = name
      notes.append(
        ModelNote(
          .warning, ModelPlace(entity: entity.name),
          "Swift can't have a class of that name here, so it is called \(name); a store knows it by "
            + "that name"))
    }
    for composite in composites {
      let name = Self.free(Self.typeName(composite.name), &taken)
      structs[composite.name] = name
      nameProperties(
        composite.elements.map(\.name), of: ModelPlace(entity: composite.name), inherited: [])
    }
    for entity in model.entities {
      let inherited = model.superentities(of: entity).reversed().flatMap(\.properties).map(\.name)
      nameProperties(
        entity.properties.map(\.name), of: ModelPlace(entity: entity.name), inherited: inherited)
    }
  }

  /// The name of a property in its class, without backticks.
  func property(_ name: String, of entity: String) -> String {
    properties[ModelPlace(entity: entity, property: name)] ?? name
  }

  private mutating func nameProperties(
    _ names: [String], of place: ModelPlace, inherited: [String]
  ) {
    // Compared without case, like columns. Inherited properties have their names from their own
    // class, and a subclass's columns begin with its name.
    var taken = Set(inherited.map { $0.lowercased() })
    var open: [String] = []
    for name in names {
      let isFitting =
        SwiftWord.identifier(name) == name && !SwiftWord.takenProperties.contains(name)
        && !SwiftWord.isReservedByStore(name) && !name.hasPrefix("_$")
      // An inherited property is declared once, in the superclass.
      if inherited.contains(name) { continue }
      if !isFitting || !taken.insert(name.lowercased()).inserted { open.append(name) }
    }
    for name in open where !inherited.contains(name) {
      var wanted = SwiftWord.identifier(name)
      if SwiftWord.takenProperties.contains(wanted) { wanted += "Value" }
      if SwiftWord.isReservedByStore(wanted) { wanted = "own_" + wanted }
      let new = Self.free(wanted, &taken)
      let own = ModelPlace(entity: place.entity, property: name)
      properties[own] = new
      notes.append(
        ModelNote(
          .warning, own,
          "a model can't have a property of that name, so it is called \(new); originalName finds its "
            + "values"))
    }
  }

  private static func fits(_ name: String) -> Bool {
    SwiftWord.identifier(name) == name && typeName(name) == name
  }

  private static func typeName(_ name: String) -> String {
    var wanted = SwiftWord.identifier(name)
    if SwiftWord.takenTypes.contains(wanted) || SwiftWord.keywords.contains(wanted) {
      wanted += "Entity"
    }
    if SwiftWord.isReservedByStore(wanted) { wanted = "Own_" + wanted }
    return wanted
  }

  private static func free(_ name: String, _ taken: inout Set<String>) -> String {
    var candidate = name
    var number = 2
    while !taken.insert(candidate.lowercased()).inserted {
      candidate = "\(name)\(number)"
      number += 1
    }
    return candidate
  }
}
