public import Foundation

/// An error in the use of a model class.
public enum ModelError: Error, Sendable, Hashable {
  /// The class has no property of that name, or one of another kind than needed.
  case unknownProperty(entity: String, property: String)
  /// The identifier belongs to an object of another class.
  case wrongEntity(PersistentIdentifier, expected: String)
  /// An archived schema differs from the class that it describes.
  case schemaDiffersFromModels(entity: String)
  /// An identifier needs a store, an entity and a primary key, and one of them is empty.
  case invalidIdentifier(String)
  /// The stored value of a property wasn't read before the object's row was deleted.
  case valueNotRead(entity: String, property: String)
  /// The URI names no object.
  case invalidURI(URL)
  /// No transformer is registered under the name, so that a value can't be stored.
  case unknownTransformer(String)
  /// The transformer of the name made something other than data of a value.
  case noTransformedData(String)
}

extension ModelError: CustomStringConvertible {
  /// A message that names the class and says what to do.
  public var description: String {
    switch self {
    case .unknownProperty(let entity, let property):
      "\(entity) has no property \(property) of the kind that is needed; check its name"
    case .wrongEntity(let object, let expected): "\(object) is no \(expected)"
    case .schemaDiffersFromModels(let entity):
      "the schema describes \(entity) otherwise than the class does; make a schema of the classes"
    case .invalidIdentifier(let parts):
      "no object has the identifier '\(parts)'; give a store, an entity and a primary key, none of them "
        + "empty"
    case .valueNotRead(let entity, let property):
      "\(property) of the deleted \(entity) wasn't read while it was in the store; set it, or read it "
        + "before you delete the object"
    case .invalidURI(let uri):
      "\(uri) names no object; a URI of one looks like x-coredata://STORE-UUID/Entity/p12"
    case .unknownTransformer(let name):
      "no transformer is registered as \(name); register it with ValueTransformer before saving"
    case .noTransformedData(let name):
      "\(name) made no data of the value; return Data from its transformedValue(_:)"
    }
  }
}
