public import Foundation

/// The state of a history consumer: its name, and the position up to which it has read.
public struct HistoryConsumerState: Sendable, Hashable {
  /// The consumer's name.
  public let name: String
  /// Up to where it has taken in the history.
  public let position: HistoryPosition
  /// When it last said so, or was registered.
  public let timestamp: Date
  /// How many entries it hasn't taken in.
  public let unreadCount: Int
}
