public import StrataStorage

/// An error that prevents restoring a store, or backing it up.
public enum RestoreError: Error, Sendable, Hashable {
  /// The file is a store of other models. It contains none of the wanted entities.
  case otherModels(path: String, wanted: [String])
  /// The file is a store with inconsistent data.
  case unsound(path: String, faults: [StoreFault])
  /// The store to back up has inconsistent data, so that its copy couldn't be restored.
  case unsoundStore(path: String, faults: [StoreFault])
}

extension RestoreError: CustomStringConvertible {
  /// A description of the error, and what to do about it.
  public var description: String {
    switch self {
    case .otherModels(let path, let wanted):
      "\(path) is a store of another program: it has none of \(wanted.joined(separator: ", "))"
    case .unsound(let path, let faults):
      Self.describe(faults, of: path) + "; open it as a store and mend it, or restore another one"
    case .unsoundStore(let path, let faults):
      Self.describe(faults, of: path)
        + "; mend it and back it up then, or copy it as it is, with checking: false"
    }
  }

  private static func describe(_ faults: [StoreFault], of path: String) -> String {
    "\(path) is not sound: \(faults.first.map { "\($0.place) \($0.message)" } ?? "")"
      + (faults.count > 1 ? ", and \(faults.count - 1) faults more" : "")
  }
}
