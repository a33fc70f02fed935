import StrataDescriptions

extension EntityDescription {
  /// The attributes of the entity's XML element.
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
  /// The name in a file, or nil if the attribute is left out.
  var fileText: String? {
    switch self {
    case .manual: nil
    case .classDefinition: "class"
    case .category: "category"
    }
  }
}

extension FetchIndexDescription {
  /// The attributes of the index's XML element.
  var fileAttributes: FileAttributes {
    var attributes = FileAttributes()
    attributes["name"] = name
    attributes["partialIndexPredicate"] = partialIndexPredicate
    return attributes
  }
}

extension FetchIndexElementDescription {
  /// The attributes of the XML element for an element of an index.
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
