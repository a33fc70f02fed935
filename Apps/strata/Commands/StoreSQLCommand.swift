import StrataApplication
import StrataSQLite
import StrataShell
import StrataStorage

extension ModelCommands {
  static var sql: Command<StrataEnvironment> {
    Command(
      ["store", "sql"], "run a statement that only reads, on a store of Strata",
      arguments: [
        OwnStore.argument, .required("STATEMENT", "one SELECT, VALUES or EXPLAIN, as one word"),
      ],
      discussion: """
        The tables have the entities' names, and the columns those of the properties. A statement that would \
        change anything is refused before it runs, and so is all that follows a first one. On a server it runs \
        in a transaction that only reads.
        """,
      examples: [
        "store sql tracker.store 'SELECT name, strata_key FROM Item ORDER BY name LIMIT 5'",
        "store sql tracker.store 'SELECT count(*) FROM Item' --format csv",
      ], group: stores, completion: completion
    ) { invocation, environment in
      let own = try OwnStore(invocation)
      let text = try invocation.require("STATEMENT")
      let output = environment.output
      var faults = ValueFaults(output)
      let binaries = BinaryValues(output, folder: nil)
      var table = StatementTable(text.text, output, invocation)
      table.dataCell = { try binaries.cell($0, entity: "", key: 0, "") }
      table.invalidTextCell = { faults.cell($0, "row \($1)", $2) }
      try own.reading { reader in
        do {
          try table.print(reader)
        } catch StorageError.refusedStatement(_, let reason) {
          throw ShellError(reason, hint: "the statement is: \(text.text)")
        }
      }
      try faults.check()
    }
  }
}
