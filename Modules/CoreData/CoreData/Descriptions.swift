#if !canImport(ObjectiveC)
public import Foundation
public import StrataDescriptions
public import StrataManagedObjects
public import StrataModel
import StrataSchema

extension NSEntityDescription {
  /// Returns the entity with a name in a context's model, or nil if there is none or the context
  /// has no model.
  public static func entity(
    forEntityName name: String, in context: NSManagedObjectContext
  ) -> NSEntityDescription? {
    context.persistentStoreCoordinator?.managedObjectModel.entitiesByName[name]
  }

  /// Creates an object of the entity with a name, and inserts it into a context.
  ///
  /// If the model has no such entity, each access to the object's values is an error, and the
  /// context's next save throws it.
  public static func insertNewObject(
    forEntityName name: String, into context: NSManagedObjectContext
  ) -> NSManagedObject {
    NSManagedObject.make(entityName: name, in: context)
  }
}

extension NSManagedObjectModel {
  /// Merges several models. Returns nil if two differ in something with the same name.
  public convenience init?(byMerging models: [NSManagedObjectModel]?) {
    guard let models, let merged = Self.merge(models) else { return nil }
    self.init(merged)
  }

  /// Merges the models among the resources of some bundles, or of the program. Returns nil if two
  /// differ in something with the same name, or one can't be read.
  public static func mergedModel(from bundles: [Bundle]?) -> NSManagedObjectModel? {
    guard let models = models(in: bundles), !models.isEmpty else {
      return models(in: bundles) == nil ? nil : NSManagedObjectModel()
    }
    return NSManagedObjectModel(byMerging: models)
  }

  /// Returns the model among the resources of some bundles, or of the program, that a store of some
  /// metadata was saved with. Returns nil if there is none.
  public static func mergedModel(
    from bundles: [Bundle]?, forStoreMetadata metadata: [String: Any]
  ) -> NSManagedObjectModel? {
    versions(in: bundles).first {
      $0.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata)
    }
  }

  /// True if a store with some metadata has the model's version of a configuration's entities, so
  /// that it needs no migration.
  public func isConfiguration(
    withName name: String?, compatibleWithStoreMetadata metadata: [String: Any]
  ) -> Bool {
    guard let entities = entities(forConfigurationName: name) else { return false }
    do {
      return try NSPersistentStoreCoordinator.isVersion(
        self, of: Set(entities.compactMap(\.name)), in: metadata)
    } catch {
      refuse((error as? ManagedObjectError) ?? .unsupported("\(error)"))
      return false
    }
  }

  /// Makes a model of classes of SwiftData, and of all that they lead to. Returns nil if they make none, such as two of
  /// one name.
  public static func makeManagedObjectModel(
    for types: [any PersistentModel.Type]
  ) -> NSManagedObjectModel? {
    let schema = Schema(types)
    // The error of a schema that can't be made, which Apple's function doesn't tell either.
    guard schema.problem == nil else { return nil }
    return NSManagedObjectModel(ManagedObjectModel(schema))
  }

  /// The texts by which programs show the model's names in another language, or nil.
  public var localizationDictionary: [String: String]? {
    get { nil }
    set {}
  }

  private static func merge(_ models: [NSManagedObjectModel]) -> ManagedObjectModel? {
    do {
      return try ManagedObjectModel(merging: models.map { try $0.described() })
    } catch {
      // Core Data returns nil, too.
      return nil
    }
  }
}

/// The type of an attribute's value, under the names that Core Data had first. The raw values are Core Data's.
public enum NSAttributeType: UInt, Sendable {
  /// No type yet.
  case undefinedAttributeType = 0
  /// A number of 16 bits.
  case integer16AttributeType = 100
  /// A number of 32 bits.
  case integer32AttributeType = 200
  /// A number of 64 bits.
  case integer64AttributeType = 300
  /// A decimal number.
  case decimalAttributeType = 400
  /// A number of double precision.
  case doubleAttributeType = 500
  /// A number of single precision.
  case floatAttributeType = 600
  /// A text.
  case stringAttributeType = 700
  /// True or false.
  case booleanAttributeType = 800
  /// A moment.
  case dateAttributeType = 900
  /// Bytes.
  case binaryDataAttributeType = 1000
  /// A UUID.
  case UUIDAttributeType = 1100
  /// A URI.
  case URIAttributeType = 1200
  /// A value that a transformer makes bytes of.
  case transformableAttributeType = 1800
  /// An object's identifier, in what isn't stored.
  case objectIDAttributeType = 2000
  /// A value that is made of others.
  case compositeAttributeType = 2100

