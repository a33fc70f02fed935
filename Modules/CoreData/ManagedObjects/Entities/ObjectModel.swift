internal import Foundation
import StrataDescriptions
import StrataModel
import StrataRuntime
import StrataSchema
internal import Synchronization

/// A model prepared for objects: a class for each entity, and the schema.
///
/// Generated classes are never released, so equal models share one object model.
final class ObjectModel: Sendable {
  let model: ManagedObjectModel
  let schema: Schema
  let entities: [String: ManagedEntity]
  /// The model by whose descriptions objects refer to their entities.
  let reference: NSManagedObjectModel

  private struct Key: Hashable {
    let model: ManagedObjectModel
    let classes: [String: ObjectIdentifier]
    /// The schema that a store records, where it isn't made of the model.
    var recorded: Schema?
  }

  private struct Known {
    var models: [Key: ObjectModel] = [:]
    /// The number of generated classes.
    var count = 0
  }

  private static let known = Mutex(Known())

  /// Returns the object model of a model, and creates it at the first call.
  ///
  /// - Parameters:
  ///   - classes: The model's object classes.
  ///   - reference: The same model as the caller built it, or nil. Its descriptions become those of
  ///     the objects, unless the object model exists already.
  /// - Throws: `ModelConversionError` if the model is incomplete. ``ManagedObjectError`` if a class
  ///   doesn't fit the model.
  static func of(
    _ model: ManagedObjectModel, classes: [NSManagedObject.Type] = [],
    reference: NSManagedObjectModel? = nil
  ) throws -> ObjectModel {
    let used = try ClassClaims(model, classes)
    let key = Key(model: model, classes: used.classes.mapValues { ObjectIdentifier($0) })
    return try known.withLock { known in
      if let made = known.models[key] {
        reference?.begin(made.entities)
        return made
      }
      let reference = reference ?? NSManagedObjectModel(model)
      let made = try ObjectModel(
        model, used, reference, &known.count)
      try EntityRegistry.shared.add(Array(made.entities.values))
      reference.begin(made.entities)
      known.models[key] = made
      return made
    }
  }

  /// Returns the object model of a model as the caller built it, with the program's classes that the
  /// model names.
  ///
  /// A class belongs to one model for as long as the program runs. In another model that names it,
  /// the entities have no classes of their own.
  ///
  /// - Throws: as `of(_:classes:reference:)`.
  static func of(_ reference: NSManagedObjectModel) throws -> ObjectModel {
    let model = try reference.described()
    let names = Set(
      model.ownEntities.compactMap { entity in
        entity.managedObjectClassName?.split(separator: ".").last.map(String.init)
      })
    let classes = ProgramTypes.classes(named: names, inheriting: NSManagedObject.self)
      .compactMap { $0 as? NSManagedObject.Type }
    do {
      return try of(model, classes: classes, reference: reference)
    } catch ManagedObjectError.classInUse {
      return try of(model, reference: reference)
    }
  }

  /// Returns the object model of the schema that a store records, and creates it at the first call.
  ///
  /// A model doesn't express all of such a schema: searched attributes, and the cases of enums. The store is opened
  /// with the schema itself, so that nothing of it is lost.
  static func of(recorded schema: Schema) throws -> ObjectModel {
    let model = ManagedObjectModel(schema)
    let used = try ClassClaims(model, [])
    let key = Key(model: model, classes: [:], recorded: schema)
    return try known.withLock { known in
      if let made = known.models[key] { return made }
      let made = try ObjectModel(
        model, used, NSManagedObjectModel(model), &known.count, recorded: schema)
      try EntityRegistry.shared.add(Array(made.entities.values))
      made.reference.begin(made.entities)
      known.models[key] = made
      return made
    }
  }

  /// The object model of a model without entities, for a coordinator whose model can't be used.
  static let empty = ObjectModel()

  private init() {
    model = ManagedObjectModel()
    schema = Schema(problem: .duplicateEntity(""), version: Schema.Version(1, 0, 0))
    entities = [:]
    reference = NSManagedObjectModel()
  }

  private init(
    _ model: ManagedObjectModel, _ claims: ClassClaims, _ reference: NSManagedObjectModel,
    _ count: inout Int, recorded: Schema? = nil
  ) throws {
    self.model = model
    self.reference = reference
    let described = try recorded ?? Schema(model.storedForm)
    var types: [String: NSManagedObject.Type] = [:]
    let lineage = try Self.topDown(described)
    for entity in lineage {
      types[entity.name] =
        try claims.classes[entity.name] ?? Self.makeClass(of: entity, types, &count)
    }
    let classes = types
    schema = try Schema(
      entities: described.entities, version: described.version,
      modelTypes: described.entities.compactMap { classes[$0.name] })
    var entities: [String: ManagedEntity] = [:]
    let references = reference.entitiesByName
    for entity in lineage {
      guard let type = types[entity.name], let reference = references[entity.name],
        let description = model.entity(named: entity.name)
      else {
        throw ManagedObjectError.unknownEntity(entity.name)
      }
      let superentity = entity.superentity.flatMap { entities[$0.name] }
      let first = entity.superentity?.properties.count ?? 0
      let own = entity.properties.enumerated().dropFirst(first).map { index, property in
        let destination: NSManagedObject.Type? =
          if case .relationship(let one) = property { classes[one.destination] } else { nil }
        return Schema.PropertyMetadata(
          property, PropertyIndex(index), \NSManagedObject.[_$property: property.name],
          to: destination)
      }
      let entitiesByName = described.entitiesByName
      let modelEntity = _ModelEntity(
        type, name: entity.name, superentity: superentity?.modelEntity, own: own,
        // A generated class overrides no life cycle method.
        hearsLifecycle: claims.classes[entity.name] != nil, keepsOriginals: true
      ) { _ in
        entity.properties.enumerated().dropFirst(first).map { index, property in
          guard case .relationship(let one) = property, let type = classes[one.destination] else {
            return nil
          }
          let inverse = one.inverseName.flatMap { name in
            entitiesByName[one.destination]?.properties.firstIndex { $0.name == name }
          }
          return ModelRelationship(
            one, PropertyIndex(index), to: type, inverse: inverse.map { PropertyIndex($0) })
        }
      }
      entities[entity.name] = ManagedEntity(
        description, model, entity, of: schema, type, superentity: superentity, modelEntity,
        reference)
    }
    self.entities = entities
  }

  /// The entities in an order in which superentities come first.
  private static func topDown(_ schema: Schema) throws -> [Schema.Entity] {
    schema.entities.map { entity in
      (entity, sequence(first: entity, next: \.superentity).reduce(0) { depth, _ in depth + 1 })
    }
    .sorted { $0.1 < $1.1 }.map(\.0)
  }

  private static func makeClass(
    of entity: Schema.Entity, _ types: [String: NSManagedObject.Type], _ count: inout Int
  ) throws -> NSManagedObject.Type {
    count += 1
    let tag = entityTag(count)
    guard let superentity = entity.superentity else { return NSManagedObject.entityClass(tag) }
    func subclass<Tag: EntityTag>(_ tag: Tag.Type) -> NSManagedObject.Type? {
      types[superentity.name]?.subclass(tag)
    }
    guard let made = subclass(tag) else {
      throw ManagedObjectError.hierarchyTooDeep(
        entity: entity.name, limit: NSManagedObject.deepestHierarchy)
    }
    return made
  }
}
