import Foundation

/// Model files to try things on: our own, and those of a folder that the variable `STRATA_MODEL_FILES` names.
enum ModelFileFixtures {
  struct File: CustomStringConvertible, Sendable {
    var name: String
    var contents: Data

    init(_ name: String, _ text: String) {
      self.init(name: name, contents: Data(text.utf8))
    }

    init(name: String, contents: Data) {
      self.name = name
      self.contents = contents
    }

    var description: String { name }
  }

  static let all = own + found

  static let own: [File] = [
    File("library", LibraryModel.text), File("old editor", oldEditor), File("empty", model()),
    File("one line end", model() + "\n"),
    File("odd spellings", oddSpellings),
  ]

  /// As editors wrote it before there was Swift.
  static let oldEditor = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model name="" userDefinedModelVersionIdentifier="" type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" lastSavedToolsVersion="878" systemVersion="11C74" minimumToolsVersion="Automatic" macOSVersion="Automatic" iOSVersion="Automatic">
        <entity name="Note" syncable="YES">
            <attribute name="count" optional="YES" attributeType="Integer 16" defaultValueString="0" syncable="YES"/>
            <attribute name="date" optional="YES" attributeType="Date" indexed="YES" syncable="YES"/>
            <attribute name="size" optional="YES" attributeType="Double" defaultValueString="0" syncable="YES"/>
        </entity>
        <elements>
            <element name="Note" positionX="160" positionY="192" width="128" height="90"/>
        </elements>
    </model>

    """

  /// Values that are said otherwise than the editor of today would.
  static let oddSpellings = model(
    """
        <entity name="Reading" representedClassName="" syncable="YES" codeGenerationType="none">
            <attribute name="amount" optional="NO" attributeType="Decimal" defaultValueString="0"/>
            <attribute name="future" optional="YES" attributeType="Integer 64" defaultValueString="0.0" usesScalarValueType="YES" shineOfTheFuture="bright"/>
            <attribute name="kind" attributeType="Integer 32" defaultValueString="NO" usesScalarValueType="YES"/>
        </entity>
    """)

  /// A model file with the given lines in it.
  static func model(_ lines: String = "") -> String {
    let start = """
      <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" lastSavedToolsVersion="23605" systemVersion="24D81" minimumToolsVersion="Automatic" sourceLanguage="Swift" userDefinedModelVersionIdentifier=""
      """
    return lines.isEmpty ? start + "/>" : start + ">\n" + lines + "\n</model>"
  }

  /// The model files of the folder that was named, if any was.
  static let found: [File] = {
    guard let folder = ProcessInfo.processInfo.environment["STRATA_MODEL_FILES"] else { return [] }
    let url = URL(fileURLWithPath: folder, isDirectory: true)
    let files = FileManager.default.enumerator(at: url, includingPropertiesForKeys: nil)
    var found: [File] = []
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "xml" || file.lastPathComponent == "contents",
        let contents = FileManager.default.contents(atPath: file.path)
      else { continue }
      found.append(File(name: file.path, contents: contents))
    }
    precondition(!found.isEmpty, "STRATA_MODEL_FILES names \(folder), which has no model files")
    return found
  }()
}
