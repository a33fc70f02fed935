/// An error of opening, importing or writing a store of Core Data or SwiftData.
public enum CoreDataStoreError: Error, Sendable, Hashable {
  /// The file is a database, but not a store of Core Data or SwiftData.
  case notAStore(path: String, reason: String)
  /// The store has no embedded model, and the caller gave none.
  case noModel(path: String)
  /// The store's embedded model can't be read.
  case unreadableModel(path: String, reason: String)
  /// A file already exists at the destination of an import.
  case destinationExists(path: String)
  /// The model doesn't fit the store's tables.
  case mismatch(path: String, reason: String)
  /// The store has a history, and the write policy doesn't say whether saves are added to it. See
  /// ``CoreDataWritePolicy``.
  case wouldLeaveHistory(path: String)
  /// The store syncs with CloudKit, whose tables wouldn't be updated, and the write policy doesn't
  /// accept that. See ``CoreDataWritePolicy``.
  case wouldLeaveCloudKit(path: String)
  /// The store can only be read.
  case notWritable(path: String, reason: String)
  /// The store can't represent the changes of a save. Nothing was saved.
  case cannotSave(path: String, reason: String)
}

extension CoreDataStoreError: CustomStringConvertible {
  /// The failure, the file, and a remedy.
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
      "\(path) has a history, which wouldn't have your saves; set history of the CoreDataWritePolicy to .append "
        + "or .leave"
    case .wouldLeaveCloudKit(let path):
      "\(path) syncs with CloudKit, to which your saves wouldn't go; if you accept that, set leavesCloudKit of "
        + "the CoreDataWritePolicy"
    case .notWritable(let path, let reason):
      "\(path) can't be written: \(reason)"
    case .cannotSave(let path, let reason):
      "nothing was saved in \(path): \(reason)"
    }
  }
}
