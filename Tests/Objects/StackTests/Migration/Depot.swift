import Foundation
import Strata
import StrataSQLite
import TestSupport

/// A store that is opened with one version of its models after the other.
struct Depot {
  let folder: TemporaryFolder
  let url: URL

  init() throws {
    folder = try TemporaryFolder()
    url = folder.file("depot.store")
  }

  func container(
    _ types: [any PersistentModel.Type], _ plan: (any SchemaMigrationPlan.Type)? = nil,
    allowsSave: Bool = true
  ) throws -> ModelContainer {
    try ModelContainer(
      for: types, migrationPlan: plan,
      configuration: ModelConfiguration(url: url, allowsSave: allowsSave))
  }

  func open(
    _ types: any PersistentModel.Type..., plan: (any SchemaMigrationPlan.Type)? = nil
  ) throws -> ModelContext { ModelContext(try container(types, plan)) }

  /// Opens a version, fills it, saves and closes it.
  func fill(
    _ types: any PersistentModel.Type..., plan: (any SchemaMigrationPlan.Type)? = nil,
    _ body: (ModelContext) throws -> Void
  ) throws {
    let context = ModelContext(try container(types, plan))
    try body(context)
    try context.save()
  }

  /// The error with which a version is refused, and whether the file stayed as it was.
  func refusal(
    _ types: any PersistentModel.Type..., plan: (any SchemaMigrationPlan.Type)? = nil
  ) throws -> (text: String, isUntouched: Bool) {
    let before = try Data(contentsOf: url)
    do {
      _ = try container(types, plan)
      return ("it is opened", false)
    } catch {
      return (
        "\(error)", try Data(contentsOf: url) == before && folder.names() == [url.lastPathComponent]
      )
    }
  }

  func sql(_ sql: String) throws -> ColumnValue { try Connection(path: url.path).value(SQL(sql)) }
}
