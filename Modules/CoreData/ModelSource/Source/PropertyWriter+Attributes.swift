import StrataDescriptions

extension PropertyWriter {
  mutating func write(
    _ attribute: AttributeDescription, at place: ModelPlace, inComposite: Bool = false
  ) -> ClassProperty? {
    var property = ClassProperty(name: SwiftWord.written(name(place)), type: "")
    var type = types.name(of: attribute.type)
    if attribute.type == .composite {
      type = CompositeNames.name(of: attribute, at: place, names)
      if type == nil {
        note(.warning, place, "it consists of nothing, and is left out")
        return nil
      }
    }
    guard let type else { return writeUntyped(attribute, place, property) }
    var isOptional = attribute.isOptional
    let defaults = DefaultExpression(types: types)
    if let value = attribute.defaultValue {
      property.initialValue = defaults.code(value, for: attribute.type)
      if attribute.type == .uri, let url = defaults.optionalURL(value) {
        property.initialValue = url
        if !isOptional {
          isOptional = true
          tell(
            &property, .warning, place,
            "the model requires a value, but only a program that runs knows whether its default is a "
              + "URL")
        }
      }
      if property.initialValue == nil {
        tell(
          &property, .warning, place, "its default is no value that \(type) can have, and left out")
      }
    }
    let isEphemeral = attribute.isTransient && !inComposite
    if isEphemeral, !isOptional, property.initialValue == nil {
      isOptional = true
      tell(
        &property, .note, place,
        "the model requires a value, but a fetched object has none to begin with")
    }
    property.type = type + (isOptional ? "?" : "")
    tellOfTransformers(attribute, place, &property)
    if let derivation = attribute.derivationExpression {
      tell(
        &property, .warning, place,
        "derived by Core Data of \(derivation); nothing derives it here, so set it")
    }
    let limits = [
      attribute.minimumValue == nil ? nil : "least",
      attribute.maximumValue == nil ? nil : "greatest",
    ].compactMap { $0 }
    if !limits.isEmpty || attribute.regularExpression != nil {
      let what =
        (limits.isEmpty ? [] : ["the \(limits.joined(separator: " and the ")) value"])
        + (attribute.regularExpression == nil ? [] : ["the pattern"])
      note(
        .warning, place,
        "\(what.joined(separator: " and ")) of the model isn't checked; conform the class to "
          + "ValidatedModel")
    }
    let arguments = options(attribute, place, isEphemeral, inComposite)
    if !arguments.isEmpty {
      property.attribute = ("@" + types.ofLibrary("Attribute", "Strata"), arguments)
    }
    return property
  }

  private mutating func options(
    _ attribute: AttributeDescription, _ place: ModelPlace, _ isEphemeral: Bool,
    _ inComposite: Bool
  ) -> [String] {
    var arguments: [String] = []
    if isEphemeral {
      arguments.append(".ephemeral")
    } else if !inComposite {
      if unique[place.entity ?? ""]?.contains(attribute.name) == true {
        arguments.append(".unique")
      }
      if attribute.allowsExternalBinaryDataStorage { arguments.append(".externalStorage") }
      if attribute.preservesValueInHistoryOnDeletion {
        arguments.append(".preserveValueOnDeletion")
      }
      if attribute.allowsCloudEncryption { arguments.append(".allowsCloudEncryption") }
      if attribute.isIndexedBySpotlight { arguments.append(".spotlight") }
    }
    if let name = originalName(attribute, place) {
      arguments.append("originalName: \(SwiftWord.literal(name))")
    }
    if let modifier = attribute.versionHashModifier?.nonEmpty, !inComposite {
      arguments.append("hashModifier: \(SwiftWord.literal(modifier))")
    }
    return arguments
  }

  private mutating func tellOfTransformers(
    _ attribute: AttributeDescription, _ place: ModelPlace, _ property: inout ClassProperty
  ) {
    guard attribute.type == .transformable else { return }
    let by = attribute.valueTransformerName?.nonEmpty.map { " by \($0)" } ?? ""
    let of = attribute.attributeValueClassName?.nonEmpty.map { " of \($0)" } ?? ""
    tell(
      &property, .note, place,
      "the data that is made\(of)\(by); with the type and its transformer here, write "
        + "@Attribute(.transformable(by:))")
  }

  /// Writes an attribute without a type, which can only be transient.
  private mutating func writeUntyped(
    _ attribute: AttributeDescription, _ place: ModelPlace, _ property: ClassProperty
  ) -> ClassProperty? {
    guard attribute.isTransient else {
      note(
        .warning, place,
        "an attribute of type \(attribute.type.name) can't be saved, and is left out")
      return nil
    }
    var property = property
    property.type = "\(types.named("Any"))?"
    property.attribute = ("@" + types.ofLibrary("Transient", "Strata"), [])
    return property
  }
}
