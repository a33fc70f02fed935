/// The state of a connection's transaction. It says nothing of a connection that is lost.
struct ServerTransaction {
  /// True if a transaction was begun and hasn't ended.
  private(set) var isOpen = false
  /// True if transactions are parts of an outer one.
  private(set) var hasOuter = false
  /// True if the last transaction that was begun only reads.
  private(set) var isSnapshot = false
  /// True if listeners are notified of the commit.
  private var isAnnounced = false
  /// The data version that the transaction expects, or nil if any will do.
  private(set) var expectedVersion: ExpectedVersion?

  mutating func beginOuter() { hasOuter = true }

  mutating func endOuter() {
    hasOuter = false
    isSnapshot = false
  }

  mutating func begin(isSnapshot: Bool) {
    isOpen = true
    self.isSnapshot = isSnapshot
    expectedVersion = nil
  }

  /// Begins a part of the outer transaction, which sees what other parts have written.
  mutating func beginPart() {
    isOpen = true
    isSnapshot = false
  }

  mutating func expect(_ version: ExpectedVersion?) { expectedVersion = version }

  mutating func announce() { isAnnounced = true }

  /// Returns true if listeners are to be notified, once.
  mutating func removeAnnouncement() -> Bool {
    defer { isAnnounced = false }
    return isAnnounced
  }

  /// - Parameter isOpen: True if the server has skipped the end.
  mutating func end(isOpen: Bool = false) { self.isOpen = isOpen }
}
