import Foundation
import StrataCharts
import StrataTestSupport
import Testing

@Suite struct Quantiles {
  /// R: `quantile(c(15, 20, 35, 40, 50), c(0, .05, .3, .4, .5, 1))`, type 7, its default.
  @Test(arguments: [(0, 15), (0.05, 16), (0.3, 23), (0.4, 29), (0.5, 35), (1, 50.0)])
  func areThoseOfTypeSeven(probability: Double, expected: Double) throws {
    let value = try #require(Quantile.of([15, 20, 35, 40, 50], probability))
    #expect(abs(value - expected) < 1e-12)
  }

  @Test func ofAnEvenNumberIsTheMedianBetweenTheMiddleOnes() {
    #expect(Quantile.median([7, 1, 3, 4]) == 3.5)
  }

  @Test func ofOneValueIsThatValue() {
    #expect(Quantile.of([4], 0.9) == 4)
  }

  @Test func ofNothingIsNone() {
    #expect(Quantile.median([]) == nil)
  }

  @Test func liesBetweenTheLargestNumbers() {
    let most = Double.greatestFiniteMagnitude
    #expect(Quantile.of([-most, most], 0.5) == 0)
  }
}

@Suite struct MovingSums {
  private let start = Moments.date(2026)

  private func days(_ values: [Int: Double]) -> [Bucket] {
    values.sorted { $0.key < $1.key }.map { day, value in
      let date = start + Double(day) * 86_400
      return Bucket(start: date, end: date + 86_400, value: value)
    }
  }

  @Test func takeTheValuesOfTheWindowThatEnds() {
    let sums = MovingSum.trailing(days([0: 3, 1: 6, 2: 9, 3: 12, 9: 1]), window: 3 * 86_400)
    #expect(sums.map(\.value) == [3, 9, 18, 27, 1])
  }

  @Test func forgetWhatHasLeftTheWindow() {
    let sums = MovingSum.trailing(days([0: 1e16, 1: 1, 2: 1]), window: 86_400)
    #expect(sums.map(\.value) == [1e16, 1, 1])
  }
}

@Suite struct MovingAverages {
  private let start = Moments.date(2026)

  private func days(_ values: [Int: Double]) -> [(date: Date, value: Double)] {
    values.sorted { $0.key < $1.key }.map { (start + Double($0.key) * 86_400, $0.value) }
  }

  @Test func takeTheValuesOfTheWindowThatEnds() {
    let averages = MovingAverage.trailing(
      days([0: 3, 1: 6, 2: 9, 3: 12]), window: 3 * 86_400)
    #expect(averages.map(\.value) == [3, 4.5, 6, 9])
  }

  @Test func countDaysAndNotValues() {
    // Day 10 is alone in its week, and day 11 has but one beside it.
    let averages = MovingAverage.trailing(days([0: 100, 10: 4, 11: 8]), window: 7 * 86_400)
    #expect(averages.map(\.value) == [100, 4, 6])
  }

  @Test func forgetWhatHasLeftTheWindow() {
    let averages = MovingAverage.trailing(
      days([0: 1e16, 1: 1, 2: 1, 3: 1]), window: 86_400)
    #expect(averages.map(\.value) == [1e16, 1, 1, 1])
  }

  @Test func weighBucketsByTheirValues() {
    var first = Bucket(start: start, end: start + 86_400, value: 1)
    first.add(1)
    first.add(1)
    let second = Bucket(start: start + 86_400, end: start + 172_800, value: 5)
    #expect(
      MovingAverage.trailing([first, second], window: 7 * 86_400).map(\.value) == [1, 2])
    #expect(MovingAverage.trailing([first, second], window: 86_400).map(\.value) == [1, 5])
  }

  @Test func agreeWithTheirDefinition() {
    var generator = SeededGenerator()
    var date = start
    let values: [(date: Date, value: Double)] = (0..<300).map { _ in
      date += Double.random(in: 0...5000, using: &generator)
      return (date, Double.random(in: -10...10, using: &generator))
    }
    for (index, average) in MovingAverage.trailing(values, window: 20_000).enumerated() {
      let window = values[...index].filter {
        values[index].date.timeIntervalSince($0.date) < 20_000
      }
      let expected = window.map(\.value).reduce(0, +) / Double(window.count)
      #expect(abs(average.value - expected) < 1e-9)
    }
  }
}

@Suite struct StreaksOfDays {
  private let calendar = Moments.calendar("Europe/Berlin")

  private func day(_ month: Int, _ day: Int, _ hour: Int = 12) -> Date {
    Moments.date(2026, month, day, hour, in: calendar)
  }

  @Test func areDaysInARow() {
    let dates = [day(3, 1), day(3, 2), day(3, 2, 23), day(3, 4), day(3, 5), day(3, 6)]
    let streaks = Streaks(dates.shuffled(), today: day(3, 6), in: calendar)
    #expect(streaks.dayCount == 5 && streaks.longest == 3 && streaks.current == 3)
    #expect(streaks.longestStart == day(3, 4, 0))
  }

  @Test func goOnWhileTodayIsNotOver() {
    let dates = [day(3, 4), day(3, 5)]
    #expect(Streaks(dates, today: day(3, 6), in: calendar).current == 2)
    #expect(Streaks(dates, today: day(3, 7), in: calendar).current == 0)
  }

  /// On March 29 and October 25 of 2026, clocks in Berlin were changed.
  @Test(arguments: [(3, 27), (10, 23)])
  func passOverChangedClocks(month: Int, first: Int) {
    let dates = (first..<first + 5).map { day(month, $0, 0) }
    #expect(Streaks(dates, today: day(month, first + 4), in: calendar).longest == 5)
  }

  @Test func ofNothingAreNone() {
    let streaks = Streaks([], today: day(3, 6), in: calendar)
    #expect(streaks.dayCount == 0 && streaks.longest == 0 && streaks.current == 0)
    #expect(streaks.longestStart == nil)
  }
}

@Suite struct Changes {
  @Test(arguments: [(80, 84, 4, 0.05), (-2, -1, 1, 0.5), (4, 2, -2, -0.5)])
  func areDifferenceAndRatio(before: Double, now: Double, difference: Double, ratio: Double) {
    let change = Change(from: before, to: now)
    #expect(change.difference == difference && change.ratio == ratio)
  }

  @Test func fromZeroHaveNoRatio() {
    #expect(Change(from: 0, to: 3).ratio == nil)
  }
}
