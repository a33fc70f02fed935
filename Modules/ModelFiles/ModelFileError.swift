/// Why a model file can't be read.
public enum ModelFileError: Error, Sendable, Hashable {
  /// The file isn't there, or may not be read.
  case unreadable(path: String, reason: String)
  /// The file is no model, or one of a form that isn't read.
  case notAModel(path: String, reason: String)
  /// A place in the file says something that can't be.
  case invalid(path: String, line: Int, reason: String)
}

extension ModelFileError: CustomStringConvertible {
  /// What is wrong, where, and what to do.
  public var description: String {
    switch self {
    case .unreadable(let path, let reason): "\(path) can't be read: \(reason)"
    case .notAModel(let path, let reason): "\(path) is not a model: \(reason)"
    case .invalid(let path, let line, let reason): "\(path):\(line): \(reason)"
    }
  }
}
