/// The error for an invalid schema.
public enum SchemaError: Error, Sendable, Hashable {
  /// Two entities have the same name, ignoring case.
  case duplicateEntity(String)
  /// A relationship leads to an entity that isn't in the schema.
  case unknownDestination(entity: String, relationship: String, destination: String)
  /// An entity inherits from one that isn't in the schema.
  case unknownSuperentity(entity: String, superentity: String)
  /// The name is reserved for the store.
  case reservedName(entity: String, property: String?)
  /// A relationship's `inverse:` names a property that can't be its inverse.
  case invalidInverse(entity: String, relationship: String, reason: String)
  /// Two properties, or a property and its parts, would use the same column.
  case duplicateColumn(entity: String, column: String)
  /// The links of a relationship need a table that a class or another relationship needs too.
  case duplicateTable(String, entity: String, relationship: String)
  /// `#Unique` or `#Index` names a key path without columns in the entity.
  case invalidConstraint(entity: String, keyPath: String)
  /// `#Search` names what can't be searched, or is the second one of its class.
  case invalidSearch(entity: String, reason: String)
  /// Options of `@Attribute(…)` contradict each other or the property's type.
  case invalidOption(entity: String, property: String, reason: String)
  /// The inverses of relationships are ambiguous, and a configuration requires that they aren't.
  case ambiguousInverses([Schema.AmbiguousInverse])
  /// Several relationships name the same inverse, and a configuration requires that each has its
  /// own.
  case sharedInverses([Schema.SharedInverse])
  /// Inverses are inferred that SwiftData wouldn't infer, and a configuration requires its rules.
  case inversesBeyondSwiftData([Schema.UnstatedInverse])
}

extension SchemaError: CustomStringConvertible {
  /// A message that names the entity and property and says what to do.
  public var description: String {
    switch self {
    case .duplicateEntity(let name):
      "two models are called \(name); an entity is known by its class's unqualified name in "
        + "whatever case, so rename one of them or give only one to the schema"
    case .unknownDestination(let entity, let relationship, let destination):
      "\(entity).\(relationship) leads to \(destination), which is not in the schema; "
        + "add \(destination) to the container's models"
    case .unknownSuperentity(let entity, let superentity):
      "\(entity) inherits from \(superentity), which is not in the schema; "
        + "add \(superentity) to it"
    case .reservedName(let entity, let property):
      "\(property.map { "\(entity).\($0)" } ?? entity) begins with "
        + "'\((property ?? entity).lowercased().prefix(7))', which the store keeps for itself; "
        + "choose another name"
    case .invalidInverse(let entity, let relationship, let reason):
      "the inverse of \(entity).\(relationship) \(reason)"
    case .duplicateColumn(let entity, let column):
      "two properties of \(entity) need the column \(column); rename one of them"
    case .duplicateTable(let table, let entity, let relationship):
      "the links of \(entity).\(relationship) need the table \(table), which another model or "
        + "relationship has, in whatever case; rename \(relationship), or what has the table"
    case .invalidConstraint(let entity, let keyPath):
      "#Unique or #Index of \(entity): \(keyPath) has no column of \(entity)'s own; name a "
        + "persisted attribute, a part of one, or a to-one relationship"
    case .invalidSearch(let entity, let reason):
      "#Search of \(entity) \(reason); a class has one #Search, of String or String? attributes"
    case .invalidOption(let entity, let property, let reason):
      "\(entity).\(property) \(reason)"
    case .ambiguousInverses(let inverses):
      inverses.map(\.description).joined(separator: "\n")
    case .sharedInverses(let inverses):
      inverses.map(\.description).joined(separator: "\n")
    case .inversesBeyondSwiftData(let inverses):
      "SwiftData would leave these relationships without an inverse; to have it on all platforms, "
        + "write " + inverses.map(\.description).joined(separator: ", ")
    }
  }
}
