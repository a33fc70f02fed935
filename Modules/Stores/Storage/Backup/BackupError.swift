/// Why a store can't be copied to a place.
public struct BackupError: Error, Sendable, Hashable {
  /// The place.
  public let path: String
  /// The reason.
  public let reason: String
}

extension BackupError: CustomStringConvertible {
  /// The path that can't be written, and the reason.
  public var description: String { "can't write \(path): \(reason)" }
}
