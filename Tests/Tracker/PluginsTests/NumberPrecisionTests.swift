import Testing
import StrataTrackerQueries

/// The decimals with which people see an item's numbers.
@Suite struct NumberPrecisions {
  @Test(
    arguments: [
      ([80, 82.1, 84.3], 1), ([1, 2, 30], 0), ([], 0), ([0.25, 1], 2), ([0.1 + 0.2], 1),
      ([1e-5], 5), ([72.57480468], 6), ([1e300, .infinity, .nan], 0), ([-1.25], 2),
    ] as [([Double], Int)])
  func areThoseOfTheValueWithTheMost(values: [Double], decimals: Int) {
    #expect(NumberPrecision(of: values).decimals == decimals)
    #expect(NumberPrecision(of: values).computedDecimals == min(decimals + 1, 6))
  }

  @Test(
    arguments: [
      (80, "80"), (82.1, "82.1"), (0.1 + 0.2, "0.3"), (0, "0"), (-0.0, "0"), (-5, "-5"),
      (1e15, "1000000000000000"), (1e16, "1e+16"), (0.0000004, "4e-07"),
      (.leastNonzeroMagnitude, "5e-324"), (72.57480468, "72.574805"),
      (1_234_567.5, "1234567.5"),
      (.infinity, "inf"),
    ] as [(Double, String)])
  func leaveASingleValueAsItIs(value: Double, text: String) {
    #expect(NumberPrecision.text(value) == text)
  }

  @Test func giveAveragesOneMore() {
    let precision = NumberPrecision(of: [80, 82.1, 84.3])
    #expect(precision.text(80) == "80.0")
    #expect(precision.text(80.25) == "80.25")
    #expect(precision.computedText(82.13333333333333) == "82.13")
    #expect(precision.computedText(82) == "82.00")
    #expect(NumberPrecision(of: [1, 2]).computedText(1.5) == "1.5")
  }

  @Test(
    arguments: [
      (7.566667, "7 h 34 min", "7:34"), (1.0 / 3, "20 min", "0:20"), (52, "52 h", "52:00"),
      (0, "0 min", "0:00"), (-0.5, "-30 min", "-0:30"), (0.005, "18 s", "0:00"),
      (1.9999, "2 h", "2:00"), (59.6 / 3600, "1 min", "0:01"), (1e300, "1e+300 h", "1e+300"),
      (.infinity, "inf h", "inf"),
    ] as [(Double, String, String)])
  func writeHoursAsPeopleDo(hours: Double, text: String, clock: String) {
    #expect(NumberPrecision.hours.text(hours) == text)
    #expect(NumberPrecision.hours.computedText(hours) == text)
    #expect(NumberPrecision.clock(ofHours: hours) == clock)
  }

  @Test(arguments: [(0.00412, "0.0041"), (-0.00412, "-0.0041"), (0.05, "0.050"), (0.33036, "0.3")])
  func leaveTwoDigitsOfSmallNumbers(average: Double, text: String) {
    #expect(NumberPrecision(of: [0, 1]).computedText(average) == text)
  }
}
