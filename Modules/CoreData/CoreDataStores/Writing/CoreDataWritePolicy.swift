/// What a program that writes into a Core Data store makes of what belongs to Apple's framework alone.
///
/// By default nothing is left behind: a store with a history, or one that is kept in step with CloudKit, is
/// refused.
public struct CoreDataWritePolicy: Sendable, Hashable {
  /// What becomes of a store's history.
  public enum History: Sendable, Hashable {
    /// A store that keeps one isn't written.
    case refuse
    /// Each save is added to it. How the history is laid out was found by comparing stores; nobody has
    /// shown yet that Apple's framework takes what others add.
    case append
    /// It stays as it is. Whoever follows it, such as widgets and CloudKit, never hears of the saves.
    case leave
  }

  /// What becomes of the store's history.
  public var history: History
  /// Whether a store with CloudKit's tables is written, although they stay as they are: nothing that is
  /// saved gets to iCloud by itself, and what comes from there may replace it.
  public var leavesCloudKit: Bool

  /// A policy; by default one that leaves nothing behind.
  public init(history: History = .refuse, leavesCloudKit: Bool = false) {
    self.history = history
    self.leavesCloudKit = leavesCloudKit
  }
}
