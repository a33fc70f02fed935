import StrataStack
import Strata
import StrataApplication
import StrataShell

/// The commands that clean the store's history and list its consumers.
enum HistoryCleaningCommands {
  static func all(group: String) -> [Command<ApplicationEnvironment>] {
    [
      Command(
        ["history", "clean"], "remove old saves from the history",
        options: [
          .date("before", "only saves before a time"),
          .value("keep", "N", "only saves behind which there are N more"),
          .value("author", "A", "only saves of this author"),
          .flag("all", "all saves"),
          .flag("force", "also what a consumer hasn't taken in"),
          .flag("former-values", "with --all, also all former values, and keep none in this run"),
          .flag("dry-run", "only say how many"),
        ],
        discussion: """
          All that meet every option are removed; objects stay as they are. What a consumer hasn't \
          taken in stays, unless --force is given. Former values, by which undo takes back saves of earlier \
          runs, go with their saves. On a full disk --former-values makes room: otherwise what you delete \
          is kept as well.

          """ + CommandLineOption.dateDiscussion,
        examples: ["history clean --keep 1000", "history clean --before 2026-01-01 --dry-run"],
        group: group, run: clean),
      Command(
        ["history", "consumers"], "list who takes in the history, and how far they are",
        group: group, run: list),
      Command(
        ["history", "forget"], "forget a consumer, so that cleaning waits for it no longer",
        arguments: [.required("NAME", "the consumer")],
        group: group, run: forget),
    ]
  }

  @MainActor private static func clean(
    _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) throws {
    var cleaning = HistoryCleaning(ignoresConsumers: invocation.flag("force"))
    cleaning.before = try invocation.option("before").map { try environment.date($0, as: "before") }
    cleaning.keepingLast = try invocation.option("keep").map { value in
      let count = try value.integer()
      guard count >= 0 else { throw value.error("a number of saves can't be negative") }
      return count
    }
    cleaning.author = invocation.option("author")?.text
    let isLimited =
      cleaning.before != nil || cleaning.keepingLast != nil || cleaning.author != nil
    guard isLimited != invocation.flag("all") else {
      throw invocation.usageError(
        isLimited ? "--all leaves nothing to choose" : "which saves?",
        hint: "give --before, --keep or --author, or --all alone")
    }
    let isDry = invocation.flag("dry-run")
    let dropsValues = invocation.flag("former-values")
    guard !dropsValues || (invocation.flag("all") && !isDry) else {
      throw invocation.usageError("--former-values goes with --all, and drops them at once")
    }
    // First, since removing the saves removes them one by one.
    if dropsValues { try environment.stack.container.dropFormerValues() }
    let result = try environment.stack.container.cleanHistory(cleaning, isDryRun: isDry)
    environment.output.message(
      "\(isDry ? "would remove" : "removed") \(saves(result.count)) from the history")
    if result.keptCount > 0 {
      environment.output.message(
        "kept \(saves(result.keptCount)) that a consumer hasn't taken in; history consumers lists them"
      )
    }
  }

  private static func saves(_ count: Int) -> String { "\(count) \(count == 1 ? "save" : "saves")" }

  @MainActor private static func list(
    _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) throws {
    let writer = try environment.output.beginTable(["consumer", "unread", "last"])
    for state in try environment.stack.container.historyConsumers() {
      try writer.row([.text(state.name), Cell(state.unreadCount), .date(state.timestamp)])
    }
    try writer.end()
  }

  @MainActor private static func forget(
    _ invocation: Invocation, _ environment: ApplicationEnvironment
  ) throws {
    let name = try invocation.require("NAME")
    guard try environment.stack.container.removeHistoryConsumer(name.text) else {
      throw name.error(
        "no consumer is called “\(name.text)”", hint: "history consumers lists them")
    }
    environment.output.message("forgot \(name.text)")
  }
}
