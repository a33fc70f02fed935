import Foundation
import SwiftData

/// Trips as the app and the tool ask for them.
public struct TripBook {
  /// The context that the trips are in.
  public let context: ModelContext

  /// Makes a book of the trips in a container.
  public init(_ container: ModelContainer) { context = ModelContext(container) }

  /// Opens the trips in a file, or makes it.
  public static func open(_ url: URL) throws -> TripBook {
    TripBook(
      try ModelContainer(for: Trip.self, Stop.self, configurations: ModelConfiguration(url: url)))
  }

  /// Returns the trips with at least so many nights, by name.
  public func trips(nights: Int = 0) throws -> [Trip] {
    let all = try context.fetch(FetchDescriptor<Trip>(sortBy: [SortDescriptor(\.name)]))
    return all.filter { $0.stops.reduce(0) { $0 + $1.nights } >= nights }
  }

  /// Returns the trips that stop at a place.
  public func trips(through place: String) throws -> [Trip] {
    try context.fetch(
      FetchDescriptor<Trip>(
        predicate: #Predicate { trip in trip.stops.contains { $0.place == place } },
        sortBy: [SortDescriptor(\.name)]))
  }

  /// Adds a trip, or changes the name of the one with the code.
  @discardableResult
  public func add(code: String, name: String, stops: [String]) throws -> Trip {
    let trip = Trip(code: code, name: name)
    context.insert(trip)
    trip.stops = stops.map { Stop(place: $0) }
    try context.save()
    return trip
  }
}
