public import Foundation
public import StrataSchema

/// The start of a migration's step, or the migration's end. See
/// ``ModelConfiguration/migrationProgress``.
public struct MigrationProgress: Sendable {
  /// The store's file.
  public let url: URL
  /// The version before the stage. At the end, the version before the migration.
  public let fromVersion: Schema.Version
  /// The version after the stage.
  public let toVersion: Schema.Version
  /// The step that starts.
  public let step: Step

  /// A step of a migration.
  public enum Step: Sendable, Hashable {
    /// A part of a stage. The first executed stage has number 1.
    case stage(Int, label: String?, part: MigrationError.Part)
    /// The migration is complete.
    case done
  }

  init(_ url: URL, _ from: Schema.Version, _ to: Schema.Version, _ step: Step) {
    self.url = url
    fromVersion = from
    toVersion = to
    self.step = step
  }
}

extension MigrationProgress: CustomStringConvertible {
  /// A description of the step, such as `1.0.0 to 2.0.0: Split names (willMigrate)`.
  public var description: String {
    switch step {
    case .stage(_, let label, let part):
      "\(fromVersion) to \(toVersion): \(label.map { "\($0) (\(part.rawValue))" } ?? part.rawValue)"
    case .done: "\(fromVersion) to \(toVersion): done"
    }
  }
}
