import StrataDescriptions

extension EntityDescription {
  /// The attributes of the entity's element.
  var fileAttributes: FileAttributes {
    var attributes = FileAttributes()
    attributes["name"] = name
    attributes["representedClassName"] = managedObjectClassName
    attributes.setFlag("isAbstract", isAbstract)
    attributes["parentEntity"] = superentityName
    attributes["elementID"] = elementID
    attributes["renamingIdentifier"] = renamingIdentifier
    attributes["versionHashModifier"] = versionHashModifier
    attributes["syncable"] = isSyncable ? "YES" : "NO"
    attributes["codeGenerationType"] = codeGeneration.fileText
    return attributes
  }
}

extension EntityDescription.CodeGeneration {
  /// The name in a file; nil for what a file doesn't say.
  var fileText: String? {
    switch self {
    case .manual: nil
    case .classDefinition: "class"
    case .category: "category"
    }
  }
}

extension FetchIndexDescription {
  /// The attributes of the index's element.
  var fileAttributes: FileAttributes {
    var attributes = FileAttributes()
    attributes["name"] = name
    attributes["partialIndexPredicate"] = partialIndexPredicate
    return attributes
  }
}

extension FetchIndexElementDescription {
  /// The attributes of the element of the index's element.
  var fileAttributes: FileAttributes {
    var attributes = FileAttributes()
    switch subject {
    case .property(let name): attributes["property"] = name
    case .expression(let text, let type):
      attributes["expression"] = text
      attributes["expressionType"] = type
    }
    attributes["type"] = collationType == .binary ? "Binary" : "RTree"
    attributes["order"] = isAscending ? "ascending" : "descending"
    return attributes
  }
}
