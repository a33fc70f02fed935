public import Foundation
public import Strata
public import TrackerModel

/// That an item is to be logged once in a while.
@Model public final class Reminder {
  /// The item; nil when it was deleted, and then the reminder goes with the next save.
  public var item: Item?
  /// How many seconds may pass between two data points.
  public var interval: Double
  /// When the item was logged last, or else when the reminder was made.
  public var lastLogged: Date

  /// A reminder.
  public init(every interval: Double, since date: Date) {
    self.interval = interval
    lastLogged = date
  }

  /// When the item is to be logged next.
  public var dueDate: Date { lastLogged + interval }
}
