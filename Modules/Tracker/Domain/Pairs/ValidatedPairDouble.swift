/// Two finite numbers that belong together, such as a blood pressure's.
public struct ValidatedPairDouble: Equatable, Hashable, Sendable {
  /// The first number.
  public let first: Double

  /// The second number.
  public let second: Double

  /// Takes two finite numbers, in any order of size.
  ///
  /// - Throws: `PairDoubleError` for an infinity or a NaN.
  public init(first: Double, second: Double) throws(PairDoubleError) {
    guard first.isFinite else { throw .firstIsNotFinite }
    guard second.isFinite else { throw .secondIsNotFinite }
    self.first = first
    self.second = second
  }
}

/// What is wrong with two numbers that should become a `ValidatedPairDouble`.
public enum PairDoubleError: Error, Equatable, Hashable, Sendable {
  /// The first number is an infinity or NaN.
  case firstIsNotFinite
  /// The second number is an infinity or NaN.
  case secondIsNotFinite
}

extension PairDoubleError: CustomStringConvertible {
  /// What is wrong and what to do, for a person to read.
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
  /// Both numbers in brackets.
  public var description: String { "(\(first), \(second))" }
}

extension ValidatedPairDouble: Codable {
  private enum CodingKeys: String, CodingKey {
    case first, second
  }

  /// Reads an object with the keys `first` and `second`.
  ///
  /// - Throws: a `DecodingError` that carries the text of `PairDoubleError`.
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
