import StrataDescriptions

extension ModelReader {
  mutating func entity(_ element: ModelElement, _ name: String)
    throws(ModelFileError) -> EntityDescription
  {
    let place = ElementPlace.model.element(.entity, name)
    var entity = EntityDescription(name: name)
    entity.managedObjectClassName = text(element, "representedClassName")
    entity.superentityName = text(element, "parentEntity")
    entity.isAbstract = flag(element, "isAbstract")
    entity.renamingIdentifier = text(element, "renamingIdentifier")
    entity.versionHashModifier = text(element, "versionHashModifier")
    entity.elementID = text(element, "elementID")
    entity.isSyncable = flag(element, "syncable", default: true)
    entity.codeGeneration = codeGeneration(of: element)
    try readContents(of: element, to: &entity, at: place)
    compare(element, .entity, at: place, with: entity.fileAttributes)
    return entity
  }

  private mutating func codeGeneration(of element: ModelElement) -> EntityDescription.CodeGeneration
  {
    switch element["codeGenerationType"] {
    case nil, "none", "": return .manual
    case "class": return .classDefinition
    case "category": return .category
    case .some(let text):
      warn(element, "codeGenerationType is “\(text)”, which isn't known and counts as none")
      return .manual
    }
  }

  private mutating func readContents(
    of element: ModelElement, to entity: inout EntityDescription, at place: ElementPlace
  ) throws(ModelFileError) {
    let children = children(
      of: element, .attribute, .relationship, .fetchedProperty, .fetchIndex, .uniquenessConstraints,
      .compoundIndexes, .userInfo)
    var properties: Set<String> = []
    var indexes: Set<String> = []
    entity.properties.reserveCapacity(children.count)
    for (kind, child) in children {
      switch kind {
      case .attribute, .relationship, .fetchedProperty:
        let name = try name(of: child)
        guard properties.insert(name).inserted else {
          throw error(
            child, "“\(entity.name)” has another property “\(name)”; give one of them another name")
        }
        let place = place.element(kind, name)
        entity.properties.append(try property(child, kind, name, at: place))
      case .fetchIndex:
        let name = try name(of: child)
        try insert(name, into: &indexes, child, in: "“\(entity.name)”")
        entity.indexes.append(try fetchIndex(child, name, at: place.element(kind, name)))
      case .uniquenessConstraints:
        entity.uniquenessConstraints += try groups(
          child, kind, .uniquenessConstraint, .constraint)
      case .compoundIndexes:
        entity.compoundIndexes += try groups(child, kind, .compoundIndex, .index)
      case .userInfo: entity.userInfo = try userInfo(child)
      default: break
      }
    }
  }

  private mutating func property(
    _ element: ModelElement, _ kind: ElementKind, _ name: String, at place: ElementPlace
  ) throws(ModelFileError) -> PropertyDescription {
    switch kind {
    case .relationship: .relationship(try relationship(element, name, at: place))
    case .fetchedProperty: .fetchedProperty(try fetchedProperty(element, name, at: place))
    default: .attribute(try attribute(element, name, at: place))
    }
  }

  private mutating func fetchIndex(_ element: ModelElement, _ name: String, at place: ElementPlace)
    throws(ModelFileError) -> FetchIndexDescription
  {
    var index = FetchIndexDescription(name: name, elements: [])
    index.partialIndexPredicate = text(element, "partialIndexPredicate")
    for (kind, child) in children(of: element, .fetchIndexElement) {
      let described = try indexElement(child)
      compare(
        child, kind, at: place.element(kind, String(index.elements.count)),
        with: described.fileAttributes)
      index.elements.append(described)
    }
    compare(element, .fetchIndex, at: place, with: index.fileAttributes)
    return index
  }

  private mutating func indexElement(_ element: ModelElement)
    throws(ModelFileError) -> FetchIndexElementDescription
  {
    let subject: FetchIndexElementDescription.Subject
    if let property = text(element, "property") {
      subject = .property(property)
    } else if let expression = text(element, "expression") {
      subject = .expression(expression, type: text(element, "expressionType"))
    } else {
      throw error(element, "the index has neither a property nor an expression; give it one")
    }
    var described = FetchIndexElementDescription(subject)
    switch element["type"] {
    case nil, "Binary": break
    case "RTree": described.collationType = .rTree
    case .some(let text):
      warn(element, "the index's type is “\(text)”, which isn't known and counts as Binary")
    }
    switch element["order"] {
    case nil, "ascending": break
    case "descending": described.isAscending = false
    case .some(let text):
      warn(element, "the index's order is “\(text)”, which isn't known and counts as ascending")
    }
    return described
  }

  /// Reads groups of property names.
  private mutating func groups(
    _ element: ModelElement, _ kind: ElementKind, _ group: ElementKind, _ member: ElementKind
  ) throws(ModelFileError) -> [[String]] {
    checkNames(of: element, kind)
    var groups: [[String]] = []
    for (kind, element) in children(of: element, group) {
      checkNames(of: element, kind)
      var names: [String] = []
      for (kind, element) in children(of: element, member) {
        checkNames(of: element, kind)
        guard let name = text(element, "value") else {
          throw error(element, "the \(element.name) names no property; give it a value")
        }
        names.append(name)
      }
      groups.append(names)
    }
    return groups
  }
}
