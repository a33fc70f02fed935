import StrataStack
import Strata
import StrataApplication
import StrataSQLite
import StrataShell

/// The command `sql`, which runs a statement that only reads.
enum SQLCommand {
  static func command(group: String) -> Command<ApplicationEnvironment> {
    Command(
      ["sql"], "run an SQL statement that only reads",
      arguments: [
        .rest("STATEMENT", isRequired: true)
      ],
      discussion: """
        A SELECT, VALUES or EXPLAIN, or a PRAGMA that tells something, in the SQL of the store's engine, \
        with quotes around it or without. A statement that would change anything is refused before it \
        runs, and so is a second one behind the first.

        schema --sql shows the tables. They have the entities' names, and the columns those of the \
        properties: "dataContent_value1" for dataContent.value1. strata_key is the key that others refer \
        to, and the 3 of Item/3. Moments are seconds since 2001: in a file, \
        datetime(createTimestamp + 978307200, 'unixepoch') is readable. Identifiers are 16 bytes: \
        hex(uid) shows them.

        The statement sees what is saved. It doesn't see the changes of a transaction that begin has \
        opened, before save.
        """,
      examples: [
        "sql SELECT name, kind FROM Item ORDER BY name LIMIT 5",
        "sql \"SELECT kind, count(*) AS items FROM Item GROUP BY kind\" --format csv",
      ], group: group,
      completion: { _, environment in
        environment.stack.container.schema.entities.map(\.name) + words
      }, run: run)
  }

  private static let words = [
    "SELECT", "FROM", "JOIN", "WHERE", "GROUP", "ORDER", "BY", "HAVING", "LIMIT", "count(*)",
  ]

  @MainActor private static func run(
    _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) throws {
    guard let rest = invocation.rest else { return }
    let text = try statement(rest, invocation)
    if environment.context.hasChanges {
      environment.output.warning("the statement doesn't see the changes since begin, before save")
    }
    let table = StatementTable(text, environment.output, invocation)
    do {
      try environment.context.withReader { try table.print($0) }
    } catch StorageError.refusedStatement(_, let reason) {
      throw ShellError(
        reason, hint: "help sql says what it takes, and schema --sql shows the tables",
        column: rest.column, kind: .usage)
    }
  }

  /// Returns the statement without the quotes around it.
  private static func statement(
    _ rest: RawText, _ invocation: Invocation
  ) throws(ShellError) -> String {
    // No statement begins with a quote. Words from the system's shell have none of their own.
    guard !invocation.line.isOfArguments, let first = rest.text.first, "'\"".contains(first) else {
      return rest.text
    }
    var tokenizer = Tokenizer(rest.text)
    do throws(ShellError) {
      guard let word = try tokenizer.next(), try tokenizer.next() == nil else {
        throw ShellError(
          "there is more behind the quoted statement",
          hint: "put all of it in quotes, or none", column: rest.column, kind: .usage)
      }
      return word.text
    } catch {
      var error = error
      if error.kind == .syntax { error.column = error.column.map { $0 + rest.column - 1 } }
      throw error
    }
  }
}
