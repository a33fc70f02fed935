public import StrataStorage

/// Why a store isn't restored from a file, or isn't copied to one to be restored.
public enum RestoreError: Error, Sendable, Hashable {
  /// The file is a store of other models: it has none of these entities.
  case otherModels(path: String, wanted: [String])
  /// The file is a store that contradicts itself.
  case unsound(path: String, faults: [StoreFault])
  /// The store that was to be backed up contradicts itself. It couldn't be restored from its copy.
  case unsoundStore(path: String, faults: [StoreFault])
}

extension RestoreError: CustomStringConvertible {
  /// What is wrong, and what to do.
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
