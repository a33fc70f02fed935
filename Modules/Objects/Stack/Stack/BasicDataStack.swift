internal import Foundation
public import StrataContexts
public import StrataHistory
public import StrataModel
internal import StrataSchema
public import StrataStorage

/// The standard data stack of a program: a container with a main context and background contexts.
///
/// ```swift
/// let stack = try BasicDataStack(for: [Trip.self], mainAuthor: "app")
/// let trips = try stack.viewContext.fetch(FetchDescriptor<Trip>())  // On the main actor.
/// ```
///
/// You create it from model classes, from a schema with a migration plan, or from a version of a
/// ``ModelManager``. Stores of several configurations are opened concurrently. A program may have
/// several stacks.
public final class BasicDataStack: DataStack {
  /// The container of the stores.
  public let container: ModelContainer
  /// The author of saves of ``DataStack/viewContext``.
  public let mainAuthor: TransactionAuthor
  /// The tracker of the store's history, or nil without ``HistoryOptions``.
  ///
  /// Add hooks to it, then call `start()`.
  public let historyTracker: HistoryTracker?

  /// Creates a stack for a container.
  ///
  /// - Throws: `StorageError` if the consumer of the history can't be registered.
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

  /// Opens a store for model classes, or a store for each configuration.
  ///
  /// - Throws: as `ModelContainer`, and as `init(_:mainAuthor:history:)`.
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

  /// Opens a store for a version of a program's models, by default the last one.
  ///
  /// A store of an earlier version is migrated.
  ///
  /// - Throws: as `ModelContainer`, and as `init(_:mainAuthor:history:)`.
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

/// Options for following the history of a stack's store.
public struct HistoryOptions: Sendable {
  /// The name of the stack's consumer, whose cursor the store contains.
  ///
  /// Programs that each must process every transaction need different names.
  public var consumer: String
  /// Authors whose transactions are skipped.
  public var ignoredAuthors: Set<TransactionAuthor>
  /// The cleaning of the history after each processing, or nil for none.
  public var cleaning: HistoryCleaning?

  /// Creates options for a consumer.
  public init(
    consumer: String, ignoring authors: Set<TransactionAuthor> = [],
    cleaning: HistoryCleaning? = nil
  ) {
    self.consumer = consumer
    ignoredAuthors = authors
    self.cleaning = cleaning
  }
}
