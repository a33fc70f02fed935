/// The elements of an array or object in a JSON text.
public struct QueryElements: Sendable, Hashable {
  /// The JSON text; nil has no elements.
  public let document: QueryExpression
  /// The variable that an element is called inside.
  public let variable: Int

  /// Describes the elements of a JSON text.
  public init(of document: QueryExpression, variable: Int) {
    self.document = document
    self.variable = variable
  }
}

/// A step into a JSON text.
public enum JSONStep: Sendable, Hashable {
  /// The value of an object's key.
  case key(String)
  /// An element of an array, from 0 on; -1 is the last.
  case index(Int)
  /// The value of a key, or the element of an index, that is worked out for each row.
  case computed(QueryExpression)
}