  /// The type under its first name.
  public init(_ type: AttributeType) {
    self =
      switch type {
      case .undefined: .undefinedAttributeType
      case .integer16: .integer16AttributeType
      case .integer32: .integer32AttributeType
      case .integer64: .integer64AttributeType
      case .decimal: .decimalAttributeType
      case .double: .doubleAttributeType
      case .float: .floatAttributeType
      case .string: .stringAttributeType
      case .boolean: .booleanAttributeType
      case .date: .dateAttributeType
      case .binaryData: .binaryDataAttributeType
      case .uuid: .UUIDAttributeType
      case .uri: .URIAttributeType
      case .transformable: .transformableAttributeType
      case .objectID: .objectIDAttributeType
      case .composite: .compositeAttributeType
      }
  }

  /// The type under its newer name.
  public var type: AttributeType {
    switch self {
    case .undefinedAttributeType: .undefined
    case .integer16AttributeType: .integer16
    case .integer32AttributeType: .integer32
    case .integer64AttributeType: .integer64
    case .decimalAttributeType: .decimal
    case .doubleAttributeType: .double
    case .floatAttributeType: .float
    case .stringAttributeType: .string
    case .booleanAttributeType: .boolean
    case .dateAttributeType: .date
    case .binaryDataAttributeType: .binaryData
    case .UUIDAttributeType: .uuid
    case .URIAttributeType: .uri
    case .transformableAttributeType: .transformable
    case .objectIDAttributeType: .objectID
    case .compositeAttributeType: .composite
    }
  }
}

extension NSAttributeDescription {
  /// The type of an attribute's value.
  public typealias AttributeType = StrataDescriptions.AttributeType

  /// The type of the value.
  public var attributeType: NSAttributeType {
    get { NSAttributeType(type) }
    set { type = newValue.type }
  }
}

/// The effect of deleting an object on related objects.
public enum NSDeleteRule: UInt, Sendable {
  /// Related objects stay as they are.
  case noActionDeleteRule = 0
  /// Relationships to the object become nil.
  case nullifyDeleteRule = 1
  /// Related objects are deleted, too.
  case cascadeDeleteRule = 2
  /// The object can't be deleted while it has related objects.
  case denyDeleteRule = 3

  init(_ rule: Schema.Relationship.DeleteRule) {
    self =
      switch rule {
      case .noAction: .noActionDeleteRule
      case .nullify: .nullifyDeleteRule
      case .cascade: .cascadeDeleteRule
      case .deny: .denyDeleteRule
      }
  }

  var rule: Schema.Relationship.DeleteRule {
    switch self {
    case .noActionDeleteRule: .noAction
    case .nullifyDeleteRule: .nullify
    case .cascadeDeleteRule: .cascade
    case .denyDeleteRule: .deny
    }
  }
}

extension NSRelationshipDescription {
  /// The effect of deleting an object on those that it leads to.
  public var deleteRule: NSDeleteRule {
    get { NSDeleteRule(self.StrataManagedObjects::deleteRule) }
    set { self.StrataManagedObjects::deleteRule = newValue.rule }
  }
}

extension FetchExpression {
  /// Creates an expression from text: a key path, or a function of them such as `sum:(amount)` or
  /// `@sum.amount`. Each `%K` is replaced by an argument.
  public init(format: String, _ arguments: Any?...) {
    var parts = format.components(separatedBy: "%K")
    for argument in arguments where parts.count > 1 {
      let rest = parts.removeFirst()
      parts[0] = rest + "\(argument ?? "")" + parts[0]
    }
    self.init(text: parts.joined(separator: "%K"))
  }
}

extension NSDerivedAttributeDescription {
  /// The expression that computes the value.
  public var derivationExpression: FetchExpression? {
    get { derivationText.map { FetchExpression(text: $0) } }
    set { derivationText = newValue?.text }
  }
}
#endif
