// The wrapper leaves no trace in the encoded form. A single-value container is used rather than
// `C`'s own methods because encoders treat some types (`Data`) specially only there.
extension NonEmpty: Encodable where C: Encodable {
  /// Writes the collection.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

extension NonEmpty: Decodable where C: Decodable {
  /// Reads a collection.
  ///
  /// - Throws: a `DecodingError` that carries the text of `EmptyError` when it is empty.
  public init(from decoder: any Decoder) throws {
    let rawValue = try decoder.singleValueContainer().decode(C.self)
    do {
      try self.init(rawValue)
    } catch {
      throw DecodingError.invalid(error, at: decoder.codingPath)
    }
  }
}
