import StrataDescriptions

extension ModelWriter {
  mutating func write(_ entity: EntityDescription) {
    let place = ElementPlace.model.element(.entity, entity.name)
    let isEmpty =
      entity.properties.isEmpty && entity.indexes.isEmpty && entity.compoundIndexes.isEmpty
      && entity.uniquenessConstraints.isEmpty && entity.userInfo.isEmpty
    element(.entity, at: place, entity.fileAttributes, isEmpty: isEmpty) { writer in
      for attribute in entity.attributes {
        writer.write(attribute, at: place.element(.attribute, attribute.name))
      }
      for relationship in entity.relationships {
        writer.write(relationship, at: place.element(.relationship, relationship.name))
      }
      for property in entity.fetchedProperties {
        writer.write(property, at: place.element(.fetchedProperty, property.name))
      }
      for index in entity.indexes {
        writer.write(index, at: place.element(.fetchIndex, index.name))
      }
      writer.write(entity.compoundIndexes, .compoundIndexes, .compoundIndex, .index)
      writer.write(
        entity.uniquenessConstraints, .uniquenessConstraints, .uniquenessConstraint, .constraint)
      writer.write(entity.userInfo)
    }
  }

  mutating func write(_ attribute: AttributeDescription, at place: ElementPlace) {
    element(
      .attribute, at: place, attribute.fileAttributes, isEmpty: attribute.userInfo.isEmpty
    ) { writer in writer.write(attribute.userInfo) }
  }

  private mutating func write(_ relationship: RelationshipDescription, at place: ElementPlace) {
    element(
      .relationship, at: place, relationship.fileAttributes, isEmpty: relationship.userInfo.isEmpty
    ) { writer in writer.write(relationship.userInfo) }
  }

  private mutating func write(_ property: FetchedPropertyDescription, at place: ElementPlace) {
    element(
      .fetchedProperty, at: place, property.fileAttributes,
      isEmpty: property.fetchRequest == nil && property.userInfo.isEmpty
    ) { writer in
      if let request = property.fetchRequest {
        writer.write(request, at: place.element(.fetchRequest, ""))
      }
      writer.write(property.userInfo)
    }
  }

  mutating func write(_ request: FetchRequestDescription, at place: ElementPlace) {
    element(.fetchRequest, at: place, request.fileAttributes)
  }

  private mutating func write(_ index: FetchIndexDescription, at place: ElementPlace) {
    element(.fetchIndex, at: place, index.fileAttributes, isEmpty: index.elements.isEmpty) {
      writer in
      for (number, element) in index.elements.enumerated() {
        writer.element(
          .fetchIndexElement, at: place.element(.fetchIndexElement, String(number)),
          element.fileAttributes)
      }
    }
  }

  /// Writes groups of property names.
  private mutating func write(
    _ groups: [[String]], _ kind: ElementKind, _ group: ElementKind, _ member: ElementKind
  ) {
    if groups.isEmpty { return }
    element(kind, [:], isEmpty: false) { writer in
      for names in groups {
        writer.element(group, [:], isEmpty: names.isEmpty) { writer in
          for name in names { writer.element(member, ["value": name]) }
        }
      }
    }
  }

  private mutating func write(_ userInfo: [String: String]) {
    if userInfo.isEmpty { return }
    element(.userInfo, [:], isEmpty: false) { writer in
      for (key, value) in userInfo.sorted(by: { $0.key < $1.key }) {
        writer.element(.entry, ["key": key, "value": value])
      }
    }
  }
}
