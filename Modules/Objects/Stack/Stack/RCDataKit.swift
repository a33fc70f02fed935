public import Foundation
internal import StrataBulk
public import StrataContexts
public import StrataHistory
public import StrataImport
public import StrataModel
public import StrataPredicates
public import StrataQuery

// The names that RCDataKit has for what is here under others. `Docs/Stack.md` lists them, and what differs by more than a
// name.

extension TransactionAuthor {
  /// An author for the main actor's context of a stack.
  public static let viewContext: TransactionAuthor = "viewContext"
}

extension TransactionAuthor: Identifiable {
  /// The name.
  public var id: String { name }
}

extension DataStack {
  /// The author of saves of ``viewContext``, as ``mainAuthor``.
  public var mainContextAuthor: TransactionAuthor { mainAuthor }
}

extension BasicDataStack {
  /// Opens a store for a version of a program's models, by default the last one, as
  /// ``init(_:version:configurations:mainAuthor:history:)``.
  ///
  /// - Throws: as that initializer.
  public convenience init<Models: ModelManager>(
    storeURL: URL? = nil, versionKey models: Models.Type, currentVersion: Models.Version? = nil,
    mainAuthor: TransactionAuthor, persistentHistoryOptions: HistoryOptions? = nil
  ) throws {
    try self.init(
      models, version: currentVersion,
      configurations: storeURL.map { ModelConfiguration(url: $0) } ?? ModelConfiguration(),
      mainAuthor: mainAuthor, history: persistentHistoryOptions)
  }
}

extension ModelVersion {
  /// Creates a stage from this version to another one, with code before and after the tables change.
  ///
  /// `ModelManager.migrationStage(to:label:preMigration:postMigration:)` begins at the version before by itself.
  public func migrationStage(
    toVersion: Self, label: String, preMigration: (@Sendable (ModelContext) throws -> Void)? = nil,
    postMigration: (@Sendable (ModelContext) throws -> Void)? = nil
  ) -> MigrationStage {
    MigrationStage.custom(
      fromVersion: schema, toVersion: toVersion.schema, willMigrate: preMigration,
      didMigrate: postMigration
    ).labeled(label)
  }

  /// Creates a stage from this version to another one.
  public func migrationStage(toStage: Self, label: String) -> MigrationStage {
    migrationStage(toVersion: toStage, label: label)
  }
}

extension HistoryTracker {
  /// Begins to follow the history, as ``start()``.
  public func startMonitoring() { start() }

  /// Stops to follow the history, as ``stop()``.
  public func stopMonitoring() async { await stop() }
}

extension TypedObjectID {
  /// The identifier without the class, as ``persistentIdentifier``.
  public var wrapped: PersistentIdentifier { persistentIdentifier }
}

extension ModelContext {
  /// The object with an identifier, as `existing(_:withID:)` of a typed one.
  ///
  /// - Throws: as that function.
  public func existing<Model: PersistentModel>(
    _ type: Model.Type, withID identifier: PersistentIdentifier
  ) throws -> Model { try existing(type, withID: TypedObjectID(identifier)) }

  /// The objects with given identifiers, in the same order, as `existing(_:withIDs:)` of typed ones.
  ///
  /// - Throws: as that function, also for an object that the store doesn't contain.
  public func existing<Model: PersistentModel>(
    _ type: Model.Type, withIDs identifiers: [PersistentIdentifier]
  ) throws -> [Model] {
    try existing(type, withIDs: identifiers.map { TypedObjectID<Model>($0) })
  }

  /// Deletes the objects of a class that a condition is met for, as `delete(model:where:)`. The next save writes it.
  ///
  /// - Throws: as that function.
  public func removeInstances<Model: PersistentModel>(
    of type: Model.Type, matching condition: Predicate<Model>? = nil
  ) throws { try delete(model: type, where: condition) }

  /// Sets the author of the context's saves.
  public func setAuthor(_ author: TransactionAuthor) { self.author = author.name }
}

extension PersistentModel {
  /// Appends a member to a to-many relationship, unless it is one already, as ``add(_:to:)``.
  ///
  /// - Returns: True if it added the member.
  @discardableResult
  public func add<Member: PersistentModel>(
    _ keyPath: ReferenceWritableKeyPath<Self, [Member]>, relation: Member?
  ) -> Bool { relation.map { add($0, to: keyPath) } ?? false }

  /// Removes a member from a to-many relationship, if it is one, as ``remove(_:from:)``.
  ///
  /// - Returns: True if it removed the member.
  @discardableResult
  public func remove<Member: PersistentModel>(
    _ keyPath: ReferenceWritableKeyPath<Self, [Member]>, relation: Member?
  ) -> Bool { relation.map { remove($0, from: keyPath) } ?? false }

  /// Appends a member to a to-many relationship that may be nil, unless it is one already.
  ///
  /// - Returns: True if it added the member.
  @discardableResult
  public func add<Member: PersistentModel>(
    _ keyPath: ReferenceWritableKeyPath<Self, [Member]?>, relation: Member?
  ) -> Bool { relation.map { add($0, to: keyPath) } ?? false }

  /// Removes a member from a to-many relationship that may be nil, if it is one.
  ///
  /// - Returns: True if it removed the member.
  @discardableResult
  public func remove<Member: PersistentModel>(
    _ keyPath: ReferenceWritableKeyPath<Self, [Member]?>, relation: Member?
  ) -> Bool { relation.map { remove($0, from: keyPath) } ?? false }
}

extension FetchDescriptor {
  /// Adds sort keys after the existing ones, as ``sorted(by:)``.
  public func sorted(_ keys: [SortDescriptor<T>]) -> Self {
    var copy = self
    copy.sortBy += keys
    return copy
  }
}

extension KeyPath where Root: PersistentModel, Value: _TextOperand {
  /// Returns a predicate that is met if the text equals another, as ``equals(_:options:)``.
  public func equal(
    to text: String, options: QueryExpression.TextOptions = []
  ) -> Predicate<Root> { equals(text, options: options) }

  /// Returns a predicate that is met if the text doesn't equal another. It isn't met for nil, as in SQL.
  public func notEqual(
    to text: String, options: QueryExpression.TextOptions = []
  ) -> Predicate<Root> { !equals(text, options: options) }
}

extension ImportAction {
  /// Does nothing, as ``nothing``.
  public static var noAction: Self { .nothing }
}
