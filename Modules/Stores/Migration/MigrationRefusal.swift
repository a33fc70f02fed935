/// A change of a property or an entity that a migration can't make.
package struct MigrationRefusal: Sendable, Hashable {
  /// The entity, or the property as `Entity.property`.
  package let subject: String
  /// The reason, which follows the subject in a sentence.
  package let reason: String
  /// Advice on what to do instead.
  package let remedy: String
}

extension MigrationRefusal: CustomStringConvertible {
  /// The subject, the reason and the remedy.
  package var description: String { "\(subject) \(reason); \(remedy)" }
}
