public import StrataModel

/// The versions that a program's models have had, and how a store gets from one to the next.
///
/// A container that is made with a plan finds out which version its store is, and takes it through
/// the stages from there to its own.
public protocol SchemaMigrationPlan: SendableMetatype {
  /// The versions, the oldest first. Each is complete: all models as they were then.
  static var schemas: [any VersionedSchema.Type] { get }
  /// The ways from one version to a later one. Where one is missing, the store is changed from a
  /// version to the next as without a plan, if that can be done.
  static var stages: [MigrationStage] { get }
}
