import StrataDescriptions

extension FindingFinder {
  mutating func checkIndexes() {
    var asked: [(place: ModelPlace, by: [String])] = []
    for entity in model.entities {
      for group in entity.compoundIndexes {
        add(
          .note, .legacyIndex, entity.name, nil,
          "has a compound index over \(group.joined(separator: ", ")) in a form that newer systems don't "
            + "read; make it a fetch index")
      }
      for property in entity.properties where property.underlying.isIndexed {
        add(
          .note, .legacyIndex, entity.name, property.name,
          "is marked as indexed, which newer systems don't read; add a fetch index over it")
      }
      for fetched in entity.fetchedProperties {
        guard let request = fetched.fetchRequest else { continue }
        note(request, "the fetched property \(entity.name).\(fetched.name)", in: &asked)
      }
    }
    for template in model.fetchRequestTemplates {
      note(template, "the fetch request \(template.name)", in: &asked)
    }
    for (place, requests) in asked {
      let ask = requests.count > 1 ? "ask" : "asks"
      add(
        .warning, .missingIndex, place.entity, place.property,
        "is what \(requests.joined(separator: " and ")) \(ask) for, without an index, so that all objects "
          + "are read; add a fetch index that begins with it")
    }
  }

  /// Records the properties that a request's predicate uses, unless one of them has an index.
  private func note(
    _ request: FetchRequestDescription, _ what: String,
    in asked: inout [(place: ModelPlace, by: [String])]
  ) {
    guard let predicate = request.predicate,
      let entity = request.entityName.flatMap({ entities[$0] })
    else { return }
    let paths = PredicatePaths(predicate).paths
    let places = paths.compactMap { end(of: $0, in: entity) }
    // One index is enough for conditions joined with AND. Only the developer knows which of them
    // selects the fewest objects.
    guard !places.isEmpty, !places.contains(where: { isIndexed($0.property, of: $0.owner) }) else {
      return
    }
    for place in places.map({ ModelPlace(entity: $0.owner.name, property: $0.property) }) {
      if let index = asked.firstIndex(where: { $0.place == place }) {
        asked[index].by.append(what)
      } else {
        asked.append((place, [what]))
      }
    }
  }

  /// Finds the attribute at the end of a path and the entity that declares it. Returns nil if it
  /// needs no index.
  private func end(
    of path: [String], in start: EntityDescription
  ) -> (owner: EntityDescription, property: String)? {
    var entity = start
    for (index, name) in path.enumerated() {
      let owners = [entity] + lineage.superentities(of: entity)
      guard let owner = owners.first(where: { $0.property(named: name) != nil }),
        let property = owner.property(named: name)
      else { return nil }
      switch property {
      case .attribute(let attribute):
        return attribute.isTransient ? nil : (owner, name)
      case .relationship(let relationship):
        guard index + 1 < path.count,
          let next = relationship.destinationEntityName.flatMap({ entities[$0] })
        else { return nil }
        entity = next
      case .fetchedProperty: return nil
      }
    }
    return nil
  }

  /// True if an index begins with the property. Indexes of subentities don't count.
  private func isIndexed(_ name: String, of entity: EntityDescription) -> Bool {
    ([entity] + lineage.superentities(of: entity)).contains { owner in
      owner.indexes.contains { $0.elements.first?.propertyName == name }
        || owner.uniquenessConstraints.contains { $0.first == name }
        || owner.compoundIndexes.contains { $0.first == name }
        || owner.property(named: name)?.underlying.isIndexed == true
    }
  }
}
