import StrataArchiveSupport
import Foundation
import StrataArchives

extension StoredModel {
  /// A model with an entity that inherits from another, in a store's form.
  static func sample() throws -> StoredModel {
    let hash = PropertyListValue.data(Data(repeating: 7, count: 32))
    let metadata = PropertyListValue.dictionary([
      "NSStoreType": .string("SQLite"), "NSPersistenceFrameworkVersion": .integer(1522),
      "NSStoreModelVersionHashes": .dictionary(["Book": hash, "Novel": hash]),
      "NSStoreModelVersionHashesVersion": .integer(3),
      "NSStoreModelVersionIdentifiers": .array([.string("1.0.0"), .string("")]),
      "token": .string("abc"),
    ])
    var writer = KeyedArchiveWriter()
    let tags = writer.array([writer.add("a"), writer.add("b")])
    return StoredModel(
      name: "sample", cache: Data(StoredDeflate.deflate(sampleArchive())),
      metadata: Data(PropertyListWriter.bytes(of: metadata)), lists: [writer.data(root: tags)])
  }

  /// The model as an archive.
  static func sampleArchive() -> Data {
    var writer = ModelArchiveWriter()
    let (book, novel) = (writer.reserve("Book"), writer.reserve("Novel"))
    let title = writer.attribute("title", 700, ["NSIsOptional": .boolean(true)])
    let sequel = writer.relationship(
      "sequel", to: novel, ["_NSInverseRelationshipName": writer.archive.add("prequel")])
    let prequel = writer.relationship(
      "prequel", to: novel, ["_NSInverseRelationshipName": writer.archive.add("sequel")])
    writer.set(book, name: "Book", properties: ["title": title])
    let copy = writer.archive.add(
      class: "_NSPropertyDescriptionProxy", ["NSUnderlyingProperty": title])
    let tuple = writer.archive.array([writer.archive.add("title")])
    writer.set(
      novel, name: "Novel", properties: ["sequel": sequel, "title": copy, "prequel": prequel],
      superentity: book, ["NSUniqueTuples": writer.archive.array([tuple])])
    let version = writer.archive.array([writer.archive.add("1.0.0")], class: "NSSet")
    let root = writer.model(["NSVersionIdentifiers": version])
    return writer.archive.data(root: root)
  }
}
