/// An index of an entity's objects.
public struct FetchIndexDescription: Sendable, Hashable {
  /// The index's name, of its own among those of its entity.
  public var name: String
  /// What the index is over, in order.
  public var elements: [FetchIndexElementDescription]
  /// Which objects are in the index, as a predicate; nil for all.
  public var partialIndexPredicate: String?

  /// Describes an index.
  public init(
    name: String, elements: [FetchIndexElementDescription], partialIndexPredicate: String? = nil
  ) {
    self.name = name
    self.elements = elements
    self.partialIndexPredicate = partialIndexPredicate
  }
}

/// One thing that an index is over.
public struct FetchIndexElementDescription: Sendable, Hashable {
  /// The property or the expression that is indexed.
  public var subject: Subject
  /// How values are ordered.
  public var collationType: CollationType
  /// Whether the least value is first.
  public var isAscending: Bool

  /// Describes an element over a property.
  public init(
    property: String, collationType: CollationType = .binary, isAscending: Bool = true
  ) {
    self.init(.property(property), collationType: collationType, isAscending: isAscending)
  }

  /// Describes an element over a property or an expression.
  public init(
    _ subject: Subject, collationType: CollationType = .binary, isAscending: Bool = true
  ) {
    self.subject = subject
    self.collationType = collationType
    self.isAscending = isAscending
  }

  /// What an index can be over.
  public enum Subject: Sendable, Hashable {
    case property(String)
    /// An expression as text, and the name of the type of its value where one is given.
    case expression(String, type: String?)
  }

  /// How an index orders values. The raw values are those of Core Data's public headers.
  public enum CollationType: Int, Sendable, Hashable {
    /// From the least to the greatest.
    case binary = 0
    /// As ranges of numbers.
    case rTree = 1
  }

  /// The property that is indexed; nil for an expression.
  public var propertyName: String? {
    if case .property(let name) = subject { name } else { nil }
  }
}
