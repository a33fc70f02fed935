// As an array of ids, ascending, and not as the integer: JSON readers that keep numbers as doubles
// lose bits beyond 2⁵³, and nobody can read a negative number as a set. A store keeps `rawValue`.
extension OptionSelection: Codable {
  /// Reads an array of ids, in any order.
  ///
  /// - Throws: a `DecodingError` that carries the text of `OptionSelectionError`.
  public init(from decoder: any Decoder) throws {
    let ids = try decoder.singleValueContainer().decode([OptionID].self)
    do {
      try self.init(ids)
    } catch {
      throw DecodingError.invalid(error, at: decoder.codingPath)
    }
  }

  /// Writes the ids as an array, in ascending order.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Array(self))
  }
}
