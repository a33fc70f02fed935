public import Foundation
package import StrataDescriptions

// Unchecked, since callers follow Core Data's rule: one thread builds a model, and nothing changes it
// once a coordinator uses it.
/// The description of an entity, which you build by assignment. Objects refer to it as their entity.
///
/// Once a coordinator uses the entity's model, an assignment changes nothing, and the next save of a
/// context of that coordinator throws ``ManagedObjectError/modelInUse(_:)``.
public final class NSEntityDescription: @unchecked Sendable {
  /// The entity's model, or nil before you add it to one. The model retains the entity.
  public internal(set) weak var managedObjectModel: NSManagedObjectModel!
  /// The entity as coordinators use it, or nil before one uses its model.
  private(set) var inUse: ManagedEntity?
  /// The name of the class that no entity of a loaded model claims and that this description stands for, or nil.
  let unclaimedClass: String?
  private var value: EntityDescription
  private var own: [NSPropertyDescription] = []
  private var given: (info: [AnyHashable: Any]?, constraints: [[Any]]?)
  private var madeIndexes: [NSFetchIndexDescription]?
  /// The superentity. It is retained by the model.
  public private(set) weak var superentity: NSEntityDescription?
  /// The first assignment that a description can't have.
  private var mistake: ManagedObjectError?
  private var subs: [NSEntityDescription] = []

  /// Creates a description whose name you set later.
  public init() { (value, unclaimedClass) = (EntityDescription(name: ""), nil) }

  /// Creates a description that stands for a class without an entity.
  init(ofUnclaimed name: String) {
    (value, unclaimedClass) = (EntityDescription(name: name), name)
  }

  /// Creates a description of the same content. The model sets the superentities.
  init(_ entity: EntityDescription) {
    (value, unclaimedClass) = (entity, nil)
    own = entity.properties.map { property in
      switch property {
      case .attribute(let attribute): NSAttributeDescription.make(attribute)
      case .relationship(let one): NSRelationshipDescription(relationship: one)
      case .fetchedProperty(let one): NSFetchedPropertyDescription(fetchedProperty: one)
      }
    }
    for property in own { property.entity = self }
  }

