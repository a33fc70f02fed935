/// Why a store can't be backed up, or restored from a backup.
public enum BackupError: Error, Sendable, Hashable {
  /// The copy can't be written to the path, or the store at the path can't be replaced.
  case cannotWrite(path: String, reason: String)
  /// The store to back up has inconsistent data, so that its copy couldn't be restored.
  case unsoundStore(path: String, faults: [StoreFault])
  /// The backup is a store with inconsistent data.
  case unsoundBackup(path: String, faults: [StoreFault])
  /// The backup is a store of other models. It contains none of the wanted entities.
  case otherModels(path: String, wanted: [String])
}

extension BackupError: CustomStringConvertible {
  /// A description of the error, and what to do about it.
  public var description: String {
    switch self {
    case .cannotWrite(let path, let reason): "can't write \(path): \(reason)"
    case .unsoundStore(let path, let faults):
      Self.describe(faults, of: path)
        + "; mend it and back it up then, or copy it as it is, with checking: false"
    case .unsoundBackup(let path, let faults):
      Self.describe(faults, of: path) + "; open it as a store and mend it, or restore another one"
    case .otherModels(let path, let wanted):
      "\(path) is a store of another program: it has none of \(wanted.joined(separator: ", "))"
    }
  }

  private static func describe(_ faults: [StoreFault], of path: String) -> String {
    "\(path) is not sound: \(faults.first.map { "\($0.place) \($0.message)" } ?? "")"
      + (faults.count > 1 ? ", and \(faults.count - 1) faults more" : "")
  }
}
