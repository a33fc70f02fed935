import Foundation
import Strata
import Synchronization

@Model final class Event {
  var number: Int
  var text: String
  init(_ number: Int) {
    self.number = number
    text = "event \(number)"
  }
}

/// Saves a second by the time that a round trip takes, by the number of writers, and by the store's mode.
enum SavesByRoundTrip {
  static func run(_ schemas: PrivateSchemas, _ seconds: Int?) async throws {
    Figures.row("round trip, ms", "mode", "1 writer", "8 writers")
    for roundTrip in [0, 0.5, 2, 10] {
      for mode in ["serial", "concurrent"] {
        let delayed =
          try roundTrip == 0
          ? nil : DelayedServer(before: schemas.socketFolder, roundTrip: roundTrip / 1000)
        defer { delayed?.end() }
        let schema = "saves_\(UUID().uuidString.prefix(8).lowercased())"
        let rates = try [1, 8].map { count in
          var url = schemas.url(schema, ["saves": mode])
          if let delayed, var parts = URLComponents(url: url, resolvingAgainstBaseURL: false) {
            parts.queryItems = parts.queryItems?.map {
              $0.name == "host" ? URLQueryItem(name: "host", value: delayed.folder.path) : $0
            }
            url = parts.url ?? url
          }
          return try rate(of: count, at: url, seconds: Double(seconds ?? 3))
        }
        Figures.row(
          roundTrip == 0 ? "none added" : "\(roundTrip)", mode, Figures.number(rates[0], 0),
          Figures.number(rates[1], 0))
      }
    }
  }

  /// The saves a second of writers with containers of their own, each of one new object.
  private static func rate(of count: Int, at url: URL, seconds: Double) throws -> Double {
    // Each thread uses its own.
    nonisolated(unsafe) let contexts = try (0..<count).map { _ in
      ModelContext(
        try ModelContainer(for: Event.self, configurations: ModelConfiguration(url: url)))
    }
    for context in contexts { try save(in: context, 0) }
    let saves = Mutex(0)
    let failure = Mutex<(any Error)?>(nil)
    let end = Date(timeIntervalSinceNow: seconds)
    let group = DispatchGroup()
    for writer in 0..<count {
      group.enter()
      Thread.detachNewThread {
        defer { group.leave() }
        var own = 0
        do {
          while Date() < end {
            try save(in: contexts[writer], own)
            own += 1
          }
        } catch {
          failure.withLock { $0 = error }
        }
        saves.withLock { $0 += own }
      }
    }
    group.wait()
    if let error = failure.withLock({ $0 }) { throw error }
    return Double(saves.withLock { $0 }) / seconds
  }

  private static func save(in context: ModelContext, _ number: Int) throws {
    context.insert(Event(number))
    try context.save()
  }
}
