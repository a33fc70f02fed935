import SwiftData

enum Inherited {
  @Model
  class Trip {
    #Index<Trip>([\.name])
    var name: String
    var days: Int = 1
    @Relationship(deleteRule: .cascade, inverse: \Stop.trip) var stops: [Stop] = []

    init(name: String) { self.name = name }

    var color: String { "yellow" }
  }

  @available(macOS 15, *)
  @Model
  final class BusinessTrip: Trip {
    enum Class: String, Codable { case first, second }
    var allowance: Double = 0.0
    var travelClass: Class

    init(name: String, travelClass: Class, allowance: Double? = nil) {
      self.travelClass = travelClass
      if let allowance { self.allowance = allowance }
      super.init(name: name)
    }

    override var color: String { "blue" }
  }

  @Model
  class PersonalTrip: Trip {
    var reason: String?
    override init(name: String) { super.init(name: name) }
  }

  @Model
  final class FamilyTrip: PersonalTrip {
    var headCount: Int = 2
    override init(name: String) { super.init(name: name) }
  }

  @Model
  final class Stop {
    var place: String
    var trip: Trip?
    init(place: String) { self.place = place }
  }
}
