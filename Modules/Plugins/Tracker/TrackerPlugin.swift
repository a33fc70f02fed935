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
  public var models: [any PersistentModel.Type] {
    [Item.self, ItemOption.self, ItemData.self, Memo.self, Tag.self]
  }

  /// Its commands.
  public var commands: [Command<ApplicationEnvironment>] {
    ItemCommands.all(group: name) + DataCommands.all(group: name)
      + [StatsCommand.command(group: name)] + TagCommands.all(group: name)
  }

  /// Checks names, labels and the numbers of options.
  @MainActor public func check(_ object: any PersistentModel) throws {
    switch object {
    case let item as Item: _ = try ValidatedName(item.name.rawValue)
    case let tag as Tag: _ = try NonEmptyString(tag.name)
    case let option as ItemOption:
      _ = try NonEmptyString(option.label)
      _ = try OptionSelection([option.optionID])
    default: break
    }
  }

  /// Offers its data points to plugins that read and write files.
  @MainActor public func start(in environment: ApplicationEnvironment) {
    environment.offer(DataTransfer(), as: (any RecordTransfer).self)
  }
}
