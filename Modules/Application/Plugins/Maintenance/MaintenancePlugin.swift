internal import Strata
public import StrataApplication
public import StrataShell

/// A plugin with commands on the store itself: information, checks, copies and its size.
public struct MaintenancePlugin: Plugin {
  /// `Maintenance`.
  public let name = "Maintenance"
  /// A summary of its features.
  public let summary = "what the store is, whether it is sound, and copies of it"

  /// Makes the plugin.
  public init() {}

  /// Its commands.
  public var commands: [Command<ApplicationEnvironment>] {
    (StoreCommands.all(group: name) + BackupCommands.all(group: name)).map {
      $0.needing($0.name == "restore" ? .replaceable : .existing)
    }
  }
}
