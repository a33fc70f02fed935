import StrataApplication
import StrataCoreDataStores
import StrataShell

/// The commands on a store whose model is missing.
@MainActor enum OutlineCommands {
  static var all: [Command<OutlineEnvironment>] {
    [info, schema, tables]
      + [
        ("fetch", "show the objects of an entity"), ("count", "count the objects of an entity"),
        ("show", "show one object whole"), ("explain", "show the SQL of a query"),
        ("history", "what was saved when by whom"),
      ].map { needsModel($0, $1) }
  }

  private static var info: Command<OutlineEnvironment> {
    Command(["info"], "what the store is", group: StoreCommands.group) { _, environment in
      try environment.output.print(
        OutlineTables(environment.outline).information(environment.path))
    }
  }

  private static var schema: Command<OutlineEnvironment> {
    Command(
      ["schema"], "the entities that the store numbers", group: StoreCommands.group
    ) { _, environment in
      try environment.output.print(OutlineTables(environment.outline).entities)
    }
  }

  private static var tables: Command<OutlineEnvironment> {
    Command(
      ["tables"], "the tables, or one table's columns",
      arguments: [.optional("TABLE", "a table's name")], group: StoreCommands.group,
      completion: { request, environment in
        request.words.count < 2 ? environment.outline.tables.map(\.name) : []
      }
    ) { invocation, environment in
      try OutlineTables(environment.outline).print(invocation, environment.output)
    }
  }

  private static func needsModel(
    _ name: String, _ summary: String
  ) -> Command<OutlineEnvironment> {
    Command(
      [name], "\(summary); needs --model", arguments: [.rest("…")], group: StoreCommands.group
    ) { _, environment in throw environment.reason.shellError }
  }
}
