internal import StrataSchema

/// What can be wrong with a query that is well-formed: it doesn't fit the schema.
public struct QueryError: Error, Sendable, Hashable {
  /// What is wrong.
  public let message: String
  /// What to do about it.
  public let hint: String?
  /// Where it is in the text, in characters from 1.
  public let column: Int

  init(_ message: String, hint: String? = nil, at range: SourceRange) {
    self.message = message
    self.hint = hint
    column = range.column
  }
}

extension QueryError: CustomStringConvertible {
  /// Place, what is wrong and what to do.
  public var description: String {
    "column \(column): \(message)" + (hint.map { "; \($0)" } ?? "")
  }
}
