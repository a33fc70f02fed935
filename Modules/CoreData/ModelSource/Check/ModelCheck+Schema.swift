internal import StrataDescriptions
public import StrataSchema

extension ModelCheck {
  /// Checks the schema of `@Model` classes. CloudKit's rules can be checked without CloudKit, for
  /// example in a test.
  ///
  /// It doesn't check names, which the compiler has accepted, nor missing inverses, unless CloudKit
  /// needs them.
  ///
  /// - Throws: `SchemaError` if the classes don't fit together.
  public func findings(in schema: Schema) throws(SchemaError) -> [ModelFinding] {
    if let problem = schema.problem { throw problem }
    var finder = FindingFinder(
      ManagedObjectModel(schema).asOnApplesPlatforms, initialValues: schema.initialValues)
    finder.addProblems()
    finder.checkInverses(of: schema)
    if isForCloudKit {
      finder.checkForCloudKit()
      finder.checkInversesForCloudKit(of: schema)
    }
    return finder.sorted
  }
}

extension FindingFinder {
  fileprivate mutating func checkInverses(of schema: Schema) {
    for inverse in schema.inferredInverses {
      add(
        .note, .unstatedInverse, inverse.entity, inverse.relationship,
        "is paired with \(inverse.destination).\(inverse.inverse), which is the only one that can be "
          + "meant; write @Relationship(inverse: \\\(inverse.destination).\(inverse.inverse)), so that "
          + "no further relationship undoes it")
    }
  }

  fileprivate mutating func checkInversesForCloudKit(of schema: Schema) {
    for inverse in schema.inversesBeyondSwiftData {
      add(
        .warning, .cloudKit, inverse.entity, inverse.relationship,
        "is paired here alone: SwiftData leaves it without an inverse, which CloudKit needs; write "
          + "@Relationship(inverse: \\\(inverse.destination).\(inverse.inverse))")
    }
  }
}

extension Schema {
  fileprivate var initialValues: Set<ModelPlace> {
    var places: Set<ModelPlace> = []
    for entity in entities {
      for attribute in entity.attributes where attribute.defaultColumns != nil {
        places.insert(ModelPlace(entity: entity.name, property: attribute.name))
      }
    }
    return places
  }
}

extension ManagedObjectModel {
  /// The model that SwiftData would create for the classes, whose arrays are unordered.
  fileprivate var asOnApplesPlatforms: ManagedObjectModel {
    var model = self
    for index in ownEntities.indices {
      model.entities[index].properties = ownEntities[index].properties.map { property in
        guard case .relationship(var relationship) = property else { return property }
        relationship.isOrdered = false
        return .relationship(relationship)
      }
    }
    return model
  }
}
