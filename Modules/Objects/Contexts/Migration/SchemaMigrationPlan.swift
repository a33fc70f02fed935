public import StrataModel

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
