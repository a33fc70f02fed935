extension DecodingError {
  /// The error of a value that was read but broke a rule of its type; it carries the rule's own
  /// text, and the typed error as the underlying one.
  static func invalid(
    _ error: some Error & CustomStringConvertible, at codingPath: [any CodingKey]
  ) -> DecodingError {
    .dataCorrupted(
      Context(
        codingPath: codingPath, debugDescription: error.description, underlyingError: error))
  }
}
