import StrataDescriptions

extension ModelReader {
  /// Reads a whole file.
  mutating func read(_ root: ModelElement) throws(ModelFileError) {
    readHeader(root)
    var names: [ElementKind: Set<String>] = [:]
    for (kind, element) in children(
      of: root, .entity, .configuration, .fetchRequest, .composite, .elements)
    {
      if kind == .elements {
        readDiagram(element)
        continue
      }
      let name = try name(of: element)
      try insert(name, into: &names[kind, default: []], element, in: "the model")
      switch kind {
      case .entity: document.model.entities.append(try entity(element, name))
      case .configuration: document.model.configurations.append(try configuration(element, name))
      case .fetchRequest:
        document.model.fetchRequestTemplates.append(
          try fetchRequest(element, name, at: ElementPlace.model.element(kind, name)))
      case .composite: document.model.composites.append(try composite(element, name))
      default: break
      }
    }
    try resolveComposites()
    checkInverseEntities()
  }

  private mutating func readHeader(_ root: ModelElement) {
    let usual = ModelDocument.Header()
    var header = usual
    header.name = root["name"]
    header.type = root["type"]
    header.documentVersion = root["documentVersion"]
    header.lastSavedToolsVersion = root["lastSavedToolsVersion"]
    header.systemVersion = root["systemVersion"]
    header.minimumToolsVersion = root["minimumToolsVersion"]
    header.sourceLanguage = root["sourceLanguage"]
    header.usedWithCloudKit = flag(root, "usedWithCloudKit")
    header.usedWithSwiftData = flag(root, "usedWithSwiftData")
    header.macOSVersion = root["macOSVersion"]
    header.iOSVersion = root["iOSVersion"]
    for (name, text, known) in [
      ("type", header.type, usual.type),
      ("documentVersion", header.documentVersion, usual.documentVersion),
    ] where text != known {
      warn(root, "the model's \(name) is \(text ?? "missing"), not \(known ?? "")")
    }
    document.header = header
    if let identifier = text(root, "userDefinedModelVersionIdentifier") {
      document.model.versionIdentifiers = [identifier]
    }
    compare(root, .model, at: .model, with: document.fileAttributes)
  }

  private mutating func configuration(_ element: ModelElement, _ name: String)
    throws(ModelFileError) -> ConfigurationDescription
  {
    var configuration = ConfigurationDescription(name: name, entityNames: [])
    checkNames(of: element, .configuration)
    for (kind, member) in children(of: element, .memberEntity) {
      checkNames(of: member, kind)
      configuration.entityNames.append(try self.name(of: member))
    }
    return configuration
  }

  /// Reads the diagram. Nothing depends on it, so invalid values are only warnings.
  private mutating func readDiagram(_ element: ModelElement) {
    var diagram = document.diagram ?? []
    for (kind, child) in children(of: element, .element) {
      func number(_ name: String) -> Double {
        if let number = child[name].flatMap(NumberText.double) { return number }
        warn(child, "\(name) of an element of the diagram isn't a number and counts as 0")
        return 0
      }
      let place = DiagramElement(
        entityName: child["name"] ?? "", x: number("positionX"), y: number("positionY"),
        width: number("width"), height: number("height"))
      diagram.append(place)
      compare(
        child, kind, at: .model.element(kind, place.entityName), with: place.fileAttributes)
    }
    document.diagram = diagram
  }

  /// Warns of inverses declared by an entity that is neither the destination nor one of its
  /// superentities.
  private mutating func checkInverseEntities() {
    let parents = Dictionary(
      document.model.entities.map { ($0.name, $0.superentityName) },
      uniquingKeysWith: { one, _ in one })
    for inverse in inverseEntities {
      var name: String? = inverse.destination
      // Limited, since inheritance may be circular or very deep.
      for _ in 0..<64 where name != nil && name != inverse.name {
        name = name.flatMap { parents[$0] ?? nil }
      }
      if name == inverse.name { continue }
      warnings.append(
        ModelFileWarning(
          line: inverse.line,
          message:
            "inverseEntity is “\(inverse.name)”, but the destination “\(inverse.destination)”, "
            + "which counts"))
    }
  }
}
