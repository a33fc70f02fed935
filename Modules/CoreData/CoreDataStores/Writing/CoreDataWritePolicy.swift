/// A policy for writing to a Core Data store that has a history or syncs with CloudKit.
///
/// By default such a store isn't written at all.
public struct CoreDataWritePolicy: Sendable, Hashable {
  /// The treatment of a store's history.
  public enum History: Sendable, Hashable {
    /// A store with a history isn't written.
    case refuse
    /// Each save is appended to the history. The history's format was found by comparing stores.
    /// Nobody has verified yet that Apple's framework accepts such entries.
    case append
    /// The history isn't updated. Programs that follow it, such as widgets and CloudKit, miss the
    /// saves.
    case leave
  }

  /// The treatment of the store's history.
  public var history: History
  /// True to write a store that syncs with CloudKit without updating CloudKit's tables.
  ///
  /// Your changes aren't uploaded to iCloud then, and changes from iCloud may overwrite them.
  public var leavesCloudKit: Bool

  /// Creates a policy. By default it rejects stores with a history or with CloudKit's tables.
  public init(history: History = .refuse, leavesCloudKit: Bool = false) {
    self.history = history
    self.leavesCloudKit = leavesCloudKit
  }
}
