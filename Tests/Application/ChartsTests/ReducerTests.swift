import Foundation
import StrataCharts
import StrataTestSupport
import Testing

@Suite struct SeriesReducers {
  private let start = Moments.date(2020)

  @Test func keepWhatThereWas() throws {
    var generator = SeededGenerator()
    for columns in [1, 7, 100] {
      var reducer = SeriesReducer(columns: columns)
      let values = (0..<5000).map { _ in
        (
          date: start + Double.random(in: -1e7...1e8, using: &generator),
          value: Double.random(in: -5...5, using: &generator)
        )
      }
      for value in values { reducer.add(value.date, value.value) }
      let buckets = reducer.buckets
      #expect(buckets.count <= 2 * columns)
      #expect(buckets.map(\.count).reduce(0, +) == values.count)
      for bucket in buckets {
        let own = values.filter { bucket.start <= $0.date && $0.date < bucket.end }.map(\.value)
        #expect(own.count == bucket.count)
        #expect(own.min() == bucket.minimum && own.max() == bucket.maximum)
        #expect(abs(own.reduce(0, +) - bucket.sum) < 1e-6)
      }
      #expect(zip(buckets, buckets.dropFirst()).allSatisfy { $0.end <= $1.start })
    }
  }

  @Test func areFineEnough() {
    var reducer = SeriesReducer(columns: 50)
    for second in 0..<100_000 { reducer.add(start + Double(second), 1) }
    #expect((50...100).contains(reducer.buckets.count))
  }

  @Test func takeBothValuesOfASample() {
    var reducer = SeriesReducer(columns: 10)
    reducer.add(Sample(date: start, value: 120, secondValue: 80))
    #expect(reducer.buckets.map(\.minimum) == [80] && reducer.buckets.map(\.maximum) == [120])
  }

  @Test func passOverWhatIsNoNumber() {
    var reducer = SeriesReducer(columns: 10)
    reducer.add(start, .nan)
    reducer.add(start, .infinity)
    reducer.add(Date(timeIntervalSinceReferenceDate: .infinity), 1)
    reducer.add(start, 2)
    #expect(reducer.skippedCount == 3 && reducer.buckets.map(\.sum) == [2])
  }

  @Test func holdTheWholeOfTime() {
    var reducer = SeriesReducer(columns: 3)
    for date in [Date.distantPast, start, start + 0.001, .distantFuture] { reducer.add(date, 1) }
    #expect(reducer.buckets.map(\.count).reduce(0, +) == 4)
    #expect(reducer.buckets.count <= 6)
  }
}
