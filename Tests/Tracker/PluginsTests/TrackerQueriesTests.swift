@_spi(Query) import StrataBulk
@_spi(Query) import StrataContexts
import Foundation
import Strata
import StrataCharts
import StrataDomain
import StrataQuery
import StrataTestSupport
import Testing
import StrataTrackerModel

@testable import StrataChartsPlugin
@testable import StrataTrackerQueries

/// What data points come to in the store, against the same in Swift.
@MainActor @Suite struct PointQueries {
  private static let probabilities = [0, 0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 1]
  private let start = Date(timeIntervalSinceReferenceDate: 800_000_000)

  /// Many equal values, many near each other, and some far away.
  private func diary(_ count: Int) throws -> Diary {
    var generator = SeededGenerator()
    var diary = try Diary(.singleValue)
    for index in 0..<count {
      let value: Double =
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: 7
        case 1: .random(in: 0...1e-6, using: &generator)
        case 2: .random(in: -1e6...1e6, using: &generator)
        default: .random(in: 6...8, using: &generator)
        }
      // Some at the same moment.
      diary.log(value, at: start + Double(index / 3))
    }
    try diary.context.save()
    return diary
  }

  private func expected(_ values: [Double]) -> [Double?] {
    Self.probabilities.map { Quantile.of(values.sorted(), $0) }
  }

  @Test(arguments: [1, 2, 5, 400, 3000])
  func countQuantilesOffInTheIndex(count: Int) throws {
    let diary = try diary(count)
    let points = PointQuery(item: diary.item)
    let found = try points.quantiles(Self.probabilities, of: .value1, in: diary.context)
    #expect(found == expected(diary.contents.compactMap(\.value1)))
  }

  @Test(arguments: [1, 2, 5, 400, 3000])
  func findQuantilesOfSomeTime(count: Int) throws {
    let diary = try diary(count)
    let range = start..<start + max(1, Double(count) / 4)
    let found = try PointQuery(item: diary.item, range).quantiles(
      Self.probabilities, of: .value1, in: diary.context)
    let values = diary.contents.filter { range.contains($0.startDate) }.compactMap(\.value1)
    #expect(found == expected(values))
  }

  @Test func findQuantilesOfWhatIsNotSaved() throws {
    var diary = try diary(400)
    for index in 0..<100 { diary.log(Double(index), at: start - Double(index)) }
    let found = try PointQuery(item: diary.item).quantiles(
      Self.probabilities, of: .value1, in: diary.context)
    #expect(found == expected(diary.contents.compactMap(\.value1)))
  }

  @Test func findQuantilesOfHours() throws {
    var diary = try Diary(.interval)
    for index in 0..<50 {
      let begin = start + Double(index) * 86_400
      try diary.log(from: begin, to: begin + Double(index * index % 17) * 1800)
    }
    let found = try PointQuery(item: diary.item).quantiles(
      Self.probabilities, of: .hours, in: diary.context)
    #expect(found == expected((0..<50).map { Double($0 * $0 % 17) / 2 }))
  }

  /// However few rows may be sorted and values told apart.
  @Test(arguments: [(1, 100), (20, 40), (100, 1000)])
  func divideBinsUntilFewAreLeft(singleCount: Int, sortedCount: Int) throws {
    let diary = try diary(300)
    let values = diary.contents.compactMap(\.value1).sorted()
    let bins = ValueBins(
      points: PointQuery(item: diary.item), value: .value1, context: diary.context, check: {},
      singleCount: singleCount, sortedCount: sortedCount)
    let places: Set = [0, 1, 149, 150, 200, 298, 299]
    let found = try bins.values(
      at: places, in: .init(first: 0, count: 300, least: values[0], most: values[299]))
    #expect(found == Dictionary(uniqueKeysWithValues: places.map { ($0, values[$0]) }))
  }

  @Test func splitTimeIntoPartsOfFew() throws {
    var generator = SeededGenerator()
    var diary = try Diary(.singleValue)
    // Some in one moment, most in a day, some in years.
    for index in 0..<600 {
      let width = index < 20 ? 0 : index < 500 ? 86_400 : 1e8
      diary.log(1, at: start + .random(in: 0...width, using: &generator))
    }
    let points = PointQuery(item: diary.item)
    let parts = try points.parts(of: 15, count: 600, in: diary.context, check: {})
    let counts = try parts.map { try $0.count(in: diary.context) }
    #expect(counts.reduce(0, +) == 600)
    // What is of one moment stays together.
    #expect(counts.filter { $0 > 15 }.count == 1 && parts.count < 200)
    #expect(zip(parts, parts.dropFirst()).allSatisfy { $0.to ?? $1.from! <= $1.from! })
  }

  @Test func summarizeWithAndWithoutLimits() throws {
    let diary = try diary(500)
    for range in [.distantPast ..< .distantFuture, start + 10..<start + 60] {
      let values = diary.contents.filter { range.contains($0.startDate) }.compactMap(\.value1)
      let found = try PointQuery(item: diary.item, range).summaries(
        of: [.value1, .value2], in: diary.context)
      let summary = try #require(found[0])
      #expect(summary.count == values.count && found[1] == nil)
      #expect(summary.minimum == values.min() && summary.maximum == values.max())
      #expect(abs((summary.sum ?? .nan) - values.reduce(0, +)) < 1e-6)
    }
  }

  /// What counts a million values off reads the index alone.
  @Test(arguments: [true, false])
  func followTheIndexFromBothEnds(isRising: Bool) throws {
    let diary = try diary(1)
    let points = PointQuery(item: diary.item)
      .with(.comparison(.notEqual, PointValue.value1.expression, .literal(.null)))
    let plan = try diary.context.explain(
      points.query(sort: PointQuery.order(by: .value1, isRising: isRising), limit: 2, offset: 9)
    ).plan
    #expect(plan.count == 1 && plan[0].contains("item=? AND dataContent_value1>?"), "\(plan)")
  }
}

/// The stretches of a calendar.
@Suite struct Periods {
  private func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

  @Test(arguments: [
    (Period.day, "2026-03-29", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"),
    (.week, "2026-W13", "2026-03-22T23:00:00Z", "2026-03-29T22:00:00Z"),
    (.month, "2026-03", "2026-02-28T23:00:00Z", "2026-03-31T22:00:00Z"),
    (.year, "2026", "2025-12-31T23:00:00Z", "2026-12-31T23:00:00Z"),
  ])
  func areThoseOfAZone(period: Period, name: String, first: String, next: String) throws {
    let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
    let moment = try date("2026-03-29T12:00:00Z")
    #expect(period.range(of: moment, in: zone) == (try date(first)..<date(next)))
    #expect(period.name(of: moment, in: zone) == name)
  }

  @Test(arguments: [-1e300, -1e18, 1e15, 1e300])
  func haveAnEndHoweverFarOff(seconds: Double) {
    let moment = Date(timeIntervalSinceReferenceDate: seconds)
    for period in Period.allCases {
      let range = period.range(of: moment, in: .gmt)
      #expect(range.contains(moment) && !period.name(of: moment, in: .gmt).isEmpty)
    }
  }
}
