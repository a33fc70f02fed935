internal import StrataDomain
public import Strata
public import StrataApplication
public import StrataShell
internal import StrataTrackerModel

/// The tracker's plugin: items that a person measures, and the data points logged for them.
public struct TrackerPlugin: Plugin {
  /// `Tracker`.
  public let name = "Tracker"
  /// A summary of its features.
  public let summary = "things to measure, and the data points logged for them"

  /// Makes the plugin.
  public init() {}

  /// The model classes of items, options, tags, data points, memos and timers.
  public var models: [any PersistentModel.Type] { TrackerSchema.models }

  /// The plan that migrates stores of earlier versions.
  public var migrationPlan: (any SchemaMigrationPlan.Type)? { TrackerPlan.self }

  /// Its commands.
  public var commands: [Command<ApplicationEnvironment>] {
    all.map { $0.name == "item add" ? $0 : $0.needing(.existing) }
  }

  private var all: [Command<ApplicationEnvironment>] {
    ItemCommands.all(group: name) + OptionCommands.all(group: name) + DataCommands.all(group: name)
      + TimerCommands.all(group: name)
      + [StatsCommand.command(group: name)] + TagCommands.all(group: name)
  }

  /// Validates the names and measures of items, and the numbers of options.
  @MainActor public func check(_ object: any PersistentModel) throws {
    switch object {
    case let item as Item:
      try ItemName.validate(item.name.rawValue)
      if let measure = item.measure { try item.check(measure) }
    case let option as ItemOption: _ = try OptionSelection([option.number])
    default: break
    }
  }

  /// Names the command for an item: its name alone is none.
  @MainActor public func hint(
    forUnknown word: String, in environment: ApplicationEnvironment
  ) -> String? {
    // Dropped: an error of the store doesn't matter where a person's word is wrong.
    guard let item = try? environment.context.item(namedIgnoringCase: word) else { return nil }
    return "did you mean log \(typed(item.name))?"
  }

  /// Registers the import of data points for plugins that read files, and tells a person at the
  /// prompt of an empty store how to begin.
  @MainActor public func start(in environment: ApplicationEnvironment) throws {
    environment.offer(DataTransfer(), as: (any RecordTransfer).self)
    guard environment.isAtPrompt, try environment.context.fetchCount(FetchDescriptor<Item>()) == 0
    else { return }
    environment.notice(
      "nothing is measured yet: type help, or item add Weight --kind singleValue --unit kg")
  }
}
