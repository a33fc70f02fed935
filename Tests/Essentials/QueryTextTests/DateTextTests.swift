import Foundation
import StrataDates
import StrataQueryText
import Testing

@Suite struct DateTexts {
  private func read(_ text: String, in zone: String) throws -> String? {
    DateText.parse(text, timeZone: try #require(TimeZone(identifier: zone)))?.ISO8601Format()
  }

  @Test(arguments: [
    ("2026-07-01 07:30", "Europe/Berlin", "2026-07-01T05:30:00Z"),
    ("2026-07-01 07:30:15+01:00", "Europe/Berlin", "2026-07-01T06:30:15Z"),
    ("2026-10-25 02:30", "Europe/Berlin", "2026-10-25T00:30:00Z"),
    ("2026-03-29 02:30", "Europe/Berlin", "2026-03-29T01:30:00Z"),
    ("2026-03-29", "Asia/Beirut", "2026-03-28T22:00:00Z"),
    ("2026-03-29 00:00", "Asia/Beirut", "2026-03-28T22:00:00Z"),
    ("2011-12-31", "Pacific/Apia", "2011-12-30T10:00:00Z"),
    ("1890-01-01 12:00", "Europe/Berlin", "1890-01-01T11:06:32Z"),
  ])
  func areRead(text: String, zone: String, wanted: String) throws {
    #expect(try read(text, in: zone) == wanted)
  }

  @Test func tellWhetherClocksHaveShownThem() throws {
    let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
    guard
      case .twice(let first, let second)? = DateText.moments(
        of: "2026-10-25T02:30:00.25", timeZone: zone)
    else { throw Unexpected() }
    #expect(second.timeIntervalSince(first) == 3600)
    guard case .never(let next)? = DateText.moments(of: "2026-03-29T02:30", timeZone: zone) else {
      throw Unexpected()
    }
    #expect(next.description == "2026-03-29 03:30")
    guard case .once? = DateText.moments(of: "2026-03-29T02:30Z", timeZone: zone) else {
      throw Unexpected()
    }
  }

  private struct Unexpected: Error {}
}
