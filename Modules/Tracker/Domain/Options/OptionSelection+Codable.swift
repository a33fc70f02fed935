// The encoded form is an array of ascending numbers instead of `rawValue`, which only stores use.
// JSON readers that represent numbers as doubles would lose bits beyond 2⁵³, and a negative integer
// is unreadable as a set.
extension OptionSelection: Codable {
  /// Decodes an array of numbers, in any order.
  ///
  /// - Throws: A `DecodingError` with the text of `OptionSelectionError`.
  public init(from decoder: any Decoder) throws {
    let numbers = try decoder.singleValueContainer().decode([Int].self)
    do {
      try self.init(numbers)
    } catch {
      throw DecodingError.invalid(error, at: decoder.codingPath)
    }
  }

  /// Encodes the numbers as an array, in ascending order.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Array(self))
  }
}
