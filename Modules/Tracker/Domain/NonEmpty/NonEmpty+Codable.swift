// The encoded form is that of the collection. A single-value container is used instead of `C`'s own
// methods, since encoders treat some types (`Data`) specially only there.
extension NonEmpty: Encodable where C: Encodable {
  /// Encodes the collection.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

extension NonEmpty: Decodable where C: Decodable {
  /// Decodes a collection.
  ///
  /// - Throws: A `DecodingError` with the text of `EmptyError` if it is empty.
  public init(from decoder: any Decoder) throws {
    let rawValue = try decoder.singleValueContainer().decode(C.self)
    do {
      try self.init(rawValue)
    } catch {
      throw DecodingError.invalid(error, at: decoder.codingPath)
    }
  }
}
