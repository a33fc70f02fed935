package import StrataDescriptions
package import StrataSchema

// Unchecked as its superclass.
/// The description of a relationship, which you build by assignment.
///
/// It doesn't retain its destination and its inverse, which their model retains.
public final class NSRelationshipDescription: NSPropertyDescription, @unchecked Sendable {
  private weak var destination: NSEntityDescription?
  private weak var inverse: NSRelationshipDescription?

  /// Creates the description of a to-many relationship whose name and destination you set later.
  public init() {
    super.init(value: .relationship(RelationshipDescription(name: "", destination: nil)))
  }

  package init(relationship: RelationshipDescription) {
    super.init(value: .relationship(relationship))
  }

  private var relationship: RelationshipDescription {
    get {
      guard case .relationship(let relationship) = value else {
        return RelationshipDescription(name: name, destination: nil)
      }
      return relationship
    }
    set { value = .relationship(newValue) }
  }

  /// The entity that the relationship leads to, or nil before you set it.
  public var destinationEntity: NSEntityDescription? {
    get {
      destination
        ?? relationship.destinationEntityName.flatMap {
          entity?.managedObjectModel?.entitiesByName[$0]
        }
    }
    set {
      change {
        destination = newValue
        relationship.destinationEntityName = newValue?.name
      }
    }
  }
  /// The relationship at the other end, or nil if there is none.
  public var inverseRelationship: NSRelationshipDescription? {
    get {
      inverse
        ?? relationship.inverseName.flatMap {
          destinationEntity?.relationshipsByName[$0]
        }
    }
    set {
      change {
        inverse = newValue
        relationship.inverseName = newValue?.name
      }
    }
  }
  /// The smallest number of objects. An optional relationship may be empty all the same.
  public var minCount: Int {
    get { relationship.minCount }
    set { change { relationship.minCount = newValue } }
  }
  /// The greatest number of objects, or 0 for any number.
  public var maxCount: Int {
    get { relationship.maxCount }
    set { change { relationship.maxCount = newValue } }
  }
  /// The effect of deleting an object on those that it leads to.
  @_disfavoredOverload
  package var deleteRule: Schema.Relationship.DeleteRule {
    get { relationship.deleteRule }
    set { change { relationship.deleteRule = newValue } }
  }
  /// True if the objects have an order of their own.
  public var isOrdered: Bool {
    get { relationship.isOrdered }
    set { change { relationship.isOrdered = newValue } }
  }
  /// True unless the relationship leads to one object at most.
  public var isToMany: Bool { relationship.isToMany }

  package override func described() throws(ManagedObjectError) -> PropertyDescription {
    var relationship = relationship
    // The entity or the inverse may have got its name after it was set here.
    if let name = destination?.name { relationship.destinationEntityName = name }
    if let inverse { relationship.inverseName = inverse.name }
    return .relationship(relationship)
  }
}

// Unchecked as its superclass.
/// The description of a property whose value is the result of a request, which you build by
/// assignment.
public final class NSFetchedPropertyDescription: NSPropertyDescription,
  @unchecked Sendable
{
  private var request: NSFetchRequest<any NSFetchRequestResult>?

  /// Creates a description whose name and request you set later.
  public init() {
    super.init(value: .fetchedProperty(FetchedPropertyDescription(name: "", fetchRequest: nil)))
  }

  package init(fetchedProperty: FetchedPropertyDescription) {
    super.init(value: .fetchedProperty(fetchedProperty))
  }

  /// The request that finds the objects.
  ///
  /// Its predicate is a text without arguments. `$FETCH_SOURCE` is the object with the property, and
  /// `$FETCHED_PROPERTY` its description.
  public var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? {
    get {
      guard entity?.managedObjectModel?.isInUse ?? false else { return ownRequest }
      // A copy, since a change of it would be one of a model in use.
      return ownRequest?.copied()
    }
    set { change { request = newValue } }
  }

  override func makeParts() { _ = ownRequest }

  private var ownRequest: NSFetchRequest<any NSFetchRequestResult>? {
    if let request { return request }
    guard case .fetchedProperty(let fetched) = value, let template = fetched.fetchRequest,
      let name = template.entityName
    else { return nil }
    let made = NSFetchRequest<any NSFetchRequestResult>(entityName: name)
    made.take(template)
    request = made
    return made
  }

  package override func described() throws(ManagedObjectError) -> PropertyDescription {
    guard case .fetchedProperty(var fetched) = value else { return value }
    if let request { fetched.fetchRequest = try request.template(named: name) }
    return .fetchedProperty(fetched)
  }
}
