import Foundation
import StrataTestSupport
import Testing

@testable import StrataShell

@Suite("ISO dates")
struct ISODateTests {
  @Test(
    "are written with their zone",
    arguments: [
      (0.0, "GMT", "1970-01-01T00:00:00Z"), (951_782_400.0, "GMT", "2000-02-29T00:00:00Z"),
      (-0.5, "GMT", "1969-12-31T23:59:59.500Z"), (0.000_25, "GMT", "1970-01-01T00:00:00.000250Z"),
      (1_795_186_800.0, "America/Los_Angeles", "2026-11-20T07:00:00-08:00"),
      (1_783_000_000.0, "America/Los_Angeles", "2026-07-02T06:46:40-07:00"),
      (0.0, "Asia/Kolkata", "1970-01-01T05:30:00+05:30"),
      (253_402_300_800.0, "GMT", "+10000-01-01T00:00:00Z"),
      (-62_167_219_201.0, "GMT", "-0001-12-31T23:59:59Z"),
      (0.999_999_9, "GMT", "1970-01-01T00:00:01Z"), (1e300, "GMT", "@1e+300"),
      (.infinity, "GMT", "@Infinity"),
    ])
  func text(seconds: Double, zone: String, expected: String) throws {
    let zone = try #require(TimeZone(identifier: zone))
    #expect(ISODate.text(Date(timeIntervalSince1970: seconds), in: zone) == expected)
  }

  @Test("random dates are what Foundation's formatter writes")
  func random() throws {
    var random = SeededGenerator(for: "ISO dates")
    let seed = random.seed
    let formatter = ISO8601DateFormatter()
    for identifier in ["GMT", "Europe/Berlin", "America/St_Johns", "Pacific/Auckland"] {
      let zone = try #require(TimeZone(identifier: identifier))
      formatter.timeZone = zone
      for _ in 0..<250 {
        // From 1950 on: before, offsets have seconds that formatters show differently.
        let seconds = Double(Int.random(in: -631_000_000...8_000_000_000, using: &random))
        let date = Date(timeIntervalSince1970: seconds)
        #expect(ISODate.text(date, in: zone) == formatter.string(from: date), "seed \(seed)")
      }
    }
  }
}
