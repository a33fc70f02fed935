/// Why an archive can't be read.
public enum ArchiveError: Error, Sendable, Hashable {
  /// The bytes are not what they should be.
  ///
  /// - Parameter offset: Where it was noticed, in bytes from the beginning; nil where there is no one
  ///   place.
  case corrupt(reason: String, offset: Int?)
  /// What the archive holds is larger than it may be.
  case tooLarge(what: String, limit: Int)
}

extension ArchiveError: CustomStringConvertible {
  /// What is wrong, and where.
  public var description: String {
    switch self {
    case .corrupt(let reason, let offset?): "the archive is damaged at byte \(offset): \(reason)"
    case .corrupt(let reason, nil): "the archive is damaged: \(reason)"
    case .tooLarge(let what, let limit): "the archive's \(what) is over the limit of \(limit)"
    }
  }
}
