/// Why a store can't be copied to a place.
public struct BackupError: Error, Sendable, Hashable {
  /// The place.
  public let path: String
  /// What is in the way.
  public let reason: String
}

extension BackupError: CustomStringConvertible {
  /// What can't be written, and why.
  public var description: String { "can't write \(path): \(reason)" }
}
