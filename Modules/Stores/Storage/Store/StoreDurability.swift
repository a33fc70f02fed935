internal import StrataSQLite

/// The saves that a loss of power, or a crash of the operating system, may lose.
///
/// Either way the store stays sound, and a save is there whole or not at all. A killed or crashed program
/// loses nothing that was saved.
public enum StoreDurability: String, Sendable, Hashable, Codable, CaseIterable {
  /// A save returns when the operating system has it. The last saves may be lost, the newest first: those
  /// since the system last wrote the log to the disk, mostly within 30 seconds.
  case normal
  /// A save returns when the disk has it. Each save waits for the disk once, between a tenth of a
  /// millisecond and some ten milliseconds.
  case full
}

extension StoreDurability {
  /// The writes to the disk that a commit waits for, in a file with a write-ahead log.
  var synchronization: Connection.Synchronization {
    switch self {
    case .normal: .normal
    case .full: .full
    }
  }
}
