internal import Foundation
public import StrataModel

/// An error of working with managed objects, their model or their stores.
public enum ManagedObjectError: Error, Sendable, Hashable {
  /// The model has no entity with this name.
  case unknownEntity(String)
  /// No loaded model has an entity with this description.
  case entityNotInUse(String)
  /// Several loaded models have the entity. Pass the context to insert into.
  case ambiguousEntity(String)
  /// No entity of a model has this class.
  case noEntityClaims(class: String)
  /// The entity is abstract, so it can't have objects of its own.
  case abstractEntity(String)
  /// An entity's objects are of another class than the requested one.
  case wrongClass(entity: String, class: String, expected: String)
  /// Several classes have the class name of an entity.
  case ambiguousClass(String, entity: String, classes: [String])
  /// The class already belongs to an entity of another model.
  case classInUse(String, entity: String)
  /// Several entities of a model have the same class.
  case sharedClass(String, entities: [String])
  /// Only one of an entity and its superentity has a class, or the one class doesn't inherit from
  /// the other.
  case classOutsideHierarchy(
    entity: String, class: String?, superentity: String, superclass: String?)
  /// The hierarchy of entities without custom classes is too deep.
  case hierarchyTooDeep(entity: String, limit: Int)
  /// The entity has no property with this name.
  case unknownProperty(entity: String, key: String)
  /// A fetched property can't be set, and isn't an attribute or relationship.
  case fetchedProperty(entity: String, key: String)
  /// An ordered relationship has no object at this position.
  case noPlace(entity: String, key: String, index: Int, count: Int)
  /// The property isn't a relationship, or isn't of the required kind.
  case noRelationship(entity: String, key: String)
  /// An ordered relationship has no object at this position, or none can be inserted there.
  case noPosition(entity: String, key: String, position: Int)
  /// The value is of another type than the property.
  case wrongType(entity: String, key: String, expected: String, found: String)
  /// A number doesn't fit the property's type.
  case outOfRange(entity: String, key: String, value: String, type: String)
  /// The attribute's transformer makes no data of the value, or isn't registered.
  case untransformable(entity: String, key: String, reason: String)
  /// A composite value lacks the element whose absence would mean nil.
  case missingElement(entity: String, key: String)
  /// The object is of another entity than the relationship's destination.
  case wrongEntity(entity: String, key: String, expected: String, found: String)
  /// The stored value isn't one of the property's type.
  case unreadableValue(entity: String, key: String, reason: String)
  /// The object belongs to another context.
  case otherContext(PersistentIdentifier)
  /// The object belongs to another model than the context's.
  case otherModel(entity: String)
  /// The object with a requested identifier doesn't exist.
  case missingObject(PersistentIdentifier)
  /// The object with a requested identifier can't be read.
  case unreadableObject(PersistentIdentifier, reason: String)
  /// Stores were added or removed while a context has objects.
  case storesChanged
  /// No open store contains objects of the entity.
  case noStoreKeeps(entity: String)
  /// Two stores would contain the same entity.
  case keptTwice(entity: String, store: String)
  /// An entity of a configuration is related to one outside it.
  case relatedOutside(entity: String, key: String, destination: String, configuration: String)
  /// The object's entity isn't in this store.
  case wrongStore(entity: String, store: String)
  /// The container has no open store yet.
  case noStore
  /// A store of another library can only be read.
  case readOnlyStore(path: String)
  /// No resource of the program or its libraries is a model with this name.
  case noModel(named: String, places: [String])
  /// A store has another version of the model, and its description doesn't allow a migration.
  case otherVersion(path: String)
  /// A part of a model was to change that a coordinator uses.
  case modelInUse(String)
  /// The predicate's text is invalid.
  case invalidPredicate(String, reason: String)
  /// The operation isn't supported.
  case unsupported(String)
}