  /// The entity's name, or nil before you set it.
  public var name: String? {
    get { value.name.isEmpty ? nil : value.name }
    set { change { value.name = newValue ?? "" } }
  }
  /// The name of the objects' class. `NSManagedObject` means that they have no class of their own.
  public var managedObjectClassName: String! {
    get { value.managedObjectClassName ?? "NSManagedObject" }
    set { change { value.managedObjectClassName = newValue == "NSManagedObject" ? nil : newValue } }
  }
  /// True if the entity has no objects of its own.
  public var isAbstract: Bool {
    get { value.isAbstract }
    set { change { value.isAbstract = newValue } }
  }
  /// The entity's name in the previous version of the model.
  public var renamingIdentifier: String? {
    get { value.renamingIdentifier ?? name }
    set { change { value.renamingIdentifier = newValue } }
  }
  /// A text of your own that makes two versions of the entity differ.
  public var versionHashModifier: String? {
    get { value.versionHashModifier }
    set { change { value.versionHashModifier = newValue } }
  }
  /// Values of your own. Those other than texts by text are kept in memory only.
  public var userInfo: [AnyHashable: Any]? {
    get { given.info ?? anyInfo(value.userInfo) }
    set {
      change {
        given.info = newValue
        value.userInfo = texts(of: newValue)
      }
    }
  }
  /// The sets of attributes whose values no two objects have in common: names, or descriptions of
  /// attributes.
  public var uniquenessConstraints: [[Any]] {
    get { given.constraints ?? value.uniquenessConstraints }
    set { change { given.constraints = newValue } }
  }
  /// The indexes.
  public var indexes: [NSFetchIndexDescription] {
    get {
      if let madeIndexes { return madeIndexes }
      let indexes = value.indexes.map { NSFetchIndexDescription($0) }
      for index in indexes { index.entity = self }
      madeIndexes = indexes
      return indexes
    }
    set {
      change {
        madeIndexes = newValue
        for index in newValue { index.entity = self }
      }
    }
  }
  /// The properties, inherited ones first. An assignment replaces the entity's own.
  public var properties: [NSPropertyDescription] {
    get { (superentity?.properties ?? []) + own }
    set {
      change {
        for property in own where property.entity === self { property.entity = nil }
        own = newValue
        for property in own {
          if let entity = property.entity, entity !== self {
            mistake = .unsupported(
              "\(value.name).\(property.name) belongs to \(entity) already; make a description for each entity"
            )
          }
          property.entity = self
        }
      }
    }
  }
  /// The properties by name, including inherited ones.
  public var propertiesByName: [String: NSPropertyDescription] {
    Dictionary(properties.map { ($0.name, $0) }, uniquingKeysWith: { _, last in last })
  }
  /// The attributes by name, including inherited ones.
  public var attributesByName: [String: NSAttributeDescription] {
    propertiesByName.compactMapValues { $0 as? NSAttributeDescription }
  }
  /// The relationships by name, including inherited ones.
  public var relationshipsByName: [String: NSRelationshipDescription] {
    propertiesByName.compactMapValues { $0 as? NSRelationshipDescription }
  }
  /// The direct subentities.
  public var subentities: [NSEntityDescription] {
    get { subs }
    set {
      change {
        for entity in subs { entity.superentity = nil }
        subs = newValue
        for entity in subs {
          entity.superentity = self
          entity.value.superentityName = name
        }
      }
    }
  }
  /// The direct subentities by name.
  public var subentitiesByName: [String: NSEntityDescription] {
    Dictionary(subs.map { ($0.name ?? "", $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the relationships to another entity, including inherited ones, sorted by name.
  public func relationships(
    forDestination entity: NSEntityDescription
  ) -> [NSRelationshipDescription] {
    relationshipsByName.values.filter { $0.destinationEntity == entity }
      .sorted { $0.name < $1.name }
  }

  /// True if the entity is another or inherits from it. O(depth of the hierarchy).
  public func isKindOf(entity: NSEntityDescription) -> Bool {
    sequence(first: self, next: \.superentity).contains { $0 == entity }
  }

  /// The hash that tells versions of the entity apart. Empty before the entity is in a model.
  public var versionHash: Data {
    name.flatMap { managedObjectModel?.entityVersionHashesByName[$0] } ?? Data()
  }

  /// Returns a description of the same content, which belongs to no model. It has no superentity and
  /// no subentities.
  public func copy() -> Any {
    do {
      return NSEntityDescription(try described())
    } catch {
      // A description that no model can have has no other form. Opening a store throws the error.
      return self
    }
  }

  /// True if another object is a description that equals this one.
  public func isEqual(_ object: Any?) -> Bool {
    (object as? NSEntityDescription).map { self == $0 } ?? false
  }

  /// Adds the entity to a superentity's subentities.
  func enter(_ superentity: NSEntityDescription) {
    self.superentity = superentity
    superentity.subs.append(self)
  }

  /// The name of the superentity in the description that this one was made of.
  var superentityName: String? { value.superentityName }

  /// Begins the entity's use by coordinators.
  func use(_ entity: ManagedEntity) {
    inUse = entity
    // Several contexts read these from now on, so that none may be made later.
    _ = indexes
    for property in own { property.makeParts() }
  }

  /// The description as a value.
  ///
  /// - Throws: ``ManagedObjectError`` for a part that a model can't have.
  package func described() throws(ManagedObjectError) -> EntityDescription {
    if let mistake { throw mistake }
    var entity = value
    entity.superentityName = superentity?.name
    entity.properties = []
    for property in own { entity.properties.append(try property.described()) }
    if let madeIndexes {
      entity.indexes = []
      for index in madeIndexes { entity.indexes.append(try index.described()) }
    }
    if let constraints = given.constraints {
      entity.uniquenessConstraints = []
      for constraint in constraints {
        var names: [String] = []
        for part in constraint {
          switch part {
          case let name as String: names.append(name)
          case let property as NSPropertyDescription: names.append(property.name)
          default:
            throw .wrongType(
              entity: value.name, key: "uniquenessConstraints",
              expected: "names or descriptions of attributes", found: "\(type(of: part))")
          }
        }
        entity.uniquenessConstraints.append(names)
      }
    }
    return entity
  }

  private func change(_ part: String = #function, _ body: () -> Void) {
    if let managedObjectModel, managedObjectModel.isInUse {
      return managedObjectModel.refuse("\(value.name).\(part)")
    }
    body()
  }
}

extension NSEntityDescription: Hashable {
  /// True if both are the same, stand for the same entity in use, or have the same content.
  public static func == (lhs: NSEntityDescription, rhs: NSEntityDescription) -> Bool {
    if lhs === rhs { return true }
    guard lhs.value.name == rhs.value.name else { return false }
    if let one = lhs.inUse, let other = rhs.inUse { return one === other }
    do {
      return try lhs.described() == rhs.described()
    } catch {
      // A description that no model can have equals only itself.
      return false
    }
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(value.name) }
}

extension NSEntityDescription: CustomStringConvertible {
  /// The name.
  public var description: String { name ?? "an entity without a name" }
}
