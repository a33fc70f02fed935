public import StrataModel

/// How a store gets from one version of a plan to a later one.
public enum MigrationStage: Sendable {
  /// By what the models say alone: what is new, what is gone, what was called otherwise.
  case lightweight(
    fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type)
  /// The same with code before it, which sees only the old models, and after it, which sees only the
  /// new ones. What the contexts have changed is saved after each, if it wasn't saved there.
  @preconcurrency
  case custom(
    fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type,
    willMigrate: (@Sendable (ModelContext) throws -> Void)?,
    didMigrate: (@Sendable (ModelContext) throws -> Void)?)
  /// A stage with words for what it does; see ``labeled(_:)``.
  indirect case described(String, MigrationStage)
}

extension MigrationStage {
  /// The same stage with words for what it does, which progress and rehearsals tell people.
  public func labeled(_ label: String) -> MigrationStage { .described(label, unlabeled) }

  /// The words for what the stage does; nil without.
  public var label: String? { if case .described(let label, _) = self { label } else { nil } }

  /// The stage without words.
  var unlabeled: MigrationStage {
    if case .described(_, let stage) = self { stage.unlabeled } else { self }
  }
}

extension MigrationStage {
  var fromVersion: any VersionedSchema.Type {
    switch self {
    case .lightweight(let version, _), .custom(let version, _, _, _): version
    case .described(_, let stage): stage.fromVersion
    }
  }

  var toVersion: any VersionedSchema.Type {
    switch self {
    case .lightweight(_, let version), .custom(_, let version, _, _): version
    case .described(_, let stage): stage.toVersion
    }
  }
}
