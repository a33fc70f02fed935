// The flat form, so that the keys are the columns and every kind is read and checked in one way.
// Dates are written as the encoder is told: `.iso8601` drops parts of a second.
extension ItemDataContent: Codable {
  /// Reads an object with the keys of `Parts`.
  ///
  /// - Throws: a `DecodingError` that carries the text of `ItemDataContentError`.
  public init(from decoder: any Decoder) throws {
    let parts = try Parts(from: decoder)
    do {
      try self.init(parts: parts)
    } catch {
      throw DecodingError.invalid(error, at: decoder.codingPath)
    }
  }

  /// Writes an object with `kind` and the parts that the kind has.
  public func encode(to encoder: any Encoder) throws {
    try parts.encode(to: encoder)
  }
}
