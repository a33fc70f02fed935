public import Foundation
package import StrataDescriptions

// Unchecked, since callers follow Core Data's rule: one thread builds a model, and nothing changes it
// once a coordinator uses it.
/// The description of an entity's property, which you build by assignment. Its subclasses describe
/// attributes, relationships and fetched properties.
///
/// Once a coordinator uses the description's model, an assignment changes nothing, and the next save
/// of a context of that coordinator throws ``ManagedObjectError/modelInUse(_:)``.
open class NSPropertyDescription: @unchecked Sendable {
  /// The description as a value, but for what it refers to.
  package final var value: PropertyDescription
  /// The description's entity, or nil before you add it to one.
  public internal(set) final weak var entity: NSEntityDescription!
  private var givenInfo: [AnyHashable: Any]?

  package init(value: PropertyDescription) { self.value = value }

  /// The property's name.
  public final var name: String {
    get { value.name }
    set { change { value.name = newValue } }
  }
  /// True if the property may have no value when it is saved.
  public final var isOptional: Bool {
    get { value.isOptional }
    set { change { value.isOptional = newValue } }
  }
  /// True if the property isn't stored.
  public final var isTransient: Bool {
    get { value.isTransient }
    set { change { value.isTransient = newValue } }
  }
  /// The property's name in the previous version of the model, or nil if it is the same.
  public final var renamingIdentifier: String? {
    get { value.renamingIdentifier ?? (name.isEmpty ? nil : name) }
    set { change { value.renamingIdentifier = newValue } }
  }
  /// A text of your own that makes two versions of the property differ.
  public final var versionHashModifier: String? {
    get { value.underlying.versionHashModifier }
    set { change { value.update { $0.versionHashModifier = newValue } } }
  }
  /// True if the property has an index of its own.
  public final var isIndexed: Bool {
    get { value.underlying.isIndexed }
    set { change { value.update { $0.isIndexed = newValue } } }
  }
  /// True if Spotlight indexes the property on Apple's platforms.
  public final var isIndexedBySpotlight: Bool {
    get { value.underlying.isIndexedBySpotlight }
    set { change { value.update { $0.isIndexedBySpotlight = newValue } } }
  }
  /// Values of your own. Those other than texts by text are kept in memory only.
  public final var userInfo: [AnyHashable: Any]? {
    get { givenInfo ?? anyInfo(value.underlying.userInfo) }
    set {
      change {
        givenInfo = newValue
        value.update { $0.userInfo = texts(of: newValue) }
      }
    }
  }

  /// The validation rules as predicates. Only attributes have some.
  open var validationPredicates: [NSPredicate] { [] }
  /// The reasons why values are rejected. Empty, since a save's error has the code of the violated
  /// limit.
  public final var validationWarnings: [Any] { [] }

  /// Replaces the validation rules. Only attributes can have some, and the coordinator says so when it
  /// opens a store of another property's model.
  open func setValidationPredicates(
    _ predicates: [NSPredicate]?, withValidationWarnings warnings: [Any]?
  ) { change { refusedRules = !(predicates ?? []).isEmpty } }

  /// True if a property other than an attribute got validation rules.
  private var refusedRules = false

  /// The hash that tells versions of the property apart. Empty if a model can't have the description.
  public final var versionHash: Data {
    do {
      let hash = try described().versionHash
      return withUnsafeBytes(of: hash.value.bigEndian) { Data($0) }
    } catch {
      // Opening a store throws the error.
      return Data()
    }
  }

  /// Returns a description of the same content, which belongs to no entity.
  public final func copy() -> Any {
    do {
      return switch try described() {
      case .attribute(let attribute): NSAttributeDescription.make(attribute)
      case .relationship(let one): NSRelationshipDescription(relationship: one)
      case .fetchedProperty(let one): NSFetchedPropertyDescription(fetchedProperty: one)
      }
    } catch {
      // A description that no model can have has no other form. Opening a store throws the error.
      return self
    }
  }

  /// True if another object is a description that equals this one.
  public final func isEqual(_ object: Any?) -> Bool {
    (object as? NSPropertyDescription).map { self == $0 } ?? false
  }

  /// The description as a value.
  ///
  /// - Throws: ``ManagedObjectError`` for a part that a model can't have.
  package func described() throws(ManagedObjectError) -> PropertyDescription {
    if refusedRules {
      throw .unsupported("\(self) is no attribute, and only attributes have rules")
    }
    return value
  }

  /// Makes the parts that are made at their first use, before several threads read them.
  func makeParts() {}

  /// Makes a change, unless a coordinator uses the model.
  final func change(_ part: String = #function, _ body: () -> Void) {
    if let model = entity?.managedObjectModel, model.isInUse {
      return model.refuse("\(entity?.name ?? "").\(name).\(part)")
    }
    body()
  }
}

extension NSPropertyDescription: Hashable {
  /// True if both describe properties of the same name and content, of entities of the same name.
  public static func == (
    lhs: NSPropertyDescription, rhs: NSPropertyDescription
  ) -> Bool {
    lhs === rhs || (lhs.value == rhs.value && lhs.entity?.name == rhs.entity?.name)
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension NSPropertyDescription: FetchedValue {
  /// The property's name.
  public var _fetchedName: String { name }
}

extension NSPropertyDescription: CustomStringConvertible {
  /// The entity and the name.
  public var description: String { "\(entity?.name.map { "\($0)." } ?? "")\(name)" }
}

extension PropertyDescription {
  /// Changes what all kinds of properties have.
  fileprivate mutating func update(_ body: (inout any DescribedProperty) -> Void) {
    var property = underlying
    body(&property)
    switch property {
    case let attribute as AttributeDescription: self = .attribute(attribute)
    case let relationship as RelationshipDescription: self = .relationship(relationship)
    case let fetched as FetchedPropertyDescription: self = .fetchedProperty(fetched)
    default: break
    }
  }

  fileprivate var name: String {
    get { underlying.name }
    set { update { $0.name = newValue } }
  }
  fileprivate var isOptional: Bool {
    get { underlying.isOptional }
    set { update { $0.isOptional = newValue } }
  }
  fileprivate var isTransient: Bool {
    get { underlying.isTransient }
    set { update { $0.isTransient = newValue } }
  }
  fileprivate var renamingIdentifier: String? {
    get { underlying.renamingIdentifier }
    set { update { $0.renamingIdentifier = newValue } }
  }
}

/// Values of one's own, as Core Data types them.
func anyInfo(_ texts: [String: String]) -> [AnyHashable: Any] {
  Dictionary(uniqueKeysWithValues: texts.map { (AnyHashable($0), $1 as Any) })
}

/// The texts by text among values of one's own, which are what a model stores.
func texts(of info: [AnyHashable: Any]?) -> [String: String] {
  var texts: [String: String] = [:]
  for case (let key as String, let value as String) in info ?? [:] { texts[key] = value }
  return texts
}
