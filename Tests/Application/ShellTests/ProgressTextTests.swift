import Testing

@testable import StrataShell

@Suite("How far long work has come")
struct ProgressTextTests {
  @Test(
    "is said with the rate and the time left once there is enough to tell",
    arguments: [
      (500, 2000, 1.0, "rows 500 of 2000 (25 %)"),
      (500, 2000, 5.0, "rows 500 of 2000 (25 %), 100 a second, 15 s left"),
      (500, nil, 5.0, "rows 500, 100 a second"),
      (500, 500_000, 5.0, "rows 500 of 500000 (0 %), 100 a second, 1 h 23 min left"),
      (0, 2000, 5.0, "rows 0 of 2000 (0 %)"),
    ] as [(Int, Int?, Double, String)])
  func line(completed: Int, total: Int?, seconds: Double, wanted: String) {
    #expect(
      ProgressText.line(
        "rows", completed: completed, total: total, since: 0, seconds: seconds, text: { "\($0)" })
        == wanted)
  }

  @Test(
    "counts from where it began", arguments: [(60.0, "1 min"), (200, "3 min 20 s"), (1e9, "days")])
  func time(seconds: Double, wanted: String) { #expect(ProgressText.time(seconds) == wanted) }
}
