import Strata

@Model final class Trip {
  var name: String
  @Relationship(deleteRule: .cascade, inverse: \Stop.trip) var stops: [Stop] = []

  init(_ name: String) { self.name = name }
}

@Model final class Stop {
  var name: String
  var nights = 1
  var trip: Trip?

  init(_ name: String) { self.name = name }
}
