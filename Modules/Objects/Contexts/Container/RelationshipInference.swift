internal import Foundation
internal import StrataModel
internal import StrataSchema

/// The rule for inferring the inverse of a relationship that names none.
///
/// All cases infer the same pairs: two properties that are the only ones to lead from one class to
/// the other and back. They differ in the models that a container rejects.
public enum RelationshipInference: String, Sendable, Hashable, Codable {
  /// Accepts ambiguous relationships, and inverses that are named several times, with a warning on
  /// standard error.
  ///
  /// Ambiguous relationships have no inverse, as in SwiftData. An inverse that is named several
  /// times belongs to the first relationship that names it.
  case unambiguous
  /// Rejects models with ambiguous relationships, or with an inverse that is named several times.
  case strict
  /// Rejects models whose inverses SwiftData would infer differently.
  ///
  /// SwiftData infers the inverse of one-to-one and one-to-many relationships only if both ends are
  /// optional, and of many-to-many ones only if at least one end is. Accepted models behave the
  /// same on all platforms.
  case swiftData

  /// - Throws: ``SchemaError/sharedInverses(_:)``, ``SchemaError/ambiguousInverses(_:)`` or
  ///   ``SchemaError/inversesBeyondSwiftData(_:)``.
  func check(_ schema: Schema) throws(SchemaError) {
    let shared = schema.sharedInverses
    if self == .strict, !shared.isEmpty { throw .sharedInverses(shared) }
    let ambiguous = schema.ambiguousInverses
    if self == .strict, !ambiguous.isEmpty { throw .ambiguousInverses(ambiguous) }
    let unstated = schema.inversesBeyondSwiftData
    if self == .swiftData, !unstated.isEmpty { throw .inversesBeyondSwiftData(unstated) }
    for inverse in shared { InverseNotice.give(inverse) }
    for inverse in ambiguous { InverseNotice.give(inverse) }
  }
}
