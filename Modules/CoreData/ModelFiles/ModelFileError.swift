/// Why a model file can't be read or written.
public enum ModelFileError: Error, Sendable, Hashable {
  /// The file isn't there, or may not be read.
  case unreadable(path: String, reason: String)
  /// The file is no model, or one of a form that isn't read.
  case notAModel(path: String, reason: String)
  /// A place in the file says something that can't be.
  case invalid(path: String, line: Int, reason: String)
  /// Nothing says which of the versions in a folder is the current one.
  case noCurrentVersion(path: String, versions: [String])
  /// The version that was asked for, or that the folder calls the current one, isn't there.
  case noSuchVersion(path: String, version: String, versions: [String])
  /// The model can't be put in a file, or the file can't be written.
  case unwritable(path: String, reason: String)
}

extension ModelFileError: CustomStringConvertible {
  /// What is wrong, where, and what to do.
  public var description: String {
    switch self {
    case .unreadable(let path, let reason): "\(path) can't be read: \(reason)"
    case .notAModel(let path, let reason): "\(path) is not a model: \(reason)"
    case .invalid(let path, let line, let reason): "\(path):\(line): \(reason)"
    case .noCurrentVersion(let path, let versions):
      "\(path) doesn't say which version is the current one; name one of \(list(versions))"
    case .noSuchVersion(let path, let version, let versions):
      versions.isEmpty
        ? "\(path) has no version \(version), and no other"
        : "\(path) has no version \(version), but \(list(versions))"
    case .unwritable(let path, let reason): "\(path) can't be written: \(reason)"
    }
  }

  private func list(_ names: [String]) -> String {
    names.map { "“\($0)”" }.joined(separator: ", ")
  }
}
