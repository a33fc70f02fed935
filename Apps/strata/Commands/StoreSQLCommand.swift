import Foundation
import StrataSQLite
import StrataSchema
import StrataShell
import StrataStorage

extension ModelCommands {
  static var sql: Command<StrataEnvironment> {
    Command(
      ["store", "sql"], "runs a statement that only reads, on a store of Strata",
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
      try own.reading { reader in
        try reader.snapshot {
          try reader.read { connection in
            let statement: Statement
            do {
              statement = try connection.readingStatement(text.text)
            } catch StorageError.refusedStatement(_, let reason) {
              throw ShellError(reason, hint: "the statement is: \(text.text)")
            }
            let names = columnNames(statement)
            let writer = try output.beginTable(names.map { Table.Column($0) })
            var number = 0
            try statement.forEachRow { row in
              number += 1
              try invocation.checkCancellation()
              try writer.row(
                try names.indices.map { index in
                  guard row.isValidText(at: index) else {
                    return faults.cell(row.bytes(at: index), "row \(number)", names[index])
                  }
                  return switch row.value(at: index) {
                  case .null: .null
                  case .integer(let value): .integer(value)
                  case .real(let value): .real(value)
                  case .text(let value): .text(value)
                  case .blob(let data): try binaries.cell(data, entity: "", key: 0, "")
                  }
                })
            }
            try writer.end()
          }
        }
      }
      try faults.check()
    }
  }

  /// The names of a statement's columns; a number follows those that another column has, too.
  private static func columnNames(_ statement: Statement) -> [String] {
    var seen: Set<String> = []
    return (0..<statement.columnCount).map { index in
      let name = statement.columnName(at: index)
      var free = name
      var number = 2
      while !seen.insert(free).inserted {
        free = "\(name) \(number)"
        number += 1
      }
      return free
    }
  }
}
