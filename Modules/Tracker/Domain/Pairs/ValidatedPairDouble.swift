/// Two finite numbers that belong together, such as a blood pressure's.
public struct ValidatedPairDouble: Equatable, Hashable, Sendable {
  /// The first number.
  public let first: Double

  /// The second number.
  public let second: Double

  /// Makes a pair of two finite numbers. The first may be the greater one.
  ///
  /// - Throws: `PairDoubleError` for an infinity or a NaN.
  public init(first: Double, second: Double) throws(PairDoubleError) {
    guard first.isFinite else { throw .firstIsNotFinite }
    guard second.isFinite else { throw .secondIsNotFinite }
    self.first = first
    self.second = second
  }
}

/// An error of two numbers that don't make a valid `ValidatedPairDouble`.
public enum PairDoubleError: Error, Equatable, Hashable, Sendable {
  /// The first number is an infinity or NaN.
  case firstIsNotFinite
  /// The second number is an infinity or NaN.
  case secondIsNotFinite
}

extension PairDoubleError: CustomStringConvertible {
  /// The message for people: what is wrong and what to do.
  public var description: String {
    switch self {
    case .firstIsNotFinite:
      "The first value of the pair isn't a finite number: give one that is."
    case .secondIsNotFinite:
      "The second value of the pair isn't a finite number: give one that is."
    }
  }
}

extension ValidatedPairDouble: CustomStringConvertible {
  /// Both numbers in parentheses.
  public var description: String { "(\(first), \(second))" }
}

extension ValidatedPairDouble: Codable {
  private enum CodingKeys: String, CodingKey {
    case first, second
  }

  /// Decodes an object with the keys `first` and `second`.
  ///
  /// - Throws: A `DecodingError` with the text of `PairDoubleError`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let first = try container.decode(Double.self, forKey: .first)
    let second = try container.decode(Double.self, forKey: .second)
    do {
      try self.init(first: first, second: second)
    } catch {
      throw DecodingError.invalid(error, at: decoder.codingPath)
    }
  }
}
