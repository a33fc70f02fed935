import Strata
import StrataApplication
import StrataShell

/// The listing of the unsaved changes.
@MainActor struct ContextStatus {
  private let environment: ApplicationEnvironment

  init(_ environment: ApplicationEnvironment) { self.environment = environment }

  private var groups: [(change: String, objects: [any PersistentModel])] {
    let context = environment.context
    return [
      ("insert", context.insertedModelsArray), ("update", context.changedModelsArray),
      ("delete", context.deletedModelsArray),
    ]
  }

  func print() throws {
    let rows = groups.flatMap { group in
      group.objects.map { object -> [Cell] in
        [.text(group.change), .text("\(object.persistentModelID)")]
      }
    }
    try environment.output.print(Table(["change", "object"], rows: rows))
    if rows.isEmpty, environment.isInTransaction {
      environment.output.message("a transaction is open, and nothing waits in it")
    }
  }
}
