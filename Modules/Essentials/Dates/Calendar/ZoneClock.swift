package import Foundation
internal import Synchronization

/// The clocks of a time zone, with their changes in a table.
///
/// Foundation's calendars take several times as long for a date. Moments are whole seconds since 2001-01-01 00:00 UTC, and
/// local times are whole seconds since the local 2001-01-01 00:00.
package final class ZoneClock: Sendable {
  private let zone: TimeZone
  /// The moments of changes, ascending, up to `end`.
  private let changes: [Int]
  /// The seconds that clocks are ahead of UTC before the first change, and from each change on.
  private let offsets: [Int]

  // The year 2200. Later changes are those of a rule, and are asked for one by one.
  private static let end = 6_279_724_800

  private init(_ zone: TimeZone) {
    self.zone = zone
    var changes: [Int] = []
    var offsets = [zone.secondsFromGMT(for: .distantPast)]
    var last = Date.distantPast
    while let next = zone.nextDaylightSavingTimeTransition(after: last), next > last {
      let moment = Int(next.timeIntervalSinceReferenceDate.rounded(.down))
      guard moment < Self.end else { break }
      last = next
      let offset = zone.secondsFromGMT(for: next)
      // A change of the zone's name alone sets no clock.
      guard offset != offsets.last else { continue }
      changes.append(moment)
      offsets.append(offset)
    }
    self.changes = changes
    self.offsets = offsets
  }

  private static let known = Mutex<[String: ZoneClock]>([:])

  /// Returns the clocks of a zone. O(number of changes) the first time.
  package static func of(_ zone: TimeZone) -> ZoneClock {
    let name = name(of: zone)
    if let clock = known.withLock({ $0[name] }) { return clock }
    let clock = ZoneClock(zone)
    known.withLock { $0[name] = clock }
    return clock
  }

  /// Returns the clocks of the zone with a name of ``name(of:)``, or nil if there is none.
  package static func named(_ name: String) -> ZoneClock? {
    if let clock = known.withLock({ $0[name] }) { return clock }
    let isOffset = name.hasPrefix("+") || name.hasPrefix("-")
    let zone =
      isOffset
      ? Int(name).flatMap { TimeZone(secondsFromGMT: $0) } : TimeZone(identifier: name)
    return zone.map { of($0) }
  }

  /// The name of a zone: its identifier, or a sign and seconds for a zone that is an offset from UTC alone.
  package static func name(of zone: TimeZone) -> String {
    let name = zone.identifier
    guard name.hasPrefix("GMT+") || name.hasPrefix("GMT-") else { return name }
    let seconds = zone.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: 0))
    return seconds < 0 ? "\(seconds)" : "+\(seconds)"
  }

  /// The index in `offsets` of the one that holds at a moment before `end`.
  private func index(at moment: Int) -> Int {
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[middle] <= moment { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func offset(at moment: Int) -> Int {
    moment < Self.end ? offsets[index(at: moment)] : zone.secondsFromGMT(for: Self.date(moment))
  }

  private static func date(_ moment: Int) -> Date {
    Date(timeIntervalSinceReferenceDate: Double(moment))
  }

  /// Returns the local time at a moment.
  package func localTime(at moment: Int) -> Int { moment + offset(at: moment) }

  /// Returns the moment some seconds before another one, or the last change of the clocks in between.
  package func beginning(of seconds: Int, secondsBefore moment: Int) -> Int {
    let start = moment - seconds
    guard offset(at: start) != offset(at: moment) else { return start }
    if moment < Self.end { return changes[index(at: moment) - 1] }
    let next = zone.nextDaylightSavingTimeTransition(after: Self.date(start))
    return next.map { Int($0.timeIntervalSinceReferenceDate.rounded(.down)) } ?? start
  }

  /// Returns the first moment at which the clocks show a local time or a later one.
  package func firstMoment(showing local: Int) -> Int {
    // No clock differs from UTC by more than a day.
    let start = local - 172_800
    guard local + 172_800 >= Self.end else {
      var index = index(at: start)
      while index < changes.count, changes[index] + offsets[index] <= local { index += 1 }
      return max(index > 0 ? changes[index - 1] : .min, local - offsets[index])
    }
    var moment = start
    while let next = zone.nextDaylightSavingTimeTransition(after: Self.date(moment)) {
      let change = Int(next.timeIntervalSinceReferenceDate.rounded(.down))
      guard change > moment, change + offset(at: moment) <= local else { break }
      moment = change
    }
    return max(moment, local - offset(at: moment))
  }
}
