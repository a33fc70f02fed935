import Foundation
import Strata
import StrataCharts
import StrataDomain
import StrataTestSupport
import Testing
import StrataTrackerModel
import StrataTrackerQueries

@testable import StrataChartsPlugin

/// What the store works out of data points, against the same in Swift.
@MainActor @Suite struct PointReading {
  private let start = Date(timeIntervalSinceReferenceDate: 800_000_000)

  @Test(arguments: [1, 7, 160])
  func reducesToBuckets(parts: Int) throws {
    var generator = SeededGenerator()
    var diary = try Diary(.singleValue)
    for _ in 0..<500 {
      diary.log(
        .random(in: -5...5, using: &generator),
        at: start + Double.random(in: 0...1e7, using: &generator).rounded())
    }
    // Half of them are in the store.
    try diary.context.save()
    for _ in 0..<500 {
      diary.log(
        .random(in: -5...5, using: &generator),
        at: start + Double.random(in: 0...1e7, using: &generator).rounded())
    }
    let range = try #require(try diary.reader.extent(.distantPast ..< .distantFuture))
    let buckets = try diary.reader.buckets(range, .parts(parts))[0]
    #expect(buckets.count <= parts)
    #expect(buckets.map(\.count).reduce(0, +) == 1000)
    for bucket in buckets {
      let own = diary.contents.filter { bucket.start <= $0.startDate && $0.startDate < bucket.end }
        .compactMap(\.value1)
      #expect(own.count == bucket.count)
      #expect(own.min() == bucket.minimum && own.max() == bucket.maximum)
      #expect(abs(own.reduce(0, +) - bucket.sum) < 1e-6)
    }
    #expect(zip(buckets, buckets.dropFirst()).allSatisfy { $0.end <= $1.start })
  }

  @Test func splitsWhatLastsAtMidnight() throws {
    var diary = try Diary(.interval)
    let midnight = diary.calendar.startOfDay(for: start)
    try diary.log(from: midnight - 3600, to: midnight + 6.5 * 3600)
    try diary.log(from: midnight + 12 * 3600, to: midnight + 13 * 3600)
    try diary.log(from: midnight - 40 * 3600, to: midnight + 30 * 3600)
    let days = try diary.reader.hours(
      midnight - 86_400 * 3..<midnight + 86_400 * 2, .periods(.day, diary.calendar.timeZone))
    #expect(days.map(\.sum) == [16, 25, 31.5, 6])
  }

  /// On March 29 of 2026, a day in Berlin had 23 hours.
  @Test func knowsDaysThatAreShorter() throws {
    var diary = try Diary(.interval)
    let day = try #require(
      diary.calendar.date(from: DateComponents(year: 2026, month: 3, day: 29)))
    try diary.log(from: day - 86_400, to: day + 86_400 * 2)
    let hours = try diary.reader.hours(day..<day + 3600, .periods(.day, diary.calendar.timeZone))
    #expect(hours.map(\.sum) == [23])
  }

  @Test func findsDaysWithDataPoints() throws {
    var generator = SeededGenerator()
    var diary = try Diary(.singleValue)
    for _ in 0..<300 {
      diary.log(1, at: start + Double.random(in: 0...3e7, using: &generator))
    }
    let days = try diary.reader.days(.distantPast ..< .distantFuture)
    let expected = Set(diary.contents.map { diary.calendar.startOfDay(for: $0.startDate) })
    #expect(days == expected.sorted())
  }

  @Test func sharesTimeAmongOptions() throws {
    var diary = try Diary(.singleOption, options: ["sun", "rain"])
    for hour in 0..<4 { diary.log(hour == 0 ? "rain" : "sun", at: start + Double(hour) * 60) }
    let options = try diary.reader.options(start..<start + 86_400, .parts(1))
    let values = diary.item.chartOptions
    #expect(values.map(\.label) == ["sun", "rain"])
    #expect(values.map { options[0].shares[$0.value]?.share } == [0.75, 0.25])
    #expect(values.map { options[0].shares[$0.value]?.count } == [3, 1])
  }

  @Test func asksLittleWhereThereIsLittle() throws {
    var diary = try Diary(.singleValue)
    diary.log(1, at: start)
    diary.log(2, at: start + 1e9)
    try diary.context.save()
    var queries = 0
    let reader = PointReader(
      context: diary.context, item: diary.item, calendar: diary.calendar, check: { queries += 1 })
    #expect(try reader.buckets(start..<start + 1e9 + 1, .parts(1000))[0].count == 2)
    #expect(queries < 10)
  }
}

/// How an item's kind decides what is drawn.
@MainActor @Suite struct ItemPictures {
  private let start = Date(timeIntervalSinceReferenceDate: 800_000_000)

  @Test func bandOfTwoValuesHasBoth() throws {
    var diary = try Diary(.dualValues)
    for (index, pair) in [(120.0, 80.0), (130, 85)].enumerated() {
      diary.log(
        .dualValues(
          eventDate: start + Double(index) * 86_400,
          pairValue: try ValidatedPairDouble(first: pair.0, second: pair.1)))
    }
    let range = try #require(try diary.reader.extent(.distantPast ..< .distantFuture))
    guard case .band(let band)? = try ItemPicture(diary.reader, range).chart(columns: 80).plot
    else {
      Issue.record("no band")
      return
    }
    #expect(band.map(\.minimum) == [80, 85] && band.map(\.maximum) == [120, 130])
  }

  @Test func barsAreWholePeriods() throws {
    var diary = try Diary(.valueWithInterval)
    for day in [0.0, 3, 9] {
      let begin = start + day * 86_400
      diary.log(
        .valueWithInterval(
          pairDate: try ValidatedPairDate(start: begin, end: begin + 60), value: day + 1))
    }
    let range = try #require(try diary.reader.extent(.distantPast ..< .distantFuture))
    let chart = try ItemPicture(diary.reader, range, period: .week).chart(columns: 80)
    guard case .bars(let bars)? = chart.plot else {
      Issue.record("no bars")
      return
    }
    #expect(bars.map(\.height).reduce(0, +) == 15)
    #expect(bars.allSatisfy { diary.calendar.component(.weekday, from: $0.start) == 2 })
    #expect(chart.range.lowerBound == bars[0].start)
  }
}
