public import Foundation

/// Which entries of a store's history are cleaned away: all that meet every condition.
public struct HistoryCleaning: Sendable, Hashable {
  /// Only entries that were saved before.
  public var before: Date?
  /// Only entries behind which there are so many more.
  public var keepingLast: Int?
  /// Only entries of this author.
  public var author: String?
  /// Also entries that a registered consumer hasn't taken in, which loses them.
  public var ignoresConsumers: Bool

  /// Describes what is cleaned away; without arguments, all that every consumer has taken in.
  public init(
    before: Date? = nil, keepingLast: Int? = nil, author: String? = nil,
    ignoresConsumers: Bool = false
  ) {
    self.before = before
    self.keepingLast = keepingLast
    self.author = author
    self.ignoresConsumers = ignoresConsumers
  }
}

/// The result of cleaning a store's history.
public struct HistoryCleaningResult: Sendable, Hashable {
  /// How many entries were cleaned away.
  public let count: Int
  /// How many more would have been, had not a consumer still to take them in.
  public let keptCount: Int

  package init(count: Int, keptCount: Int) {
    self.count = count
    self.keptCount = keptCount
  }

  package static func + (lhs: Self, rhs: Self) -> Self {
    Self(count: lhs.count + rhs.count, keptCount: lhs.keptCount + rhs.keptCount)
  }
}
