import StrataDates
import Testing

/// How long something lasts, as people say it.
@Suite struct SpokenDurations {
  @Test(arguments: [
    ("7h30", 27_000), ("7h30m", 27_000), ("7 h 30 min", 27_000), ("7h 30", 27_000), ("1h20m", 4800),
    ("90min", 5400), ("90 minutes", 5400), ("1.5h", 5400), ("1,5 hours", 5400), ("45s", 45),
    ("1h5min30s", 3930), ("2d 3h", 183_600), ("an hour", 3600), ("half an hour", 1800),
    ("1H", 3600), ("0.5 min", 30), ("100h", 360_000),
  ])
  func areRead(text: String, seconds: Double) {
    #expect(SpokenDuration(text)?.seconds == seconds)
  }

  @Test(arguments: [
    "", "7", "7:30", "h", "7h3", "7h300", "7h90", "1h 60min", "30m 1h", "1h 1h", "1.5h 20m", "1.h",
    ".5h",
    "0h", "0min", "7h30x", "7 x", "-2h", "+2h", "2 hours ago", "in 2h", "an", "half hour",
    "1 month",
    "7h30 8h", "٣h", "1e3h", "\u{1F600}",
  ])
  func areNoOthers(text: String) {
    #expect(SpokenDuration(text) == nil)
  }
}
