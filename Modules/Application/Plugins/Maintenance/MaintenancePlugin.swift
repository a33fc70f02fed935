internal import Strata
public import StrataApplication
public import StrataShell

/// Commands over the store itself: what it is, whether it is sound, copies of it, and its size.
public struct MaintenancePlugin: Plugin {
  /// `Maintenance`.
  public let name = "Maintenance"
  /// What it brings.
  public let summary = "what the store is, whether it is sound, and copies of it"

  /// The plugin.
  public init() {}

  /// Its commands.
  public var commands: [Command<ApplicationEnvironment>] {
    StoreCommands.all(group: name) + BackupCommands.all(group: name)
  }
}
