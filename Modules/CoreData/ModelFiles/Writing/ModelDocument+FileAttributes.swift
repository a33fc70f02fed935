import StrataDescriptions

extension ModelDocument {
  /// The attributes of the model's XML element.
  var fileAttributes: FileAttributes {
    var attributes = FileAttributes()
    attributes["name"] = header.name
    attributes["type"] = header.type
    attributes["documentVersion"] = header.documentVersion
    attributes["lastSavedToolsVersion"] = header.lastSavedToolsVersion
    attributes["systemVersion"] = header.systemVersion
    attributes["minimumToolsVersion"] = header.minimumToolsVersion
    attributes["sourceLanguage"] = header.sourceLanguage
    attributes.setFlag("usedWithCloudKit", header.usedWithCloudKit)
    attributes.setFlag("usedWithSwiftData", header.usedWithSwiftData)
    attributes["userDefinedModelVersionIdentifier"] = model.versionIdentifiers.first ?? ""
    attributes["macOSVersion"] = header.macOSVersion
    attributes["iOSVersion"] = header.iOSVersion
    return attributes
  }
}

extension DiagramElement {
  /// The attributes of the diagram element's XML element.
  var fileAttributes: FileAttributes {
    var attributes = FileAttributes()
    attributes["name"] = entityName
    attributes["positionX"] = NumberText.text(of: x)
    attributes["positionY"] = NumberText.text(of: y)
    attributes["width"] = NumberText.text(of: width)
    attributes["height"] = NumberText.text(of: height)
    return attributes
  }
}
