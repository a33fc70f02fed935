import Foundation
import StrataDates
import Testing

@Suite struct LocalTimes {
  private func berlin() throws -> TimeZone { try #require(TimeZone(identifier: "Europe/Berlin")) }

  private func time(_ year: Int, _ month: Int, _ day: Int, _ seconds: Double) throws -> LocalTime {
    LocalTime(try #require(CivilDay(year: year, month: month, day: day)), seconds: seconds)
  }

  /// A store may have any number where a date should be.
  @Test(arguments: [1e300, 1e19, 1e15, .infinity, .greatestFiniteMagnitude])
  func ofDatesBeyondAllMeasureAreTheFarthest(seconds: Double) throws {
    let zone = try berlin()
    for (sign, bound) in [(1.0, 1e14), (-1, -1e14)] {
      let farthest = LocalTime(Date(timeIntervalSinceReferenceDate: bound), in: zone)
      #expect(
        LocalTime(Date(timeIntervalSinceReferenceDate: sign * seconds), in: zone) == farthest)
      #expect(farthest.description.hasPrefix(sign > 0 ? "3170874-" : "-3166873-"))
    }
  }

  @Test func ofWhatIsNoNumberAreSomeTime() throws {
    let local = LocalTime(Date(timeIntervalSinceReferenceDate: .nan), in: try berlin())
    #expect(local.description == "2001-01-01 01:00")
  }

  @Test func areOnceTwiceOrNever() throws {
    let zone = try berlin()
    func moment(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }
    #expect(
      try time(2026, 7, 1, 9000).moments(in: zone) == .once(moment("2026-07-01T00:30:00Z")))
    #expect(
      try time(2026, 10, 25, 9000).moments(in: zone)
        == .twice(moment("2026-10-25T00:30:00Z"), moment("2026-10-25T01:30:00Z")))
    #expect(
      try time(2026, 3, 29, 9000).moments(in: zone) == .never(next: time(2026, 3, 29, 12600)))
  }
}
