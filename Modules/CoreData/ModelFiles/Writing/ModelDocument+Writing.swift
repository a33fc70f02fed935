import Foundation
import StrataDescriptions

extension ModelDocument {
  /// Returns the text of the model's file, in the model editor's format.
  ///
  /// An entity's attributes come first, then relationships and fetched properties, each in their
  /// order. Unchanged content is written as it was read, including unknown attributes. Unknown
  /// elements and comments are lost.
  ///
  /// - Throws: ``ModelFileError/unwritable(path:reason:)`` if a file can't represent the model: it
  ///   has several version identifiers, a default or limit that is data or isn't of its attribute's
  ///   type, or a text with control characters.
  /// - Complexity: O(size of the model)
  public func contents() throws(ModelFileError) -> String {
    try contents(path: "contents")
  }

  func contents(path: String) throws(ModelFileError) -> String {
    let identifiers = model.versionIdentifiers.sorted()
    guard identifiers.count <= 1 else {
      throw .unwritable(
        path: path,
        reason: "a file has one version identifier, and the model has \(identifiers); leave one")
    }
    for entity in model.entities {
      for attribute in entity.attributes {
        if let (word, value) = attribute.unwritableValues.first {
          throw .unwritable(
            path: path,
            reason:
              "the \(word) of “\(entity.name).\(attribute.name)” is \(value.fileText), which a file "
              + "doesn't have for the type \(attribute.type.name); take it out")
        }
      }
    }
    var writer = ModelWriter(document: self)
    writer.write()
    if let text = writer.xml.unwritable {
      throw .unwritable(
        path: path, reason: "the text \(text.debugDescription) has characters that no XML has")
    }
    return writer.xml.text + (endsWithNewline ? "\n" : "")
  }
}

extension AttributeDescription {
  /// The default and limits that a reader couldn't restore from the file.
  fileprivate var unwritableValues: [(word: String, value: AttributeValue)] {
    if defaultValue == nil, minimumValue == nil, maximumValue == nil { return [] }
    let limited: AttributeType = type == .string ? .integer64 : type
    return [
      ("default", defaultValue, type), ("least value", minimumValue, limited),
      ("greatest value", maximumValue, limited),
    ].compactMap { word, value, type in
      guard let value, !value.canBeWritten(type) else { return nil }
      return (word, value)
    }
  }
}

extension AttributeValue {
  fileprivate func canBeWritten(_ type: AttributeType) -> Bool {
    switch (self, type) {
    case (.date(let date), .date): date.timeIntervalSinceReferenceDate.isFinite
    default: AttributeValue(fileText: fileText, type: type) == self
    }
  }
}
