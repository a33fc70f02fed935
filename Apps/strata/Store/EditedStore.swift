import Foundation
import Strata
import StrataCoreDataStores
import StrataManagedObjects
import StrataSQLite
import StrataShell
import StrataStack
import StrataStorage

/// A store that is open to be changed, without a program's classes.
///
/// A store of Strata is opened by the schema that it records, one of Core Data or SwiftData by its model.
@MainActor struct EditedStore {
  let stack: BasicDataStack
  /// Parts of the store, or of the given model, that can't be read.
  let warnings: [String]

  /// Opens the store at a path.
  ///
  /// - Parameters:
  ///   - model: A model file for a store of Core Data without a model. Nil for the store's own.
  ///   - isOfStrata: True or false if you know it. Nil to ask the file. Don't where this process has the store open:
  ///     copying a log closes the file, which gives up all locks on it (fcntl(2)), and another process could delete
  ///     the log in use.
  /// - Throws: `StorageError`. `CoreDataStoreError`, also for a store that the policy doesn't let one
  ///   change.
  init(
    _ path: String, model: String?, policy: CoreDataWritePolicy, author: String,
    isOfStrata: Bool? = nil
  ) throws {
    let url = try StorePlace(path, mayChange: true).url
    let author = try TransactionAuthor(author)
    if url.isOfServer, model != nil {
      throw StorageError.filesOnly(path: Store.path(of: url), operation: "a model file")
    }
    if model == nil,
      try url.isOfServer || isOfStrata ?? (DatabaseKind(recognizing: url) == .strata)
    {
      warnings = []
      stack = try BasicDataStack(try ModelContainer(recordedAt: url), mainAuthor: author)
      return
    }
    let given = try model.map { try NamedModel.read($0) }
    let store = try CoreDataStore(url: url, model: given?.model)
    warnings = (given?.warnings ?? []) + store.warnings + (try store.omissions())
    let coordinator = try NSPersistentStoreCoordinator(managedObjectModel: store.model)
    let description = NSPersistentStoreDescription(url: url)
    description.coreDataWritePolicy = policy
    try coordinator.addPersistentStore(description)
    stack = try BasicDataStack(coordinator.container(), mainAuthor: author)
  }
}

extension CoreDataWritePolicy {
  /// The policy of the options `--history` and `--leave-cloudkit`.
  init(history: String?, leavesCloudKit: Bool) {
    self.init()
    switch history {
    case "append": self.history = .append
    case "leave": self.history = .leave
    default: break
    }
    self.leavesCloudKit = leavesCloudKit
  }
}
