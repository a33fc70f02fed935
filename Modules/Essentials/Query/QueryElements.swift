/// The elements of an array or object in a JSON text.
public struct QueryElements: Sendable, Hashable {
  /// The JSON text.
  ///
  /// Nil has no elements.
  public let document: QueryExpression
  /// The variable that is bound to each element.
  public let variable: Int

  /// Creates the elements of a JSON text.
  public init(of document: QueryExpression, variable: Int) {
    self.document = document
    self.variable = variable
  }
}

/// A step of a path in a JSON text.
public enum JSONStep: Sendable, Hashable {
  /// The value of an object's key.
  case key(String)
  /// An array's element, by its index from 0.
  ///
  /// The index -1 is the last element.
  case index(Int)
  /// A key or index that is evaluated for each row.
  case computed(QueryExpression)
}
