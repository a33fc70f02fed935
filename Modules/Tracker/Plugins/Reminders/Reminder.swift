public import Foundation
public import Strata
public import StrataTrackerModel

/// A reminder to log an item regularly.
@Model public final class Reminder: TemporalModel {
  /// The item. Nil after the item was deleted, until the next save deletes the reminder.
  public var item: Item?
  /// The time between two data points, in seconds.
  public var interval: Double
  /// The start of the item's latest data point, or else the time when the reminder was made.
  public var lastLogged: Date

  /// Makes a reminder.
  public init(every interval: Double, since date: Date) {
    self.interval = interval
    lastLogged = date
  }

  /// The date at which the item should be logged next.
  public var dueDate: Date { lastLogged + interval }
}
