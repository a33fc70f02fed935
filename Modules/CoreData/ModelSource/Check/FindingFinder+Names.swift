import StrataDescriptions

extension FindingFinder {
  mutating func checkNames() {
    checkCase(model.entities.map(\.name)) { finder, name, other in
      finder.add(
        .error, .similarNames, name, nil,
        "differs from the entity \(other) in case alone, and tables don't know upper from lower case; "
          + "rename one of them")
    }
    for entity in model.entities {
      if SwiftWord.keywords.contains(entity.name) || SwiftWord.takenTypes.contains(entity.name) {
        add(
          .warning, .takenName, entity.name, nil,
          "is a word of Swift or a module's name, so no class can have it; rename the entity, with a "
            + "renaming identifier")
      }
      check(entity)
    }
  }

  private mutating func check(_ entity: EntityDescription) {
    let all = lineage.allProperties(of: entity).map(\.name)
    checkCase(all) { finder, name, other in
      // Inherited on both sides, and hence reported for the superentity.
      guard entity.property(named: name) != nil || entity.property(named: other) != nil else {
        return
      }
      finder.add(
        .warning, .similarNames, entity.name, name,
        "differs from \(other) in case alone, and columns don't know upper from lower case; rename one "
          + "of them, with a renaming identifier")
    }
    for property in entity.properties {
      let name = property.name
      if Self.ofManagedObject.contains(name) {
        add(
          .warning, .takenName, entity.name, name,
          "is what every managed object has already; rename it, with a renaming identifier")
      } else if SwiftWord.takenProperties.contains(name) || name.hasPrefix("_$")
        || SwiftWord.isReservedByStore(name)
      {
        add(
          .warning, .takenName, entity.name, name,
          "is what every model has already, so the class's property is called otherwise; rename it, with "
            + "a renaming identifier")
      } else if SwiftWord.keywords.contains(name) {
        add(
          .note, .takenName, entity.name, name,
          "is a word of Swift, so that it is written in backticks everywhere")
      }
    }
  }

  private mutating func checkCase(
    _ names: [String], _ body: (inout Self, String, String) -> Void
  ) {
    var seen: [String: String] = [:]
    for name in names {
      if let other = seen[name.uppercased()], other != name {
        body(&self, name, other)
      } else if seen[name.uppercased()] == nil {
        seen[name.uppercased()] = name
      }
    }
  }

  // The names of properties and methods without arguments of NSManagedObject and NSObject, from
  // Core Data's public headers. An accessor with such a name would override it.
  private static let ofManagedObject: Set<String> = [
    "awakeFromFetch", "awakeFromInsert", "changedValues", "changedValuesForCurrentEvent", "class",
    "classForCoder", "copy", "dealloc", "debugDescription", "description", "didSave",
    "didTurnIntoFault", "entity", "faultingState", "hasChanges", "hasPersistentChangedValues",
    "hash",
    "init", "isDeleted", "isFault", "isInserted", "isProxy", "isUpdated", "managedObjectContext",
    "mutableCopy", "objectID", "observationInfo", "objectWillChange", "prepareForDeletion", "self",
    "superclass", "validateForDelete", "validateForInsert", "validateForUpdate", "willSave",
    "willTurnIntoFault", "zone",
  ]
}
