import Foundation
import SwiftData

@Model public final class Trip {
  @Attribute(.unique) public var code: String
  public var name: String
  public var start: Date?
  @Relationship(deleteRule: .cascade, inverse: \Stop.trip) public var stops: [Stop] = []

  public init(code: String, name: String, start: Date? = nil) {
    self.code = code
    self.name = name
    self.start = start
  }
}

@Model public final class Stop {
  public var place: String
  public var nights: Int = 1
  public var trip: Trip?

  public init(place: String, nights: Int = 1) {
    self.place = place
    self.nights = nights
  }
}
