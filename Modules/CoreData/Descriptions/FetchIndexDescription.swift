/// The description of an index over an entity's objects.
public struct FetchIndexDescription: Sendable, Hashable {
  /// The index's name, which is unique in its entity.
  public var name: String
  /// The indexed properties and expressions, in order.
  public var elements: [FetchIndexElementDescription]
  /// The predicate that objects in the index meet, or nil for all objects.
  public var partialIndexPredicate: String?

  /// Creates a description.
  public init(
    name: String, elements: [FetchIndexElementDescription], partialIndexPredicate: String? = nil
  ) {
    self.name = name
    self.elements = elements
    self.partialIndexPredicate = partialIndexPredicate
  }
}

/// One property or expression of an index.
public struct FetchIndexElementDescription: Sendable, Hashable {
  /// The indexed property or expression.
  public var subject: Subject
  /// The structure of the index.
  public var collationType: CollationType
  /// True if the smallest value comes first.
  public var isAscending: Bool

  /// Creates an element for a property.
  public init(
    property: String, collationType: CollationType = .binary, isAscending: Bool = true
  ) {
    self.init(.property(property), collationType: collationType, isAscending: isAscending)
  }

  /// Creates an element for a property or an expression.
  public init(
    _ subject: Subject, collationType: CollationType = .binary, isAscending: Bool = true
  ) {
    self.subject = subject
    self.collationType = collationType
    self.isAscending = isAscending
  }

  /// An indexed property or expression.
  public enum Subject: Sendable, Hashable {
    case property(String)
    /// The text of an expression, and optionally the name of its value's type.
    case expression(String, type: String?)
  }

  /// The structure of an index. The raw values are those of Core Data's public headers.
  public enum CollationType: Int, Sendable, Hashable {
    /// Values in ascending or descending order.
    case binary = 0
    /// Ranges of numbers.
    case rTree = 1
  }

  /// The indexed property, or nil for an expression.
  public var propertyName: String? {
    if case .property(let name) = subject { name } else { nil }
  }
}
