import Foundation
import StrataModelSupport
import Strata
import StrataSQLite
import StrataTestSupport
import Testing

@Suite struct SeveralStoresMigrations {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func takeEachStoreThroughThePlan() throws {
    let first = ModelContext(
      try container(Schema(versionedSchema: Split1.self), Schema([Split1.Log.self]), nil))
    first.insert(Split1.Visit("a"))
    first.insert(Split1.Log("b"))
    try first.save()
    let second = ModelContext(
      try container(
        Schema(versionedSchema: Split2.self), Schema([Split2.Log.self]), SplitPlan.self))
    #expect(try second.all(Split2.Visit.self).map(\.name) == ["a"])
    #expect(try second.all(Split2.Log.self).map(\.line) == ["b!"])
    #expect(try !folder.names().contains { $0.contains("migration") })
    #expect(
      try Connection(path: folder.file("visits.store").path).value(
        "SELECT count(*) FROM sqlite_schema WHERE name = 'Draft'") == .integer(0))
  }

  private func container(
    _ schema: Schema, _ logs: Schema, _ plan: (any SchemaMigrationPlan.Type)?
  ) throws -> ModelContainer {
    try ModelContainer(
      for: schema, migrationPlan: plan,
      configurations: [
        ModelConfiguration("visits", url: folder.file("visits.store")),
        ModelConfiguration("logs", schema: logs, url: folder.file("logs.store")),
      ])
  }
}

private enum Split1: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Visit.self, Log.self, Draft.self] }
  static let versionIdentifier = Schema.Version(1, 0, 0)

  @Model final class Visit {
    var title: String
    init(_ title: String) { self.title = title }
  }
  @Model final class Log {
    var text: String
    init(_ text: String) { self.text = text }
  }
  @Model final class Draft {
    var text: String
    init(_ text: String) { self.text = text }
  }
}

private enum Split2: VersionedSchema {
  static var models: [any PersistentModel.Type] { [Visit.self, Log.self] }
  static let versionIdentifier = Schema.Version(2, 0, 0)

  @Model final class Visit {
    @Attribute(originalName: "title") var name: String
    init(_ name: String) { self.name = name }
  }
  @Model final class Log {
    @Attribute(originalName: "text") var line: String
    init(_ line: String) { self.line = line }
  }
}

private enum SplitPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [Split1.self, Split2.self] }
  static var stages: [MigrationStage] {
    [
      .custom(
        fromVersion: Split1.self, toVersion: Split2.self, willMigrate: nil,
        didMigrate: { context in
          // The code of a stage runs for each store, and sees what is in it.
          guard context.container.schema.entitiesByName["Log"] != nil else { return }
          for log in try context.fetch(FetchDescriptor<Split2.Log>()) { log.line += "!" }
        })
    ]
  }
}
