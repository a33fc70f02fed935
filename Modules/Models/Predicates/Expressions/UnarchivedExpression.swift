public import Foundation

/// A predicate node that can't be archived.
///
/// It holds key paths, other predicates or values of any type, which have no coded form. Foundation
/// requires that nodes be `Codable`, although it archives no predicates on Linux.
public protocol _UnarchivedExpression: StandardPredicateExpression {}

extension _UnarchivedExpression {
  /// Always throws, since the node can't be archived.
  ///
  /// - Throws: `DecodingError.dataCorrupted`.
  public init(from decoder: any Decoder) throws {
    throw DecodingError.dataCorrupted(
      .init(codingPath: decoder.codingPath, debugDescription: "\(Self.self) can't be archived"))
  }

  /// Always throws, since the node can't be archived.
  ///
  /// - Throws: `EncodingError.invalidValue`.
  public func encode(to encoder: any Encoder) throws {
    throw EncodingError.invalidValue(
      self,
      .init(codingPath: encoder.codingPath, debugDescription: "\(Self.self) can't be archived"))
  }
}
