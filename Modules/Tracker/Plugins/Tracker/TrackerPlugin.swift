internal import StrataDomain
public import Strata
public import StrataApplication
public import StrataShell
internal import TrackerModel

/// The tracker: things that a person measures, and the data points they log.
public struct TrackerPlugin: Plugin {
  /// `Tracker`.
  public let name = "Tracker"
  /// What it brings.
  public let summary = "things to measure, and the data points logged for them"

  /// The plugin.
  public init() {}

  /// Items, their options, tags, data points and memos.
  public var models: [any PersistentModel.Type] { TrackerSchema.models }

  /// How stores of earlier versions become those of today.
  public var migrationPlan: (any SchemaMigrationPlan.Type)? { TrackerPlan.self }

  /// Its commands.
  public var commands: [Command<ApplicationEnvironment>] {
    ItemCommands.all(group: name) + OptionCommands.all(group: name) + DataCommands.all(group: name)
      + [StatsCommand.command(group: name)] + TagCommands.all(group: name)
  }

  /// Checks names and the numbers of options.
  @MainActor public func check(_ object: any PersistentModel) throws {
    switch object {
    case let item as Item: try ValidatedName.validate(item.name.rawValue)
    case let option as ItemOption: _ = try OptionSelection([option.number])
    default: break
    }
  }

  /// Offers its data points to plugins that read and write files.
  @MainActor public func start(in environment: ApplicationEnvironment) {
    environment.offer(DataTransfer(), as: (any RecordTransfer).self)
  }
}
