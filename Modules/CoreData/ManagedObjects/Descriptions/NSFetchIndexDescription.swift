public import Foundation
public import StrataDescriptions

// Unchecked, since callers follow Core Data's rule: one thread builds a model, and nothing changes it
// once a coordinator uses it.
/// The description of an entity's index.
public final class NSFetchIndexDescription: @unchecked Sendable {
  /// The index's name.
  public var name: String
  /// The index's entity, or nil before you add it to one.
  public internal(set) weak var entity: NSEntityDescription?
  /// The properties and expressions, in order.
  public var elements: [NSFetchIndexElementDescription] {
    didSet { for element in elements { element.indexDescription = self } }
  }
  /// The condition of the objects in the index, or nil for all.
  public var partialIndexPredicate: NSPredicate?

  /// Creates a description.
  public init(name: String, elements: [NSFetchIndexElementDescription]?) {
    self.name = name
    self.elements = elements ?? []
    for element in self.elements { element.indexDescription = self }
  }

  convenience init(_ index: FetchIndexDescription) {
    self.init(
      name: index.name, elements: index.elements.map { NSFetchIndexElementDescription($0) })
    partialIndexPredicate = index.partialIndexPredicate.map { NSPredicate(format: $0) }
  }

  func described() throws(ManagedObjectError) -> FetchIndexDescription {
    var index = FetchIndexDescription(name: name, elements: elements.map(\.described))
    index.partialIndexPredicate = try partialIndexPredicate.map {
      predicate throws(ManagedObjectError) in
      try predicate.text()
    }
    return index
  }
}

// Unchecked as the index.
/// A property of an index.
public final class NSFetchIndexElementDescription: @unchecked Sendable {
  /// The element's index, or nil before you add it to one.
  public internal(set) weak var indexDescription: NSFetchIndexDescription?
  /// The property.
  public let property: NSPropertyDescription?
  private let subject: FetchIndexElementDescription.Subject
  /// The kind of index.
  public var collationType: FetchIndexElementDescription.CollationType
  /// True if the index ascends.
  public var isAscending = true

  /// Creates an element for a property.
  public init(
    property: NSPropertyDescription,
    collationType: FetchIndexElementDescription.CollationType
  ) {
    self.property = property
    subject = .property(property.name)
    self.collationType = collationType
  }

  init(_ element: FetchIndexElementDescription) {
    property = nil
    (subject, collationType) = (element.subject, element.collationType)
    isAscending = element.isAscending
  }

  /// The property's name, or nil for an expression.
  public var propertyName: String? { described.propertyName }

  var described: FetchIndexElementDescription {
    FetchIndexElementDescription(
      property.map { .property($0.name) } ?? subject, collationType: collationType,
      isAscending: isAscending)
  }
}
