import Foundation
import Strata
import StrataApplication
import StrataDomain
import StrataShell
import TrackerModel

extension ApplicationEnvironment {
  /// Returns all goals with an item, sorted by item and then by creation time.
  func goals() throws -> [Goal] {
    try context.fetch(FetchDescriptor<Goal>(sortBy: [SortDescriptor(\.createTimestamp)]))
      .filter { $0.item != nil }
      .sorted { ($0.item?.name.rawValue ?? "") < ($1.item?.name.rawValue ?? "") }
  }

  /// The calendar of goals. Weeks begin on Monday, as in `stats`.
  var goalCalendar: Calendar {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = output.timeZone
    return calendar
  }
}

extension Goal {
  /// The first digits of the uid, by which people name a goal.
  var shortID: String { String(uid.uuidString.lowercased().prefix(8)) }
}
