internal import Foundation
internal import StrataModel
internal import StrataSchema

/// How the other end of a relationship is found where neither end names it.
///
/// The pairs are the same in all cases: two properties are paired where they are the only ones that
/// lead from one class to the other and back. What differs is which models a container takes.
public enum RelationshipInference: String, Sendable, Hashable, Codable {
  /// Takes models whose relationships are ambiguous, or name one inverse several times, and says so on
  /// standard error: none of the ambiguous ones are paired, as in SwiftData, and an inverse that is
  /// named several times is the first one's.
  case unambiguous
  /// Refuses models whose relationships are ambiguous, or name one inverse several times.
  case strict
  /// Refuses models that SwiftData would pair otherwise: it pairs one-to-one and one-to-many
  /// relationships only where both ends are optional, and many-to-many ones only where at least one
  /// is. The models that are taken mean the same on all platforms.
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
