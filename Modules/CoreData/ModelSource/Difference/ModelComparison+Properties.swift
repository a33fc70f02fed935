import StrataDescriptions

extension ModelComparison {
  mutating func compareProperties(_ former: EntityDescription, _ entity: EntityDescription) {
    let candidates = oldLineage.allProperties(of: former)
    var kept: Set<String> = []
    for property in newLineage.allProperties(of: entity) {
      let before = entities.formerProperty(property, in: candidates)
      if let before { kept.insert(before.name) }
      let isOwn = entity.property(named: property.name) != nil
      guard let before else {
        // Inherited properties are reported for the entity that declares them, unless that is new.
        if isOwn { addNew(property, to: entity) }
        continue
      }
      let wasOwn = former.property(named: before.name) != nil
      guard isOwn || wasOwn else { continue }
      compareMove(before, property, former, entity, isOwn: isOwn, wasOwn: wasOwn)
      compare(before, property, entity.name)
    }
    for property in former.properties where !kept.contains(property.name) {
      // The property may have moved to subentities.
      let heirs = newLineage.kinds(of: entity.name).filter { heir in
        heir.name != entity.name
          && entities.former(of: heir.name).map { formerHeir in
            oldLineage.superentities(of: formerHeir).contains { $0.name == former.name }
          } == true
          && newLineage.allProperties(of: heir).contains {
            entities.formerProperty($0, in: [property]) != nil
          }
      }
      addGone(property, of: entity, heirs: heirs.map(\.name))
    }
  }

  private mutating func compareMove(
    _ before: PropertyDescription, _ property: PropertyDescription, _ former: EntityDescription,
    _ entity: EntityDescription, isOwn: Bool, wasOwn: Bool
  ) {
    guard isOwn != wasOwn else { return }
    if isOwn {
      let from = oldLineage.superentities(of: former).first {
        $0.property(named: before.name) != nil
      }
      add(
        .inferred, entity.name, property.name,
        "has moved down from \(from?.name ?? "an entity above")")
    } else {
      let to = newLineage.superentities(of: entity).first {
        $0.property(named: property.name) != nil
      }
      add(
        .inferred, entity.name, property.name,
        "has moved up to \(to?.name ?? "an entity above")")
    }
  }

  private mutating func addNew(_ property: PropertyDescription, to entity: EntityDescription) {
    let name = property.name
    switch property {
    case .fetchedProperty: add(.none, entity.name, name, "is new, and nothing is kept of it")
    case .attribute(let attribute):
      if attribute.isTransient {
        return add(.none, entity.name, name, "is new, and never saved")
      }
      if attribute.isOptional || attribute.defaultValue != nil || attribute.isDerived
        || !hasObjectsWithout(property, entity)
      {
        add(.inferred, entity.name, name, "is new")
      } else {
        refuse(
          entity.name, name, "is new and required",
          ", but objects that are there have nothing to begin with; give it a default, or make it optional"
        )
      }
    case .relationship(let relationship):
      if relationship.isTransient {
        return add(.none, entity.name, name, "is new, and never saved")
      }
      // A required to-many relationship may be empty, unless it has a minimum count.
      let needsObject = relationship.isToMany ? relationship.minCount > 0 : true
      if relationship.isOptional || !needsObject || !hasObjectsWithout(property, entity) {
        add(.inferred, entity.name, name, "is new")
      } else {
        refuse(
          entity.name, name, "is new and required",
          ", but objects that are there lead nowhere; make it optional, or set it in a migration of your own"
        )
      }
    }
  }

  /// True if an old store may have objects that get the property without having had it before.
  private func hasObjectsWithout(
    _ property: PropertyDescription, _ entity: EntityDescription
  ) -> Bool {
    newLineage.kinds(of: entity.name).contains { heir in
      guard let former = entities.former(of: heir.name), !former.isAbstract else { return false }
      return entities.formerProperty(property, in: oldLineage.allProperties(of: former)) == nil
    }
  }

  private mutating func addGone(
    _ property: PropertyDescription, of entity: EntityDescription, heirs: [String]
  ) {
    let name = property.name
    let isKept: Bool =
      switch property {
      case .fetchedProperty: false
      case .attribute(let attribute): !attribute.isTransient && !attribute.isDerived
      case .relationship(let relationship): !relationship.isTransient
      }
    guard isKept else {
      return add(.none, entity.name, name, "is gone, and nothing was kept of it")
    }
    if !heirs.isEmpty, entity.isAbstract {
      return add(
        .inferred, entity.name, name, "has moved down to \(heirs.joined(separator: ", "))")
    }
    addLoss(
      entity.name, name, "is gone",
      ", with its values; if it has another name now, set that one's renaming identifier to \(name)"
    )
  }

  private mutating func compare(
    _ before: PropertyDescription, _ after: PropertyDescription, _ entity: String
  ) {
    if before.name != after.name {
      add(
        .inferred, entity, after.name,
        "was called \(before.name), as its renaming identifier says")
    }
    switch (before, after) {
    case (.attribute(let old), .attribute(let new)): compare(old, new, entity)
    case (.relationship(let old), .relationship(let new)): compare(old, new, entity)
    case (.fetchedProperty(let old), .fetchedProperty(let new)):
      if old.fetchRequest != new.fetchRequest {
        add(.none, entity, new.name, "fetches something else")
      }
    default:
      refuse(
        entity, after.name, "was \(kind(before)) and is \(kind(after)) now",
        "; give the new one another name")
    }
    if before.underlying.versionHashModifier?.nonEmpty
      != after.underlying.versionHashModifier?.nonEmpty
    {
      add(.inferred, entity, after.name, "has another hash modifier")
    }
  }

  private func kind(_ property: PropertyDescription) -> String {
    switch property {
    case .attribute: "an attribute"
    case .relationship: "a relationship"
    case .fetchedProperty: "a fetched property"
    }
  }
}
