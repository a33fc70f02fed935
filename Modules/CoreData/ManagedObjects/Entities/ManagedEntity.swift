public import StrataDescriptions
internal import StrataModel
internal import StrataSchema

/// An entity as its objects use it: its description, where each property is kept in an object, and the class
/// that objects are of.
///
/// There is one for each entity of a model and for as long as the program runs, made with the first container
/// or coordinator of the model.
public final class ManagedEntity: Sendable {
  /// What the entity is.
  public let description: EntityDescription
  /// The entity's name.
  public var name: String { description.name }
  /// The entity that this one inherits from.
  public let superentity: ManagedEntity?
  let model: ManagedObjectModel
  /// The schema of all entities of the model.
  let schema: Schema
  let objectClass: ManagedObject.Type
  let modelEntity: ModelEntity
  /// The same class, to be opened: of the other the compiler knows that it is a subclass, and may take it for
  /// ManagedObject itself.
  var modelType: any PersistentModel.Type { modelEntity.type }
  /// Where the properties are, by position, inherited ones first.
  let properties: [PropertyPlace]
  private let indices: [String: Int]
  /// The properties that requests answer, inherited ones included, by name.
  let fetchedProperties: [String: FetchedPropertyDescription]
  /// How many columns the attributes have, and how many relationships there are of either kind.
  let columnCount: Int
  let toOneCount: Int
  let toManyCount: Int
  /// The columns of a new object.
  let initialValues: ContiguousArray<ColumnValue>

  init(
    _ description: EntityDescription, _ model: ManagedObjectModel, _ entity: Schema.Entity,
    of schema: Schema, _ objectClass: ManagedObject.Type, superentity: ManagedEntity?,
    _ modelEntity: ModelEntity
  ) {
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
    indices = Dictionary(
      properties.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
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

  /// The entity of objects of a class that no model in use has.
  init(unknown name: String) {
    description = EntityDescription(name: name)
    model = ManagedObjectModel()
    schema = Schema(problem: .duplicateEntity(name), version: Schema.Version(1, 0, 0))
    objectClass = ManagedObject.self
    superentity = nil
    modelEntity = UnknownEntities.entity(of: ManagedObject.self)
    properties = []
    indices = [:]
    fetchedProperties = [:]
    (columnCount, toOneCount, toManyCount) = (0, 0, 0)
    initialValues = []
  }

  /// The property with a name; nil where there is none.
  func place(of name: String) -> PropertyPlace? { indices[name].map { properties[$0] } }

  /// Whether the entity is another or inherits from it. O(depth of the hierarchy).
  public func isKind(of other: ManagedEntity) -> Bool {
    self === other || superentity?.isKind(of: other) ?? false
  }
}
