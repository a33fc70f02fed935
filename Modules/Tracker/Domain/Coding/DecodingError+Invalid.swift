extension DecodingError {
  /// Returns the error of a decoded value that breaks a rule of its type.
  ///
  /// It has the rule's text as its description and the typed error as its underlying error.
  static func invalid(
    _ error: some Error & CustomStringConvertible, at codingPath: [any CodingKey]
  ) -> DecodingError {
    .dataCorrupted(
      Context(
        codingPath: codingPath, debugDescription: error.description, underlyingError: error))
  }
}
