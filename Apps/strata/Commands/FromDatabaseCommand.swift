import StrataDescriptions
import StrataModelSource
import StrataShell

extension ModelCommands {
  static var fromDatabase: Command<StrataEnvironment> {
    Command(
      ["model", "from-database"], "write classes for the tables of any SQLite database",
      arguments: [.required("FILE", "a database of any program")], options: sourceOptions,
      discussion: """
        Each table becomes a class with @Model, each foreign key a relationship with an inverse, and a table of two \
        foreign keys a relationship of many to many. What isn't taken over is a warning, which says what is \
        written instead. The database is only read.
        """,
      examples: [
        "model from-database shop.db",
        "model from-database shop.db --output Sources/Shop --notes",
      ], group: group, completion: completion
    ) { invocation, environment in
      let database = try DatabaseFile(try invocation.require("FILE").text).description()
      let model = DatabaseModel(database)
      tell(model.notes, invocation, environment.output)
      try writeSource(model.model, outputFile(invocation), invocation, environment.output)
    }
  }
}
