public import Foundation
public import StrataArchives

/// Writes archived models, object by object, with the keys of real ones.
public struct ModelArchiveWriter {
  /// A value, or a reference to an object.
  public typealias Value = PropertyListValue

  /// The archive of the model.
  public var archive = KeyedArchiveWriter()
  private var entities: [(name: String, object: Value)] = []

  /// Begins a model without entities.
  public init() {}

  /// Makes room for an entity, so that relationships can lead to it.
  public mutating func reserve(_ name: String) -> Value {
    let object = archive.reserve()
    entities.append((name, object))
    return object
  }

  /// Sets an entity for which there is room. Its properties have to be those that it inherits too.
  public mutating func set(
    _ entity: Value, name: String, properties: KeyValuePairs<String, Value>,
    superentity: Value = KeyedArchiveWriter.null, _ more: [String: Value] = [:]
  ) {
    archive.set(
      entity, class: "NSEntityDescription",
      [
        "NSEntityName": archive.add(name), "NSSuperentity": superentity,
        "NSRenamingIdentifier": archive.add(
          class: "NSMutableString", ["NS.string": .string(name)]),
        "NSProperties": archive.dictionary(properties, class: "NSMutableDictionary"),
        "NSVersionHashModifier": KeyedArchiveWriter.null,
      ].merging(more) { $1 })
  }

  /// An attribute of a type by Core Data's number.
  public mutating func attribute(
    _ name: String, _ type: Int64, class className: String = "NSAttributeDescription",
    _ more: [String: Value] = [:]
  ) -> Value {
    archive.add(
      class: className,
      [
        "NSPropertyName": archive.add(name), "NSAttributeType": .integer(type),
        "NSRenamingIdentifier": archive.add(name), "NSDefaultValue": KeyedArchiveWriter.null,
        "NSFlagsKey": .integer(0), "_P": .integer(241),
      ].merging(more) { $1 })
  }

  /// A relationship to one object.
  public mutating func relationship(
    _ name: String, to destination: Value, _ more: [String: Value] = [:]
  ) -> Value {
    archive.add(
      class: "NSRelationshipDescription",
      [
        "NSPropertyName": archive.add(name), "NSRenamingIdentifier": archive.add(name),
        "NSDestinationEntity": destination, "NSMinCount": .integer(0), "NSMaxCount": .integer(1),
        "NSDeleteRule": .integer(1),
      ].merging(more) { $1 })
  }

  /// The model, with what else it has.
  public mutating func model(_ more: [String: Value] = [:]) -> Value {
    let keys = entities.map { archive.add($0.name) }
    let mapping = archive.add(
      class: "NSKnownKeysMappingStrategy1",
      ["keys": archive.array(keys), "length": .integer(Int64(keys.count))])
    let dictionary = archive.add(
      class: "NSKnownKeysDictionary1",
      [
        "searchMapping": mapping, "values": archive.array(entities.map(\.object)),
        "emptyToken": archive.add("none"),
      ])
    return archive.add(
      class: "NSManagedObjectModel",
      [
        "NSEntities": dictionary, "NSFetchRequestTemplates": KeyedArchiveWriter.null,
        "NSVersionIdentifiers": archive.array([], class: "NSSet"),
      ].merging(more) { $1 })
  }

  /// The model's archive, with what else it has.
  public mutating func data(_ more: [String: Value] = [:]) -> Data {
    let root = model(more)
    return archive.data(root: root)
  }
}