extension ManagedObjectError: CustomStringConvertible {
  /// The failure, the object or property that it is about, and a remedy.
  public var description: String {
    switch self {
    case .unknownEntity(let name):
      "the model has no entity \(name); check its name, or add it to the model"
    case .entityNotInUse(let name):
      "no container has a model with this description of \(name); make the container or coordinator first"
    case .ambiguousEntity(let name):
      "several models in use have this entity \(name); say which by the context to insert into"
    case .noEntityClaims(let type):
      "no entity of a loaded model claims the class \(type); make the container or coordinator of the model first, "
        + "and name the class in the model"
    case .abstractEntity(let name):
      "\(name) is abstract; make an object of an entity that inherits from it"
    case .wrongClass(let entity, let found, let expected):
      "objects of \(entity) are of the class \(found), and not \(expected)"
    case .ambiguousClass(let name, let entity, let classes):
      "\(entity) names its class \(name), which may be \(classes.joined(separator: " or ")); let the model say the "
        + "module, too, or hand one of them to the container"
    case .classInUse(let type, let entity):
      "the class \(type) is that of the entity \(entity) of another model; a class has one entity for as long "
        + "as the program runs"
    case .sharedClass(let type, let entities):
      "the class \(type) is that of \(entities.joined(separator: " and ")); a class has one entity, so give each a "
        + "class of its own"
    case .classOutsideHierarchy(let entity, nil, let superentity, let superclass):
      "\(entity) inherits from \(superentity), which has the class \(superclass ?? ""); give it a class that "
        + "inherits from that one"
    case .classOutsideHierarchy(let entity, let type?, let superentity, let superclass):
      "\(entity) has the class \(type) and inherits from \(superentity), which has "
        + "\(superclass.map { "the class \($0)" } ?? "none"); let one class inherit from the other"
    case .hierarchyTooDeep(let entity, let limit):
      "\(entity) is deeper than \(limit) entities that inherit from each other; make the hierarchy flatter"
    case .unknownProperty(let entity, let key):
      "\(entity) has no property \(key); check its name, or add it to the model"
    case .fetchedProperty(let entity, let key):
      "\(entity).\(key) is what a request finds; change what it looks for instead"
    case .noPlace(let entity, let key, let index, let count):
      "\(entity).\(key) has \(count) objects and no position \(index); count from 0"
    case .noRelationship(let entity, let key):
      "\(entity).\(key) isn't a relationship of the kind that is needed; check its name, and whether it is "
        + "to-many or ordered"
    case .noPosition(let entity, let key, let position):
      "\(entity).\(key) has no position \(position); count from 0, and insert at most behind its last object"
    case .wrongType(let entity, let key, let expected, let found):
      "\(entity).\(key) takes \(expected), not \(found)"
    case .outOfRange(let entity, let key, let value, let type):
      "\(entity).\(key) can't be \(value), which doesn't fit \(type)"
    case .untransformable(let entity, let key, let reason):
      "\(entity).\(key) can't be set: \(reason)"
    case .missingElement(let entity, let key):
      "\(entity).\(key) must have a value where the others of its composite have one; set them together"
    case .wrongEntity(let entity, let key, let expected, let found):
      "\(entity).\(key) leads to \(expected), not \(found)"
    case .unreadableValue(let entity, let key, let reason):
      "\(entity).\(key) can't be read: \(reason)"
    case .otherContext(let object):
      "\(object) is another context's; look it up in this one by its identifier"
    case .otherModel(let entity):
      "the object of \(entity) was made of another model than the context's; make it with the context"
    case .missingObject(let object):
      "the stores have no \(object), which was asked for by its identifier; ask existingObject(with:) to know "
        + "beforehand"
    case .unreadableObject(let object, let reason):
      "\(object) was asked for by its identifier and can't be read: \(reason)"
    case .storesChanged:
      "stores were added or removed since this context has objects; save before that, or reset() the context"
    case .noStoreKeeps(let entity):
      "no open store keeps objects of \(entity); add one whose configuration has the entity"
    case .keptTwice(let entity, let store):
      "\(entity) is kept by the \(store) already, and a second store of it must be empty; give each store a "
        + "configuration of the model, without entities in common"
    case .relatedOutside(let entity, let key, let destination, let configuration):
      "\(entity).\(key) leads to \(destination), which the configuration \(configuration) hasn't; related "
        + "entities are in one store"
    case .wrongStore(let entity, let store):
      "objects of \(entity) can't be in the \(store); an entity is in the store whose configuration has it"
    case .noStore:
      "no store is open; load the container's stores, or add one to the coordinator, first"
    case .readOnlyStore(let path):
      "\(path) is only read; import it into a store of its own to change it"
    case .noModel(let name, let places):
      "no \(name).momd, .mom, .xcdatamodeld or .xcdatamodel is in \(places.joined(separator: ", ")); put the model among "
        + "the target's resources, or give the container a model"
    case .otherVersion(let path):
      "the store at \(path) was saved with another version of the model; allow its description to migrate it, or "
        + "migrate it before"
    case .modelInUse(let part):
      "\(part) can't be changed, since a coordinator uses the model; change a copy() of the model, and give that to a "
        + "coordinator"
    case .invalidPredicate(let format, let reason):
      "the predicate '\(format)' can't be used: \(reason)"
    case .unsupported(let what):
      what
    }
  }
}

/// The text of a value in messages and section names.
enum ValueText {
  static func of(_ value: Any) -> String {
    // Foundation traps when it describes a date with a NaN or infinite interval.
    if let date = value as? Date, !date.timeIntervalSinceReferenceDate.isFinite {
      return "\(date.timeIntervalSinceReferenceDate) s"
    }
    return "\(value)"
  }
}
