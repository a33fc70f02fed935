package import StrataDescriptions
package import StrataSchema

/// The differences between a model or a store's record and the classes in Swift sources, as steps from the one to the others.
///
/// Both are brought to what either can say: a store doesn't record default values and the sizes of numbers, a class has no
/// limits, and sources don't say which columns the types of other modules have.
package struct ModelDrift: Sendable {
  /// The differences.
  package let difference: ModelDifference

  /// Compares a model with sources.
  ///
  /// - Parameter isRecorded: True for the record of a store of Strata. False for a model of Core Data.
  package init(from model: ManagedObjectModel, isRecorded: Bool, to sources: SourceModel) {
    var (old, new) = (model, sources.model)
    Self.align(&old, &new, isRecorded, sources.unread, sources.computedDefaults)
    difference = ModelDifference(from: old, to: new)
  }

  /// Compares the schema that a store of Strata records with the one that it is to be migrated to.
  ///
  /// The steps are those of the library's own migration, which keeps what the new schema lacks. Ask it for what it
  /// refuses.
  package init(from recorded: Schema, to schema: Schema) {
    var (old, new) = (ManagedObjectModel(recorded), ManagedObjectModel(schema))
    Self.align(&old, &new, true, [:], [])
    difference = ModelDifference(stored: old, to: new)
  }

  /// Brings both sides to what either can say.
  private static func align(
    _ old: inout ManagedObjectModel, _ new: inout ManagedObjectModel, _ isRecorded: Bool,
    _ unread: [ModelPlace: String], _ computedDefaults: Set<ModelPlace>
  ) {
    simplify(&old, isRecorded)
    simplify(&new, isRecorded)
    for index in new.entities.indices {
      let name = new.entities[index].name
      guard let origin = old.entities.firstIndex(where: { $0.name == name }) else { continue }
      new.entities[index].isAbstract = old.entities[origin].isAbstract
      for position in new.entities[index].properties.indices {
        let property = new.entities[index].properties[position]
        let names = [property.name, property.underlying.formerName]
        guard
          let before = old.entities[origin].properties.firstIndex(where: { names.contains($0.name) }
          )
        else { continue }
        match(
          &new.entities[index].properties[position], with: &old.entities[origin].properties[before],
          isRecorded, unread, computedDefaults, ModelPlace(entity: name, property: property.name))
      }
    }
  }

  /// Leaves out what only one side can say.
  private static func simplify(_ model: inout ManagedObjectModel, _ isRecorded: Bool) {
    model.configurations = []
    model.fetchRequestTemplates = []
    model.composites = []
    for index in model.entities.indices {
      var entity = model.entities[index]
      entity.managedObjectClassName = nil
      entity.versionHashModifier = nil
      let links = Set(entity.relationships.map(\.name))
      let legacy =
        entity.compoundIndexes
        + entity.properties.filter(\.underlying.isIndexed).map {
          [$0.name]
        }
      let groups = entity.indexes.compactMap { index -> [String]? in
        let names = index.elements.compactMap(\.propertyName)
        return names.count == index.elements.count ? names : nil
      }
      // Each relationship has an index, and so has what is unique.
      let kept = Set(groups + legacy).filter { group in
        !(group.count == 1 && links.contains(group[0]))
      }
      entity.indexes = kept.sorted { $0.lexicographicallyPrecedes($1) }.map { group in
        FetchIndexDescription(
          name: group.joined(separator: ","),
          elements: group.map { FetchIndexElementDescription(property: $0) })
      }
      entity.compoundIndexes = []
      entity.uniquenessConstraints = Set(entity.uniquenessConstraints).sorted {
        $0.lexicographicallyPrecedes($1)
      }
      entity.properties = entity.properties.compactMap { simplified($0, isRecorded) }
      model.entities[index] = entity
    }
  }

  private static func simplified(
    _ property: PropertyDescription, _ isRecorded: Bool
  ) -> PropertyDescription? {
    switch property {
    case .fetchedProperty: return nil
    case .attribute(var attribute):
      attribute.minimumValue = nil
      attribute.maximumValue = nil
      attribute.regularExpression = nil
      attribute.valueTransformerName = nil
      attribute.derivationExpression = nil
      attribute.isIndexed = false
      if isRecorded {
        // Ephemeral properties have no columns.
        guard !attribute.isTransient else { return nil }
        attribute.type = recorded(attribute.type)
        attribute.elements = attribute.elements.map(recorded)
      }
      return .attribute(attribute)
    case .relationship(var relationship):
      guard !relationship.isTransient else { return nil }
      relationship.isIndexed = false
      if relationship.isToMany { relationship.isOrdered = true }
      return .relationship(relationship)
    }
  }

  private static func recorded(_ element: AttributeDescription) -> AttributeDescription {
    var element = element
    element.type = recorded(element.type)
    element.elements = element.elements.map(recorded)
    element.defaultValue = nil
    return element
  }

  /// The type that stands for all those with the same column.
  private static func recorded(_ type: AttributeType) -> AttributeType {
    switch type {
    case .integer16, .integer32: .integer64
    case .float: .double
    case .transformable: .binaryData
    default: type
    }
  }

  /// Gives both sides what one of them doesn't say.
  private static func match(
    _ property: inout PropertyDescription, with before: inout PropertyDescription,
    _ isRecorded: Bool, _ unread: [ModelPlace: String], _ computedDefaults: Set<ModelPlace>,
    _ place: ModelPlace
  ) {
    switch (property, before) {
    case (.attribute(var new), .attribute(var old)):
      if unread[place] != nil {
        new.type = old.type
        new.elements = old.elements
        new.compositeName = old.compositeName
      }
      if isRecorded || computedDefaults.contains(place) {
        old.defaultValue = new.defaultValue
      }
      if !isRecorded, old.type == .transformable, new.type == .binaryData { new.type = old.type }
      property = .attribute(new)
      before = .attribute(old)
    case (.relationship(var new), .relationship(let old)):
      if !isRecorded { new.minCount = old.minCount }
      property = .relationship(new)
    default: break
    }
  }
}
