import Foundation
import Strata
import StrataApplication
import StrataDomain
import StrataShell
import TrackerModel

extension ApplicationEnvironment {
  /// All goals that have an item, by item, older ones first.
  func goals() throws -> [Goal] {
    try context.fetch(FetchDescriptor<Goal>(sortBy: [SortDescriptor(\.createTimestamp)]))
      .filter { $0.item != nil }
      .sorted { ($0.item?.name.rawValue ?? "") < ($1.item?.name.rawValue ?? "") }
  }

  /// Weeks begin on Monday, as in `stats`.
  var goalCalendar: Calendar {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = output.timeZone
    return calendar
  }
}

extension Goal {
  /// The beginning of the uid, as people name a goal.
  var shortID: String { String(uid.uuidString.lowercased().prefix(8)) }
}
