internal import Strata
public import StrataApplication
public import StrataShell

/// A plugin with commands on the commands' context: transactions of several lines, undo, pending
/// changes, and the author.
public struct ContextPlugin: Plugin {
  /// `Context`.
  public let name = "Context"
  /// A summary of its features.
  public let summary = "transactions of several lines, undo, pending changes, the author"

  /// Makes the plugin.
  public init() {}

  /// Its commands.
  public var commands: [Command<ApplicationEnvironment>] {
    all.map { $0.needing(.existing) }
  }

  private var all: [Command<ApplicationEnvironment>] {
    [
      Command(
        ["begin"], "let changes wait for save",
        discussion: """
          Until save or rollback, no line saves its changes by itself. What isn't saved when the input
          ends is dropped, which is an error.
          """,
        group: name
      ) { _, environment in try environment.begin() },
      Command(["save"], "save what waits, as one transaction", group: name) { _, environment in
        let count = environment.pendingCount
        try environment.save()
        environment.output.message(
          count == 0 ? "nothing to save" : "saved \(count) \(count == 1 ? "object" : "objects")")
      },
      Command(["rollback"], "drop what waits", group: name) { _, environment in
        let count = environment.pendingCount
        environment.rollback()
        environment.output.message(
          count == 0 ? "nothing to drop" : "dropped \(count) \(count == 1 ? "change" : "changes")")
      },
      Command(
        ["status"], "show what waits to be saved",
        options: [
          .flag("values", "each property that differs from what is saved, with both values")
        ],
        examples: ["status", "status --values"], group: name
      ) { invocation, environment in
        let status = ContextStatus(environment)
        try invocation.flag("values") ? status.printValues() : status.print()
      },
      Command(
        ["author"], "show or set in whose name changes are made",
        arguments: [.optional("NAME", "the new author, until the program ends")],
        examples: ["author Ada"], group: name
      ) { invocation, environment in
        if let name = invocation.argument("NAME") {
          do {
            environment.context.author = try TransactionAuthor(name.text).name
          } catch {
            throw name.error("\(error)")
          }
        } else {
          try environment.output.print(
            Table(["author"], rows: [[Cell(environment.context.author)]]))
        }
      },
    ] + UndoCommands.all(group: name)
  }
}
