import Foundation
import SwiftData

/// A trip of the app.
@Model public final class Trip {
  /// The code by which people name the trip.
  @Attribute(.unique) public var code: String
  /// The name.
  public var name: String
  /// The first day.
  public var start: Date?
  /// The stops, in no order.
  @Relationship(deleteRule: .cascade, inverse: \Stop.trip) public var stops: [Stop] = []

  /// Makes a trip without stops.
  public init(code: String, name: String, start: Date? = nil) {
    self.code = code
    self.name = name
    self.start = start
  }
}

/// A stop of a trip.
@Model public final class Stop {
  /// The name of the place.
  public var place: String
  /// The number of nights.
  public var nights: Int = 1
  /// The trip.
  public var trip: Trip?

  /// Makes a stop without a trip.
  public init(place: String, nights: Int = 1) {
    self.place = place
    self.nights = nights
  }
}
