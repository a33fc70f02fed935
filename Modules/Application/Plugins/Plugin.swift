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
  /// How stores of earlier versions of its models become those of today; nil when they have always
  /// been the same. Other plugins' models aren't its business.
  var migrationPlan: (any SchemaMigrationPlan.Type)? { get }
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

  /// No earlier versions.
  public var migrationPlan: (any SchemaMigrationPlan.Type)? { nil }

  /// Nothing to check.
  @MainActor public func check(_ object: any PersistentModel) throws {}

  /// Nothing to ready.
  @MainActor public func start(in environment: ApplicationEnvironment) throws {}
}
