import StrataDescriptions

/// Writes a class's properties for those of an entity.
struct PropertyWriter {
  let model: ManagedObjectModel
  let names: SwiftNames
  let types: SwiftTypes
  let pairs: InversePairs
  let required: RequiredObjects
  /// The attributes that are unique on their own, by entity.
  let unique: [String: Set<String>]
  private(set) var notes: [ModelNote] = []

  init(
    _ model: ManagedObjectModel, _ names: SwiftNames, _ types: SwiftTypes,
    unique: [String: Set<String>]
  ) {
    self.model = model
    self.names = names
    self.types = types
    self.unique = unique
    pairs = InversePairs(model)
    required = RequiredObjects(model)
  }

  /// Writes a property, or returns nil if a class can't have it.
  mutating func property(
    _ property: PropertyDescription, of entity: String
  ) -> ClassProperty? {
    let place = ModelPlace(entity: entity, property: property.name)
    switch property {
    case .attribute(let attribute): return write(attribute, at: place)
    case .relationship(let relationship): return write(relationship, at: place)
    case .fetchedProperty(let fetched):
      let predicate = fetched.fetchRequest?.predicate.map { ": \($0)" } ?? ""
      note(
        .warning, place,
        "a model has no fetched properties; fetch "
          + "\(fetched.fetchRequest?.entityName ?? "the objects") where they are needed\(predicate)"
      )
      return nil
    }
  }

  /// Writes a member of a composite.
  mutating func member(
    _ attribute: AttributeDescription, of composite: String
  ) -> ClassProperty? {
    write(attribute, at: ModelPlace(entity: composite, property: attribute.name), inComposite: true)
  }

  mutating func note(_ severity: ModelNote.Severity, _ place: ModelPlace, _ text: String) {
    notes.append(ModelNote(severity, place, text))
  }

  /// Adds a note, and the same text as a comment in the source.
  mutating func tell(
    _ property: inout ClassProperty, _ severity: ModelNote.Severity, _ place: ModelPlace,
    _ text: String
  ) {
    note(severity, place, text)
    property.comments.append(text.prefix(1).uppercased() + text.dropFirst() + ".")
  }

  func name(_ place: ModelPlace) -> String {
    names.property(place.property ?? "", of: place.entity ?? "")
  }

  func originalName(
    _ property: some DescribedProperty, _ place: ModelPlace
  ) -> String? {
    if let former = property.formerName { return former }
    return name(place) == property.name ? nil : property.name
  }
}
