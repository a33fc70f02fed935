public import Foundation
internal import StrataDates
public import StrataModel
public import StrataQuery

// Periods and parts of dates in a time zone, computed by the store.
extension KeyPath where Root: PersistentModel, Value == Date {
  /// Returns the key path of the moment at which the date's period begins, as the clocks of a time zone show it.
  ///
  /// ```swift
  /// let months = try context.groups(
  ///   of: Trail.self, by: (\Trail.opened).start(of: .month, in: zone), aggregating: .count)
  /// ```
  ///
  /// It is a key of groups and of sorts, and the left side of a comparison that makes a predicate. A day or a longer
  /// period begins at the first moment at which the clocks show its day.
  public func start(
    of period: DatePeriod, in zone: TimeZone
  ) -> any KeyPath<Root, Date> & Sendable {
    let zone = zone.fixed
    let clock = ZoneClock.of(zone)
    return _ComputedSource(self, .dateStart(period, zone)) {
      $0.start(of: period, on: clock)
    }.recorded()
  }

  /// Returns the key path of a part of the date, as the clocks and calendars of a time zone show it.
  ///
  /// It is a key of groups and of sorts, and the left side of a comparison that makes a predicate.
  public func part(_ part: DatePart, in zone: TimeZone) -> any KeyPath<Root, Int> & Sendable {
    let zone = zone.fixed
    let clock = ZoneClock.of(zone)
    return _ComputedSource(self, .datePart(part, zone)) { $0.part(part, on: clock) }.recorded()
  }
}

extension KeyPath where Root: PersistentModel, Value == Date? {
  /// Returns the key path of the moment at which the date's period begins, as the clocks of a time zone show it.
  ///
  /// It is nil for nil. It is a key of groups and of sorts, and the left side of a comparison that makes a predicate. A
  /// day or a longer period begins at the first moment at which the clocks show its day.
  public func start(
    of period: DatePeriod, in zone: TimeZone
  ) -> any KeyPath<Root, Date?> & Sendable {
    let zone = zone.fixed
    let clock = ZoneClock.of(zone)
    return _ComputedSource(self, .dateStart(period, zone)) {
      $0?.start(of: period, on: clock)
    }.recorded()
  }

  /// Returns the key path of a part of the date, as the clocks and calendars of a time zone show it.
  ///
  /// It is nil for nil. It is a key of groups and of sorts, and the left side of a comparison that makes a predicate.
  public func part(_ part: DatePart, in zone: TimeZone) -> any KeyPath<Root, Int?> & Sendable {
    let zone = zone.fixed
    let clock = ZoneClock.of(zone)
    return _ComputedSource(self, .datePart(part, zone)) { $0?.part(part, on: clock) }.recorded()
  }
}

extension Date {
  fileprivate func start(of period: DatePeriod, on clock: ZoneClock) -> Date {
    Date(
      timeIntervalSinceReferenceDate: period.start(of: timeIntervalSinceReferenceDate, on: clock))
  }

  fileprivate func part(_ part: DatePart, on clock: ZoneClock) -> Int {
    part.value(of: timeIntervalSinceReferenceDate, on: clock)
  }
}

extension TimeZone {
  /// The zone that this is now, also if it follows the system's setting.
  fileprivate var fixed: TimeZone {
    self == .autoupdatingCurrent ? .current : self
  }
}
