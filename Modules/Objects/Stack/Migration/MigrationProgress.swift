public import Foundation
public import StrataSchema

/// A step of a store's migration that begins, or its end; see ``ModelConfiguration/migrationProgress``.
public struct MigrationProgress: Sendable {
  /// The store's file.
  public let url: URL
  /// The version that is left: of the stage, or at the end that of the store.
  public let fromVersion: Schema.Version
  /// The version that is reached.
  public let toVersion: Schema.Version
  /// What begins.
  public let step: Step

  /// A step of a migration.
  public enum Step: Sendable, Hashable {
    /// A part of a stage; the first stage that is gone through is number 1.
    case stage(Int, label: String?, part: MigrationError.Part)
    /// The store is migrated.
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
  /// The step in words, such as `1.0.0 to 2.0.0: Split names (willMigrate)`.
  public var description: String {
    switch step {
    case .stage(_, let label, let part):
      "\(fromVersion) to \(toVersion): \(label.map { "\($0) (\(part.rawValue))" } ?? part.rawValue)"
    case .done: "\(fromVersion) to \(toVersion): done"
    }
  }
}
