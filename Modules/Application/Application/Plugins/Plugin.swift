public import Strata
public import StrataShell

/// An optional feature of an application: model classes, commands, and services for other plugins.
public protocol Plugin: Sendable {
  /// The plugin's name, as in `--plugins` and `--without`.
  var name: String { get }
  /// A summary of a few words.
  var summary: String { get }
  /// The model classes of its objects.
  var models: [any PersistentModel.Type] { get }
  /// The plan that migrates stores of earlier versions of its models. Nil if they have never
  /// changed.
  ///
  /// It covers this plugin's models only.
  var migrationPlan: (any SchemaMigrationPlan.Type)? { get }
  /// The commands that it adds.
  var commands: [Command<ApplicationEnvironment>] { get }
  /// Validates an object after a property was set by name, which bypasses its class's own checks.
  ///
  /// - Throws: An error that says what is wrong with the object.
  @MainActor func check(_ object: any PersistentModel) throws
  /// The settings that it reads from the configuration file.
  ///
  /// By convention a name begins with the plugin's in lower case and a dot, as in
  /// `reminders.check`.
  var settings: [Setting] { get }
  /// Prepares the plugin once the store is open. Register services here.
  @MainActor func start(in environment: ApplicationEnvironment) throws
  /// Returns a hint for a word that begins a line and is no command, such as the name of an object.
  ///
  /// - Returns: A hint, such as `did you mean log Weight?`. Nil if you can't tell.
  @MainActor func hint(forUnknown word: String, in environment: ApplicationEnvironment) -> String?
  /// Called before a command's changes are saved. Make changes here that belong to the same save.
  ///
  /// It isn't called for batches, which change the store at once.
  ///
  /// - Throws: An error that says why the changes must not be saved. Nothing is saved then.
  @MainActor func willSave(in environment: ApplicationEnvironment) throws
  /// Does background work while the shell reads standard input, until the task is cancelled.
  ///
  /// It runs between commands, on the main actor. The commands' context may have unsaved changes,
  /// so change objects in a context of your own, from
  /// ``ApplicationEnvironment/backgroundContext(named:)``. Show a message with
  /// ``ApplicationEnvironment/notice(_:)``.
  ///
  /// - Throws: An error that ends the work and is shown to the person. `CancellationError` isn't
  ///   shown.
  @MainActor func work(in environment: ApplicationEnvironment) async throws
}

extension Plugin {
  /// Returns no models.
  public var models: [any PersistentModel.Type] { [] }

  /// Returns no plan.
  public var migrationPlan: (any SchemaMigrationPlan.Type)? { nil }

  /// Accepts every object.
  @MainActor public func check(_ object: any PersistentModel) throws {}

  /// Returns no settings.
  public var settings: [Setting] { [] }

  /// Does no background work.
  @MainActor public func work(in environment: ApplicationEnvironment) async throws {}

  /// Does nothing.
  @MainActor public func start(in environment: ApplicationEnvironment) throws {}

  /// Returns no hint.
  @MainActor public func hint(
    forUnknown word: String, in environment: ApplicationEnvironment
  ) -> String? { nil }

  /// Changes nothing.
  @MainActor public func willSave(in environment: ApplicationEnvironment) throws {}
}

extension ModelContainer {
  /// Opens the store of the plugins' models, and migrates it by the plan of the one that has a
  /// plan.
  ///
  /// - Throws: `ShellError` if two plugins have a plan, since a store records the version of one.
  convenience init(plugins: [any Plugin], _ configuration: ModelConfiguration) throws {
    let planned = plugins.filter { $0.migrationPlan != nil }
    guard planned.count < 2 else {
      let names = planned.map(\.name).joined(separator: " and ")
      throw ShellError("\(names) both have a migration plan", hint: "make one plan of them")
    }
    try self.init(
      for: plugins.flatMap(\.models), migrationPlan: planned.first?.migrationPlan,
      configuration: configuration)
  }
}
