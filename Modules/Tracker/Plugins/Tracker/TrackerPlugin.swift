internal import StrataDomain
public import Strata
public import StrataApplication
public import StrataShell
internal import TrackerModel

/// The tracker's plugin: items that a person measures, and the data points logged for them.
public struct TrackerPlugin: Plugin {
  /// `Tracker`.
  public let name = "Tracker"
  /// A summary of its features.
  public let summary = "things to measure, and the data points logged for them"

  /// Makes the plugin.
  public init() {}

  /// The model classes of items, options, tags, data points and memos.
  public var models: [any PersistentModel.Type] { TrackerSchema.models }

  /// The plan that migrates stores of earlier versions.
  public var migrationPlan: (any SchemaMigrationPlan.Type)? { TrackerPlan.self }

  /// Its commands.
  public var commands: [Command<ApplicationEnvironment>] {
    ItemCommands.all(group: name) + OptionCommands.all(group: name) + DataCommands.all(group: name)
      + [StatsCommand.command(group: name)] + TagCommands.all(group: name)
  }

  /// Validates the names of items and the numbers of options.
  @MainActor public func check(_ object: any PersistentModel) throws {
    switch object {
    case let item as Item: try ItemName.validate(item.name.rawValue)
    case let option as ItemOption: _ = try OptionSelection([option.number])
    default: break
    }
  }

  /// Registers the import of data points for plugins that read files.
  @MainActor public func start(in environment: ApplicationEnvironment) {
    environment.offer(DataTransfer(), as: (any RecordTransfer).self)
  }
}
