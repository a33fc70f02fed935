internal import Foundation
public import StrataHistory
public import StrataModel
internal import StrataSchema
public import StrataStack

/// The stack that a program starts with: stores on disk, as a rule, made of models, of a schema with a
/// migration plan, or of a version of a ``ModelManager``.
///
/// Several configurations' stores are opened at the same time, and so may be several stacks.
public final class BasicDataStack: DataStack {
  /// The container.
  public let container: ModelContainer
  /// Who writes through ``DataStack/viewContext``.
  public let mainAuthor: TransactionAuthor
  /// What follows the history; nil without ``HistoryOptions``. Hooks are added to it, and it begins when it
  /// is started.
  public let historyTracker: HistoryTracker?

  /// A stack on a container.
  ///
  /// - Throws: `StorageError` where a consumer of the history can't be registered.
  public init(
    _ container: ModelContainer, mainAuthor: TransactionAuthor, history: HistoryOptions? = nil
  ) throws {
    self.container = container
    self.mainAuthor = mainAuthor
    historyTracker = try history.map { options in
      HistoryTracker(
        try HistoryConsumer(options.consumer, in: container), ignoring: options.ignoredAuthors,
        cleaning: options.cleaning)
    }
  }

  /// Opens a store for some model classes, or a store for each configuration.
  ///
  /// - Throws: as `ModelContainer`, and as ``init(_:mainAuthor:history:)``.
  public convenience init(
    for types: [any PersistentModel.Type], migrationPlan: (any SchemaMigrationPlan.Type)? = nil,
    configurations: ModelConfiguration..., mainAuthor: TransactionAuthor,
    history: HistoryOptions? = nil
  ) throws {
    try self.init(
      ModelContainer(
        for: Schema(types), migrationPlan: migrationPlan, configurations: configurations),
      mainAuthor: mainAuthor, history: history)
  }

  /// Opens a store for a version of a program's models, migrating one of an earlier version: the last
  /// version, unless another is asked for.
  ///
  /// - Throws: as `ModelContainer`, and as ``init(_:mainAuthor:history:)``;
  ///   `MigrationError.invalidPlan` for a manager without versions.
  public convenience init<Models: ModelManager>(
    _ models: Models.Type, version: Models.Version? = nil,
    configurations: ModelConfiguration..., mainAuthor: TransactionAuthor,
    history: HistoryOptions? = nil
  ) throws {
    let version = try version ?? models.currentVersion
    try self.init(
      ModelContainer(
        for: Schema(versionedSchema: version.schema), migrationPlan: models,
        configurations: configurations),
      mainAuthor: mainAuthor, history: history)
  }
}
