public import Foundation

/// A part of a predicate that works where it was made and can't be archived: it holds key paths,
/// other predicates or values of any type, which have no coded form.
///
/// Predicates ask that their parts be `Codable`, though Foundation on Linux archives none.
public protocol UnarchivedExpression: StandardPredicateExpression {}

extension UnarchivedExpression {
  /// Always fails.
  ///
  /// - Throws: `DecodingError.dataCorrupted`.
  public init(from decoder: any Decoder) throws {
    throw DecodingError.dataCorrupted(
      .init(codingPath: decoder.codingPath, debugDescription: "\(Self.self) can't be archived"))
  }

  /// Always fails.
  ///
  /// - Throws: `EncodingError.invalidValue`.
  public func encode(to encoder: any Encoder) throws {
    throw EncodingError.invalidValue(
      self,
      .init(codingPath: encoder.codingPath, debugDescription: "\(Self.self) can't be archived"))
  }
}
