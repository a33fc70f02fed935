public import Strata
internal import StrataStack

/// The migration plan for stores of earlier versions of the tracker.
public enum TrackerPlan: SchemaMigrationPlan {
  /// Version 0.1.0, the intermediate version, the one without measures and timers, and the current one.
  public static var schemas: [any VersionedSchema.Type] {
    [TrackerV1.self, TrackerV2.self, TrackerV3.self, TrackerSchema.self]
  }

  /// The stages: the first replaces option numbers by identifiers, the second removes the numbers,
  /// and the third adds measures, of which none is set, and timers.
  public static var stages: [MigrationStage] {
    [
      MigrationStage.custom(
        fromVersion: TrackerV1.self, toVersion: TrackerV2.self, willMigrate: nil,
        didMigrate: nameOptions
      ).labeled("Name options by identifiers"),
      MigrationStage.lightweight(fromVersion: TrackerV2.self, toVersion: TrackerV3.self)
        .labeled("Remove the options' numbers from contents"),
      MigrationStage.lightweight(fromVersion: TrackerV3.self, toVersion: TrackerSchema.self)
        .labeled("Add measures and timers to items"),
    ]
  }

  @Sendable private static func nameOptions(_ context: ModelContext) throws {
    for item in try context.fetch(FetchDescriptor<TrackerV2.Item>()) {
      try OptionNaming(context, item).run()
    }
    // Data points without an item, whose item was deleted.
    try OptionNaming(context, nil).run()
  }
}
