#if !canImport(ObjectiveC)
public import Foundation
public import StrataDescriptions
public import StrataManagedObjects
import StrataSchema

extension MutableEntityDescription {
  /// Returns the entity with a name in a context's model, or nil if there is none or the context
  /// has no model.
  public static func entity(
    forEntityName name: String, in context: ManagedObjectContext
  ) -> MutableEntityDescription? {
    context.persistentStoreCoordinator?.managedObjectModel.entitiesByName[name]
  }

  /// Creates an object of the entity with a name, and inserts it into a context.
  ///
  /// If the model has no such entity, each access to the object's values is an error, and the
  /// context's next save throws it.
  public static func insertNewObject(
    forEntityName name: String, into context: ManagedObjectContext
  ) -> ManagedObject {
    ManagedObject.make(entityName: name, in: context)
  }
}

extension MutableManagedObjectModel {
  /// Merges several models. Returns nil if two differ in something with the same name.
  public convenience init?(byMerging models: [MutableManagedObjectModel]?) {
    guard let models, let merged = Self.merge(models) else { return nil }
    self.init(merged)
  }

  /// Merges the models among the resources of some bundles, or of the program. Returns nil if two
  /// differ in something with the same name, or one can't be read.
  public static func mergedModel(from bundles: [Bundle]?) -> MutableManagedObjectModel? {
    guard let models = models(in: bundles), !models.isEmpty else {
      return models(in: bundles) == nil ? nil : MutableManagedObjectModel()
    }
    return MutableManagedObjectModel(byMerging: models)
  }

  /// Returns the model among the resources of some bundles, or of the program, that a store of some
  /// metadata was saved with. Returns nil if there is none.
  public static func mergedModel(
    from bundles: [Bundle]?, forStoreMetadata metadata: [String: Any]
  ) -> MutableManagedObjectModel? {
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
      return try PersistentStoreCoordinator.isVersion(
        self, of: Set(entities.compactMap(\.name)), in: metadata)
    } catch {
      refuse((error as? ManagedObjectError) ?? .unsupported("\(error)"))
      return false
    }
  }

  /// The texts by which programs show the model's names in another language, or nil.
  public var localizationDictionary: [String: String]? {
    get { nil }
    set {}
  }

  private static func merge(_ models: [MutableManagedObjectModel]) -> ManagedObjectModel? {
    do {
      return try ManagedObjectModel(merging: models.map { try $0.described() })
    } catch {
      // Core Data returns nil, too.
      return nil
    }
  }
}

extension AttributeType {
  /// The type `undefined`.
  public static var undefinedAttributeType: Self { .undefined }
  /// The type `integer16`.
  public static var integer16AttributeType: Self { .integer16 }
  /// The type `integer32`.
  public static var integer32AttributeType: Self { .integer32 }
  /// The type `integer64`.
  public static var integer64AttributeType: Self { .integer64 }
  /// The type `decimal`.
  public static var decimalAttributeType: Self { .decimal }
  /// The type `double`.
  public static var doubleAttributeType: Self { .double }
  /// The type `float`.
  public static var floatAttributeType: Self { .float }
  /// The type `string`.
  public static var stringAttributeType: Self { .string }
  /// The type `boolean`.
  public static var booleanAttributeType: Self { .boolean }
  /// The type `date`.
  public static var dateAttributeType: Self { .date }
  /// The type `binaryData`.
  public static var binaryDataAttributeType: Self { .binaryData }
  /// The type `uuid`.
  public static var UUIDAttributeType: Self { .uuid }
  /// The type `uri`.
  public static var URIAttributeType: Self { .uri }
  /// The type `transformable`.
  public static var transformableAttributeType: Self { .transformable }
  /// The type `objectID`.
  public static var objectIDAttributeType: Self { .objectID }
  /// The type `composite`.
  public static var compositeAttributeType: Self { .composite }
}

extension MutableAttributeDescription {
  /// The type of an attribute's value.
  public typealias AttributeType = StrataDescriptions.AttributeType
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

extension MutableRelationshipDescription {
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

extension MutableDerivedDescription {
  /// The expression that computes the value.
  public var derivationExpression: FetchExpression? {
    get { derivationText.map { FetchExpression(text: $0) } }
    set { derivationText = newValue?.text }
  }
}
#endif
