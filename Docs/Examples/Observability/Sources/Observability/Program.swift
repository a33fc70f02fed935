import Logging
import StoreObservers
import Strata
import Tracing

@Model final class Trip {
  var name: String

  init(name: String) { self.name = name }
}

/// Observes one store in three ways, and in two of them at once. A program sets up the packages' back ends first.
@main enum Program {
  static func main() throws {
    var logger = Logger(label: "store")
    logger.logLevel = .trace
    let observers: [any StoreObserver] = [
      LoggingObserver(logger: logger), MetricsObserver(), TracingObserver(),
      ObserverPair(LoggingObserver(logger: logger), TracingObserver()),
    ]
    for observer in observers {
      var configuration = ModelConfiguration(isStoredInMemoryOnly: true)
      configuration.observer = observer
      let container = try ModelContainer(for: Trip.self, configurations: configuration)
      let context = ModelContext(container)
      context.author = "example"
      try withSpan("request") { _ in
        context.insert(Trip(name: "Alps"))
        try context.save()
        _ = try context.fetch(FetchDescriptor<Trip>())
      }
      let statistics = container.statistics
      print("\(statistics.fetches) fetch, \(statistics.saves) save, \(statistics.rowsRead) row")
    }
  }
}
