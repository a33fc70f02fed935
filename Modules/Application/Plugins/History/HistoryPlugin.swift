internal import Strata
public import StrataApplication
public import StrataShell

/// A plugin with commands on the store's history: listing, following and cleaning it.
public struct HistoryPlugin: Plugin {
  /// `History`.
  public let name = "History"
  /// A summary of its features.
  public let summary = "who saved what, and when"

  /// Makes the plugin.
  public init() {}

  /// Its commands.
  public var commands: [Command<ApplicationEnvironment>] {
    all.map { $0.needing(.existing) }
  }

  private var all: [Command<ApplicationEnvironment>] {
    [
      Command(
        ["history"], "list the saves that the store remembers, oldest first",
        options: [
          .value("author", "A", "only saves of this author"),
          .value("entity", "E", "only saves that changed objects of this entity"),
          .value("since", "N", "only saves after transaction N"),
          .value("last", "N", "only the newest N"),
          .value("limit", "N", "the same as --last"),
        ],
        examples: ["history --author import", "history --entity Item --last 10"], group: name
      ) { invocation, environment in
        try HistoryList(invocation, environment).print()
      },
      Command(
        ["history", "show"], "show the changes of one save",
        arguments: [.required("N", "the transaction's number")], examples: ["history show 1"],
        group: name
      ) { invocation, environment in
        try HistoryList.show(try invocation.require("N"), environment)
      },
      HistoryFollowing.command(group: name), WatchCommand.command(group: name),
    ] + HistoryCleaningCommands.all(group: name)
  }
}
