public import StrataDescriptions
internal import StrataModel
internal import StrataSchema
internal import Synchronization

/// An entity prepared for its objects: its description, the layout of its properties, and its
/// objects' class.
///
/// The first container or coordinator of a model creates one for each entity. They are never
/// released.
public final class ManagedEntity: Sendable {
  /// The entity's description in the model.
  public let description: EntityDescription
  /// The entity's name.
  public var name: String { description.name }
  /// The entity that this one inherits from.
  public let superentity: ManagedEntity?
  let model: ManagedObjectModel
  /// The description by which objects refer to the entity.
  package let reference: NSEntityDescription
  /// The schema of all entities of the model.
  let schema: Schema
  let objectClass: NSManagedObject.Type
  let modelEntity: _ModelEntity
  /// The same class as an existential, to be opened. With `objectClass` the compiler may open
  /// NSManagedObject itself instead of the subclass.
  var modelType: any PersistentModel.Type { modelEntity.type }
  /// The layout of the properties, by index, inherited ones first.
  let properties: [PropertyPlace]
  private let indices: NamePositions
  /// The fetched properties by name, including inherited ones.
  let fetchedProperties: [String: FetchedPropertyDescription]
  /// The numbers of columns and of relationships of either kind.
  let columnCount: Int
  let toOneCount: Int
  let toManyCount: Int
  /// The column values of a new object.
  let initialValues: ContiguousArray<ColumnValue>

  init(
    _ description: EntityDescription, _ model: ManagedObjectModel, _ entity: Schema.Entity,
    of schema: Schema, _ objectClass: NSManagedObject.Type, superentity: ManagedEntity?,
    _ modelEntity: _ModelEntity, _ reference: NSEntityDescription
  ) {
    self.reference = reference
    self.description = description
    self.model = model
    self.schema = schema
    self.objectClass = objectClass
    self.superentity = superentity
    self.modelEntity = modelEntity
    var counting = PropertyCounting()
    properties = entity.properties.enumerated().map { index, property in
      PropertyPlace(
        property, PropertyIndex(index), model.property(named: property.name, of: description),
        &counting)
    }
    indices = NamePositions(properties.map(\.name))
    fetchedProperties = Dictionary(
      model.allProperties(of: description).compactMap { property in
        guard case .fetchedProperty(let one) = property else { return nil }
        return (one.name, one)
      }, uniquingKeysWith: { _, last in last })
    columnCount = counting.columns
    toOneCount = counting.toOnes
    toManyCount = counting.toManys
    initialValues = counting.initialValues
  }

  /// Creates a placeholder entity for objects whose class no loaded model has.
  init(unknown name: String) {
    description = EntityDescription(name: name)
    reference = NSEntityDescription(description)
    model = ManagedObjectModel()
    schema = Schema(problem: .duplicateEntity(name), version: Schema.Version(1, 0, 0))
    objectClass = NSManagedObject.self
    superentity = nil
    modelEntity = UnknownEntities.entity(of: NSManagedObject.self)
    properties = []
    indices = NamePositions([])
    fetchedProperties = [:]
    (columnCount, toOneCount, toManyCount) = (0, 0, 0)
    initialValues = []
  }

  /// Returns the property with a name, or nil if there is none.
  func place(of name: String) -> PropertyPlace? { indices[name].map { properties[$0] } }

  /// True if the entity is another or inherits from it. O(depth of the hierarchy).
  public func isKind(of other: ManagedEntity) -> Bool {
    self === other || superentity?.isKind(of: other) ?? false
  }
}

/// Placeholder entities without properties, for classes that no loaded model has. A container that
/// is asked for such objects reports that it doesn't know the class.
enum UnknownEntities {
  private static let entities = Mutex<[ObjectIdentifier: _ModelEntity]>([:])

  static func entity(of type: NSManagedObject.Type) -> _ModelEntity {
    entities.withLock { entities in
      if let made = entities[ObjectIdentifier(type)] { return made }
      let made = _ModelEntity(
        type, name: "\(type)", superentity: nil, own: [], hearsLifecycle: false
      ) { _ in [] }
      entities[ObjectIdentifier(type)] = made
      return made
    }
  }

  /// The entity of objects without a known entity.
  static let none = ManagedEntity(unknown: "NSManagedObject")
}
