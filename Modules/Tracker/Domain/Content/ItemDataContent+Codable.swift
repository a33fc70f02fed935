// The encoded form is flat: its keys are the columns, and one check covers every kind. The
// encoder's strategy decides how dates are written. `.iso8601` drops fractions of a second.
extension ItemDataContent: Codable {
  /// Decodes an object with the keys of `Parts`.
  ///
  /// - Throws: A `DecodingError` with the text of `ItemDataContentError`.
  public init(from decoder: any Decoder) throws {
    let parts = try Parts(from: decoder)
    do {
      try self.init(parts: parts)
    } catch {
      throw DecodingError.invalid(error, at: decoder.codingPath)
    }
  }

  /// Encodes an object with `kind` and the kind's parts.
  public func encode(to encoder: any Encoder) throws {
    try parts.encode(to: encoder)
  }
}
