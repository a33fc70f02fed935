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

/// The attributes of an XML element by name, in the current editor's format.
struct FileAttributes {
  private(set) var texts: [String: String] = [:]

  init() { texts.reserveCapacity(8) }

  /// The value of an attribute. Setting nil has no effect.
  subscript(_ name: String) -> String? {
    get { texts[name] }
    set { if let newValue { texts[name] = newValue } }
  }

  /// Sets a flag, unless it has its default value.
  mutating func setFlag(_ name: String, _ value: Bool, usually: Bool = false) {
    if value != usually { texts[name] = value ? "YES" : "NO" }
  }

  /// Sets a number, unless it is 0.
  mutating func setNumber(_ name: String, _ value: Int) {
    if value != 0 { texts[name] = String(value) }
  }
}
