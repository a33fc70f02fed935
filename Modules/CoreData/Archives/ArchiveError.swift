/// An error of reading or writing an archive.
public enum ArchiveError: Error, Sendable, Hashable {
  /// The bytes aren't in the expected format.
  ///
  /// - Parameter offset: The position of the error in bytes, or nil if it has none.
  case corrupt(reason: String, offset: Int?)
  /// The archive's content exceeds a limit.
  case tooLarge(what: String, limit: Int)
  /// The value has a part that no archive is made of.
  case unarchivable(String)
}

extension ArchiveError: CustomStringConvertible {
  /// The failure and its position.
  public var description: String {
    switch self {
    case .corrupt(let reason, let offset?): "the archive is damaged at byte \(offset): \(reason)"
    case .corrupt(let reason, nil): "the archive is damaged: \(reason)"
    case .tooLarge(let what, let limit): "the archive's \(what) is over the limit of \(limit)"
    case .unarchivable(let part): "no archive is made of \(part)"
    }
  }
}
