/// An error of reading or writing a model file.
public enum ModelFileError: Error, Sendable, Hashable {
  /// The file doesn't exist or can't be read.
  case unreadable(path: String, reason: String)
  /// The file isn't a model, or has an unsupported format.
  case notAModel(path: String, reason: String)
  /// A line of the file contains an invalid value.
  case invalid(path: String, line: Int, reason: String)
  /// The folder has several versions and doesn't name the current one.
  case noCurrentVersion(path: String, versions: [String])
  /// The requested version, or the one that the folder names as current, doesn't exist.
  case noSuchVersion(path: String, version: String, versions: [String])
  /// The model can't be represented in a file, or the file can't be written.
  case unwritable(path: String, reason: String)
}

extension ModelFileError: CustomStringConvertible {
  /// The failure, the file and line, and a remedy.
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
