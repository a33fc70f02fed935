import Foundation
import Observation
import Strata

/// N: saves of one changed row each, while 1,000 observers of results and 1,000 observed objects look on.
/// `raw` is the same without anybody who looks.
struct Watching: Workload {
  let name = "N"
  let count: Int
  private static let observerCount = 1_000

  var expected: Checksum { Checksum(count: Self.observerCount, sum: UInt64(count)) }
  var aim: Double? { 2 }

  var ours: Contender { { try write(&$0, isWatched: true) } }
  var raw: Contender { { try write(&$0, isWatched: false) } }

  private func write(_ stopwatch: inout Stopwatch, isWatched: Bool) throws -> Checksum {
    try ScratchFolder.withFile { url in
      let container = try ModelContainer(
        for: Gauge.self, configurations: ModelConfiguration(url: url))
      let context = ModelContext(container)
      let gauges = (0..<Self.observerCount).map { Gauge(number: $0) }
      context.insert(contentsOf: gauges)
      try context.save()
      var observers: [ResultsObserver<Gauge, Never>] = []
      if isWatched {
        for number in 0..<Self.observerCount {
          observers.append(
            try ResultsObserver(
              filterBy: #Predicate { $0.number == number }, modelContext: context, isolation: nil))
        }
        for gauge in gauges { Self.watch(gauge) }
      }
      try stopwatch.measure {
        for step in 0..<count {
          gauges[step % gauges.count].value += 1
          try context.save()
        }
        for observer in observers where observer.results.count != 1 { throw Lost() }
      }
      return try RawDatabase.checksum(of: url, "SELECT count(*), sum(value) FROM Gauge")
    }
  }

  private static func watch(_ gauge: Gauge) {
    withObservationTracking {
      _ = gauge.value
    } onChange: {
    }
  }

  private struct Lost: Error {}
}

@Model final class Gauge {
  @Attribute(.unique) var number: Int
  var value = 0

  init(number: Int) { self.number = number }
}
