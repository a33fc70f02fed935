// As an array of numbers, ascending, and not as the integer: JSON readers that keep numbers as doubles
// lose bits beyond 2⁵³, and nobody can read a negative number as a set. A store keeps `rawValue`.
extension OptionSelection: Codable {
  /// Reads an array of numbers, in any order.
  ///
  /// - Throws: a `DecodingError` that carries the text of `OptionSelectionError`.
  public init(from decoder: any Decoder) throws {
    let numbers = try decoder.singleValueContainer().decode([Int].self)
    do {
      try self.init(numbers)
    } catch {
      throw DecodingError.invalid(error, at: decoder.codingPath)
    }
  }

  /// Writes the numbers as an array, in ascending order.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Array(self))
  }
}
