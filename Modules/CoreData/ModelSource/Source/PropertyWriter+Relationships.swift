import StrataDescriptions
import StrataSchema

extension PropertyWriter {
  mutating func write(
    _ relationship: RelationshipDescription, at place: ModelPlace
  ) -> ClassProperty? {
    guard let destination = relationship.destinationEntityName,
      let type = names.classes[destination]
    else {
      note(
        .warning, place,
        "it leads to \(relationship.destinationEntityName ?? "nothing"), which the model lacks, and is "
          + "left out")
      return nil
    }
    var property = ClassProperty(name: SwiftWord.written(name(place)), type: "")
    if relationship.isToMany {
      let isOptional = relationship.isOptional || relationship.isTransient
      property.type = "[\(type)]" + (isOptional ? "?" : "")
      property.initialValue = "[]"
    } else {
      var isOptional = relationship.isOptional || relationship.isTransient
      if !isOptional, required.relaxed.contains(place) {
        isOptional = true
        tell(
          &property, .warning, place,
          "the model requires an object, but neither could be made before the other")
      }
      property.type = type + (isOptional ? "?" : "")
    }
    if relationship.isTransient {
      tell(
        &property, .warning, place, "the model's relationship is transient, without its other end")
      property.attribute = ("@" + types.ofLibrary("Transient", "Strata"), [])
      return property
    }
    let arguments = arguments(relationship, place, &property)
    if !arguments.isEmpty {
      property.attribute = ("@" + types.ofLibrary("Relationship", "Strata"), arguments)
    }
    return property
  }

  private mutating func arguments(
    _ relationship: RelationshipDescription, _ place: ModelPlace, _ property: inout ClassProperty
  ) -> [String] {
    var arguments: [String] = []
    if unique[place.entity ?? ""]?.contains(relationship.name) == true {
      arguments.append(".unique")
    }
    if relationship.deleteRule != .nullify {
      arguments.append("deleteRule: .\(relationship.deleteRule.rawValue)")
    }
    if relationship.isToMany {
      if relationship.minCount > 0 {
        arguments.append("minimumModelCount: \(relationship.minCount)")
      }
      if relationship.maxCount > 0 {
        arguments.append("maximumModelCount: \(relationship.maxCount)")
      }
    }
    if let name = originalName(relationship, place) {
      arguments.append("originalName: \(SwiftWord.literal(name))")
    }
    let end = InversePairs.End(entity: place.entity ?? "", name: relationship.name)
    if let other = pairs.named[end], let type = names.classes[other.entity] {
      let name = SwiftWord.written(names.property(other.name, of: other.entity))
      arguments.append("inverse: \\\(type).\(name)")
    } else if pairs.all[end] == nil {
      arguments.append("inverse: nil")
      if pairs.inferred.contains(end) {
        tell(
          &property, .warning, place,
          "the model has no inverse here, but the only relationships of two classes with each other are "
            + "taken for a pair")
      }
      if let reason = pairs.refused[end] {
        tell(
          &property, .warning, place,
          "the model's inverse \(relationship.inverseName ?? "") can't be that of a class, since "
            + reason)
      }
    }
    if let modifier = relationship.versionHashModifier?.nonEmpty {
      arguments.append("hashModifier: \(SwiftWord.literal(modifier))")
    }
    return arguments
  }
}
