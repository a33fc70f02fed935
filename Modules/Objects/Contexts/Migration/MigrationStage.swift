public import StrataModel

/// A stage of a migration, from one version of a plan to a later one.
public enum MigrationStage: Sendable {
  /// Infers the changes from the models: added, removed and renamed entities and properties.
  case lightweight(
    fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type)
  /// Infers the changes, and runs code before and after.
  ///
  /// `willMigrate` uses the old models, and `didMigrate` the new ones. The migration saves the
  /// context after each.
  @preconcurrency
  case custom(
    fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type,
    willMigrate: (@Sendable (ModelContext) throws -> Void)?,
    didMigrate: (@Sendable (ModelContext) throws -> Void)?)
  /// A stage with a description. See ``labeled(_:)``.
  indirect case described(String, MigrationStage)
}

extension MigrationStage {
  /// A copy of the stage with a description for people, which progress and rehearsals contain.
  public func labeled(_ label: String) -> MigrationStage { .described(label, unlabeled) }

  /// The description of the stage, or nil without one.
  public var label: String? { if case .described(let label, _) = self { label } else { nil } }

  /// The stage without its description.
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

/// The versions of a program's models, and the stages that migrate a store between them.
///
/// A container with a plan detects the version of its store, and runs the stages from there to its
/// own version.
public protocol SchemaMigrationPlan: SendableMetatype {
  /// The versions, oldest first. Each contains all models as they were then.
  static var schemas: [any VersionedSchema.Type] { get }
  /// The stages from one version to a later one.
  ///
  /// Where a stage is missing, the store is migrated to the next version as without a plan, if
  /// possible.
  static var stages: [MigrationStage] { get }
}
