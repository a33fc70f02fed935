public import Strata
internal import StrataContexts

/// The migration plan for stores of earlier versions of the tracker.
public enum TrackerPlan: SchemaMigrationPlan {
  /// Version 0.1.0, the intermediate version, the ones without measures and timers, without names of
  /// values and without days of ends, and the current one.
  public static var schemas: [any VersionedSchema.Type] {
    [
      TrackerV1.self, TrackerV2.self, TrackerV3.self, TrackerV4.self, TrackerV5.self,
      TrackerSchema.self,
    ]
  }

  /// The stages: the first replaces option numbers by identifiers, the second removes the numbers,
  /// the third adds measures, of which none is set, and timers, the fourth names of two values, and the fifth
  /// the day on which what lasts counts.
  public static var stages: [MigrationStage] {
    [
      MigrationStage.custom(
        fromVersion: TrackerV1.self, toVersion: TrackerV2.self, willMigrate: nil,
        didMigrate: nameOptions
      ).labeled("Name options by identifiers"),
      MigrationStage.lightweight(fromVersion: TrackerV2.self, toVersion: TrackerV3.self)
        .labeled("Remove the options' numbers from contents"),
      MigrationStage.lightweight(fromVersion: TrackerV3.self, toVersion: TrackerV4.self)
        .labeled("Add measures and timers to items"),
      MigrationStage.lightweight(fromVersion: TrackerV4.self, toVersion: TrackerV5.self)
        .labeled("Add names of two values to items"),
      MigrationStage.lightweight(fromVersion: TrackerV5.self, toVersion: TrackerSchema.self)
        .labeled("Let items count on the day of an end, and data points only happen"),
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
