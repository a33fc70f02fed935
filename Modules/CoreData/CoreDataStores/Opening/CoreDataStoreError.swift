/// Why a store of Core Data or SwiftData can't be opened.
public enum CoreDataStoreError: Error, Sendable, Hashable {
  /// The file is a database, but lacks what makes it such a store.
  case notAStore(path: String, reason: String)
  /// There is no model: the store has none within, and none was given.
  case noModel(path: String)
  /// The model that the store has within can't be read.
  case unreadableModel(path: String, reason: String)
  /// There is a file where a store is to be imported to.
  case destinationExists(path: String)
  /// The model says what the tables don't have.
  case mismatch(path: String, reason: String)
  /// The store keeps a history, which a program that writes would leave behind; see
  /// ``CoreDataWritePolicy``.
  case wouldLeaveHistory(path: String)
  /// The store is kept in step with CloudKit, whose tables a program that writes would leave behind; see
  /// ``CoreDataWritePolicy``.
  case wouldLeaveCloudKit(path: String)
  /// The store can be read, but not written.
  case notWritable(path: String, reason: String)
  /// A save can't be written into the store as it is; nothing of it was.
  case cannotSave(path: String, reason: String)
}

extension CoreDataStoreError: CustomStringConvertible {
  /// What is wrong, where, and what to do.
  public var description: String {
    switch self {
    case .notAStore(let path, let reason):
      "\(path) is not a store of Core Data or SwiftData: \(reason)"
    case .noModel(let path):
      "\(path) has no model within, as stores have that were written before 2015; give its .xcdatamodel"
    case .unreadableModel(let path, let reason):
      "the model within \(path) can't be read: \(reason); give the store's .xcdatamodel"
    case .destinationExists(let path):
      "\(path) is there already; choose a path where no file is"
    case .mismatch(let path, let reason):
      "the model doesn't fit \(path): \(reason)"
    case .wouldLeaveHistory(let path):
      "\(path) can't be written just so: it keeps a history, which would be left behind; say whether saves "
        + "are added to it or not"
    case .wouldLeaveCloudKit(let path):
      "\(path) can't be written just so: it is kept in step with CloudKit, whose tables would be left "
        + "behind; say so where that is meant"
    case .notWritable(let path, let reason):
      "\(path) can't be written: \(reason)"
    case .cannotSave(let path, let reason):
      "nothing was saved in \(path): \(reason)"
    }
  }
}
