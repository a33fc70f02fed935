public import StrataSchema

/// An error of a migration with a plan.
public enum MigrationError: Error, Sendable {
  /// The plan is inconsistent.
  case invalidPlan(plan: String, reason: String)
  /// The container's models match no version of the plan.
  case schemaNotInPlan(plan: String, nearest: Schema.Version, differences: [String])
  /// The store matches no version of the plan.
  case unknownVersion(path: String, plan: String, nearest: Schema.Version, differences: [String])
  /// The store has a later version than the container's models.
  case backwardMigration(path: String, store: Schema.Version, container: Schema.Version)
  /// The store must be migrated, but its configuration doesn't allow saves.
  case readOnly(path: String, store: Schema.Version, container: Schema.Version)
  /// A stage failed. The store is unchanged.
  case stageFailed(
    path: String, from: Schema.Version, to: Schema.Version, part: Part, error: any Error)
  /// The migrated copy is damaged. The store is unchanged.
  case checkFailed(path: String, to: Schema.Version, faults: [String])

  /// A part of a stage.
  public enum Part: String, Sendable, Hashable {
    /// The code before the change of the tables.
    case willMigrate
    /// The change of the tables.
    case lightweight
    /// The code after the change of the tables.
    case didMigrate
  }
}

extension MigrationError: CustomStringConvertible {
  /// A description of the error with its version, and what to do about it.
  public var description: String {
    switch self {
    case .invalidPlan(let plan, let reason): "the migration plan \(plan): \(reason)"
    case .schemaNotInPlan(let plan, let nearest, let differences):
      "the container's models are no version of the migration plan \(plan); the nearest is "
        + "\(nearest), but \(Self.list(differences)). Add the models as they are now as its last "
        + "version"
    case .unknownVersion(let path, let plan, let nearest, let differences):
      "\(path) is no version of the migration plan \(plan); the nearest is \(nearest), but "
        + "\(Self.list(differences)). Add the models as they were when the store was last used as a "
        + "version of the plan"
    case .backwardMigration(let path, let store, let container):
      "\(path) is of version \(store), and the models are of version \(container). A migration leads to "
        + "later versions alone: use a newer version of the program, or add version \(store) to the "
        + "migration plan and open the store with its models"
    case .readOnly(let path, let store, let container):
      "\(path) is of version \(store) and has to be migrated to \(container), but may not be "
        + "written; open it once where saving is allowed"
    case .stageFailed(let path, let from, let to, let part, let error):
      "\(path) can't be migrated from \(from) to \(to), and stays as it was: "
        + "\(part == .lightweight ? "" : "\(part.rawValue): ")\(error)"
    case .checkFailed(let path, let to, let faults):
      "\(path) would be damaged by its migration to \(to), and stays as it was: "
        + Self.list(faults) + ". Correct the stage, and rehearse it on a copy"
    }
  }

  private static func list(_ items: [String]) -> String {
    let shown = items.prefix(8).joined(separator: ", ")
    return items.count > 8 ? "\(shown), and \(items.count - 8) more" : shown
  }
}
