internal import StrataSchema

/// The error for a well-formed query that doesn't fit the schema.
public struct QueryError: Error, Sendable, Hashable {
  /// A sentence about the error.
  public let message: String
  /// A suggestion how to correct it.
  public let hint: String?
  /// The position in the text, in characters from 1.
  public let column: Int

  init(_ message: String, hint: String? = nil, at range: SourceRange) {
    self.message = message
    self.hint = hint
    column = range.column
  }
}

extension QueryError: CustomStringConvertible {
  /// The position, the message and the hint.
  public var description: String {
    "column \(column): \(message)" + (hint.map { "; \($0)" } ?? "")
  }
}
