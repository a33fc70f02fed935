public import Strata
public import StrataShell

/// A feature that an application can take or leave: model classes, commands, and services for other
/// plugins.
public protocol Plugin: Sendable {
  /// The plugin's name, as `--plugins` and `--without` have it.
  var name: String { get }
  /// What it brings, in a few words.
  var summary: String { get }
  /// The model classes that its objects are of.
  var models: [any PersistentModel.Type] { get }
  /// Its commands.
  var commands: [Command<ApplicationEnvironment>] { get }
  /// Readies the plugin when the store is open: services are offered here.
  @MainActor func start(in environment: ApplicationEnvironment) throws
}

extension Plugin {
  /// No models.
  public var models: [any PersistentModel.Type] { [] }

  /// Nothing to ready.
  @MainActor public func start(in environment: ApplicationEnvironment) throws {}
}
