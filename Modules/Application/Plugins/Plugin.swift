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
  /// Checks an object after a property was set by its name, past what its class makes sure of.
  ///
  /// - Throws: an error that says what is wrong with the object.
  @MainActor func check(_ object: any PersistentModel) throws
  /// Readies the plugin when the store is open: services are offered here.
  @MainActor func start(in environment: ApplicationEnvironment) throws
}

extension Plugin {
  /// No models.
  public var models: [any PersistentModel.Type] { [] }

  /// Nothing to check.
  @MainActor public func check(_ object: any PersistentModel) throws {}

  /// Nothing to ready.
  @MainActor public func start(in environment: ApplicationEnvironment) throws {}
}
