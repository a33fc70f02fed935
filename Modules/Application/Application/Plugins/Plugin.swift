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
  /// What a person may set for it in the configuration file. By custom a name begins with the plugin's
  /// in lower case and a dot, such as `reminders.check`.
  var settings: [Setting] { get }
  /// Readies the plugin when the store is open: services are offered here.
  @MainActor func start(in environment: ApplicationEnvironment) throws
  /// Called before a command's changes are saved, for what has to be changed with them. Batches, which
  /// change the store at once, aren't announced.
  ///
  /// - Throws: an error that says why they may not be saved; nothing is saved then.
  @MainActor func willSave(in environment: ApplicationEnvironment) throws
  /// Works beside the shell while it reads lines from standard input, until the task is cancelled.
  ///
  /// It runs between the commands, on the main actor. The context of the commands is theirs: it may
  /// hold changes that nobody has saved yet, so that work that changes objects takes a context of its
  /// own, ``ApplicationEnvironment/backgroundContext(named:)``. Tell a person something with
  /// ``ApplicationEnvironment/notice(_:)``.
  ///
  /// - Throws: an error that ends the work, and that the person is told; `CancellationError` is none.
  @MainActor func work(in environment: ApplicationEnvironment) async throws
}

extension Plugin {
  /// No models.
  public var models: [any PersistentModel.Type] { [] }

  /// No earlier versions.
  public var migrationPlan: (any SchemaMigrationPlan.Type)? { nil }

  /// Nothing to check.
  @MainActor public func check(_ object: any PersistentModel) throws {}

  /// Nothing to set.
  public var settings: [Setting] { [] }

  /// Nothing to do beside the shell.
  @MainActor public func work(in environment: ApplicationEnvironment) async throws {}

  /// Nothing to ready.
  @MainActor public func start(in environment: ApplicationEnvironment) throws {}

  /// Nothing to change.
  @MainActor public func willSave(in environment: ApplicationEnvironment) throws {}
}
