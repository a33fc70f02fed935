import Foundation
import StrataCharts
import StrataTestSupport
import Testing

@Suite struct NumberAxes {
  @Test(arguments: [
    (-7.1, 35.6, 6, [-10, 0, 10, 20, 30, 40], ["-10", "0", "10", "20", "30", "40"]),
    (0, 55.9, 4, [0, 20, 40, 60], ["0", "20", "40", "60"]),
    (98.2, 98.9, 5, [98.2, 98.4, 98.6, 98.8, 99], ["98.2", "98.4", "98.6", "98.8", "99.0"]),
    (80, 80, 3, [70, 80, 90], ["70", "80", "90"]), (0, 0, 3, [-1, 0, 1], ["-1", "0", "1"]),
    (0, 1_234_567, 3, [0, 1_000_000, 2_000_000], ["0", "1000000", "2000000"]),
  ])
  func haveRoundNumbers(
    least: Double, most: Double, count: Int, ticks: [Double], labels: [String]
  ) {
    let axis = NumberAxis(least...most, count: count)
    #expect(axis.ticks == ticks)
    #expect(axis.labels == labels)
  }

  @Test func encloseAnyRange() {
    var generator = SeededGenerator()
    for _ in 0..<2000 {
      let size = pow(10, Double.random(in: -190...299, using: &generator))
      let ends = [1, 2].map { _ in Double.random(in: -1...1, using: &generator) * size }.sorted()
      let count = Int.random(in: 3...20, using: &generator)
      let axis = NumberAxis(ends[0]...ends[1], count: count)
      #expect((2...count).contains(axis.ticks.count))
      #expect(zip(axis.ticks, axis.ticks.dropFirst()).allSatisfy { $0 < $1 })
      #expect(ends.allSatisfy { (-1e-9...1 + 1e-9).contains(axis.fraction($0)) })
    }
  }

  @Test(arguments: [
    -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude,
    0...Double.leastNonzeroMagnitude, 1e300...1e300, 1e16...1e16 + 2,
  ])
  func haveTicksAtTheLimits(range: ClosedRange<Double>) {
    let axis = NumberAxis(range, count: 5)
    #expect(axis.ticks.count >= 2 && axis.ticks.allSatisfy(\.isFinite))
    #expect(axis.labels.count == axis.ticks.count)
    #expect((0...1).contains(axis.fraction(range.lowerBound)))
  }
}

@Suite struct DateAxes {
  private func labels(
    _ from: Date, _ to: Date, _ count: Int, _ zone: String = "UTC"
  ) -> [String] { DateAxis(from..<to, count: count, in: Moments.calendar(zone)).labels }

  @Test func nameYears() {
    let labels = labels(Moments.date(2011, 12, 31), Moments.date(2016), 6)
    #expect(labels == ["2012", "2013", "2014", "2015", "2016"])
  }

  @Test func nameMonthsAndTheYearThatBegins() {
    let labels = labels(Moments.date(2025, 10, 5), Moments.date(2026, 3, 2), 6)
    #expect(labels == ["Nov", "Dec", "2026", "Feb", "Mar"])
  }

  @Test func nameDays() {
    let labels = labels(Moments.date(2026, 2, 26, 5), Moments.date(2026, 3, 3), 6)
    #expect(labels == ["Feb 27", "Feb 28", "Mar 1", "Mar 2", "Mar 3"])
  }

  @Test func nameHoursFromMidnightOnWhenClocksAreChanged() {
    let calendar = Moments.calendar("Europe/Berlin")
    let labels = labels(
      Moments.date(2026, 3, 28, 0, in: calendar), Moments.date(2026, 3, 30, 0, in: calendar), 8,
      "Europe/Berlin")
    #expect(labels.filter { $0.hasPrefix("Mar") } == ["Mar 28", "Mar 29", "Mar 30"])
  }

  @Test func beginWeeksWhereTheCalendarDoes() {
    let axis = DateAxis(
      Moments.date(2026, 11, 1)..<Moments.date(2026, 11, 30), count: 5, in: Moments.calendar())
    #expect(axis.labels == ["Nov 2", "Nov 9", "Nov 16", "Nov 23", "Nov 30"])
  }

  @Test func keepToTheRangeAndTheCount() {
    var generator = SeededGenerator()
    for _ in 0..<400 {
      let from = Date(timeIntervalSinceReferenceDate: .random(in: -1e9...1e9, using: &generator))
      let to = from + pow(10, Double.random(in: 0...10, using: &generator))
      let count = Int.random(in: 1...20, using: &generator)
      let axis = DateAxis(from..<to, count: count, in: Moments.calendar("America/New_York"))
      #expect(axis.ticks.count <= count && axis.labels.count == axis.ticks.count)
      #expect(axis.ticks.allSatisfy { from <= $0 && $0 <= to })
      #expect(zip(axis.ticks, axis.ticks.dropFirst()).allSatisfy { $0 < $1 })
    }
  }
}

@Suite struct NumberTexts {
  @Test(arguments: [
    (0, "0"), (98.6, "98.6"), (-0.5, "-0.5"), (1234.567, "1235"), (0.000123, "0.000123"),
    (3e20, "3e+20"), (2e-9, "2e-09"), (100, "100"), (12.30, "12.3"),
  ])
  func areShort(number: Double, expected: String) {
    #expect(NumberText.short(number) == expected)
  }
}
