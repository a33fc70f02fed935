import StrataShell

/// The commands `open` and `edit`, for help, the manual and completion.
///
/// The program handles these two before it parses commands, since the words behind the store belong
/// to another shell.
extension ModelCommands {
  static let stores = "Stores"

  static var open: Command<StrataEnvironment> {
    shell(
      "open", "open a store to be read: of Core Data, SwiftData or Strata",
      options: [model] + style,
      discussion: """
        With words behind it, it runs one command; help lists them. Nothing is written, neither to the \
        store nor beside it.
        """,
      examples: [
        "open Notes.sqlite", "open Notes.sqlite fetch Note 'where title CONTAINS[c] \"milk\"'",
        "open Old.sqlite --model Old.xcdatamodeld schema",
      ])
  }

  static var edit: Command<StrataEnvironment> {
    shell(
      "edit", "open a store to be changed: of Core Data, SwiftData or Strata",
      options: [
        model
      ] + writing + [
        .value("author", "NAME", "who writes, in the history; strata without it")
      ] + style,
      discussion: """
        With words behind it, it runs one command; help lists them. Each save is written in one \
        transaction, and kept when the store says what the save says. No program may have a store of Core Data \
        or SwiftData open. In a store of Strata the rules in a program's classes don't apply. Keep a copy.
        """,
      examples: [
        "edit Notes.sqlite", "edit Notes.sqlite set Note/12 title Milk",
        "edit Notes.sqlite --history append --author desk", "edit tracker.store set Item/1 unit kg",
      ])
  }

  /// Options for what a change of a store of Core Data leaves behind.
  static let writing: [CommandLineOption] = [
    .value(
      "history", "WORD", "what becomes of a history that the store keeps",
      choices: ["append", "leave"]),
    .flag("leave-cloudkit", "change the store also where that leaves CloudKit's tables behind"),
  ]

  private static let model = CommandLineOption.value(
    "model", "MODEL", "a model file, for a store without a model within")

  /// Options for the default style of tables.
  private static let style: [CommandLineOption] = [
    .value(
      "format", "FORMAT", "what tables are written as",
      choices: OutputFormat.allCases.map(\.rawValue)),
    .flag("no-header", "no names above the columns"),
  ]

  private static func shell(
    _ name: String, _ summary: String, options: [CommandLineOption], discussion: String,
    examples: [String]
  ) -> Command<StrataEnvironment> {
    Command(
      [name], summary,
      arguments: [.required("STORE", "the store"), .rest("[COMMAND [WORD]...]")],
      options: options, discussion: discussion, examples: examples, group: stores,
      completion: completion
    ) { invocation, _ in
      throw invocation.usageError(
        "\(name) is the first word of a run, and nothing stands before it")
    }
  }
}
