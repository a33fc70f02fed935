public import Strata
internal import StrataStack

/// How stores of earlier versions of the tracker become those of today.
public enum TrackerPlan: SchemaMigrationPlan {
  /// 0.1.0, the one between, and today's.
  public static var schemas: [any VersionedSchema.Type] {
    [TrackerV1.self, TrackerV2.self, TrackerSchema.self]
  }

  /// The numbers of options become their identifiers; then the numbers go.
  public static var stages: [MigrationStage] {
    [
      MigrationStage.custom(
        fromVersion: TrackerV1.self, toVersion: TrackerV2.self, willMigrate: nil,
        didMigrate: nameOptions
      ).labeled("Name options by identifiers"),
      MigrationStage.lightweight(fromVersion: TrackerV2.self, toVersion: TrackerSchema.self)
        .labeled("Remove the options' numbers from contents"),
    ]
  }

  @Sendable private static func nameOptions(_ context: ModelContext) throws {
    for item in try context.fetch(FetchDescriptor<TrackerV2.Item>()) {
      try OptionNaming(context, item).run()
    }
    // Data points that have lost their item.
    try OptionNaming(context, nil).run()
  }
}
