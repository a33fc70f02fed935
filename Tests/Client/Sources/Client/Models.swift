import Strata

@Model final class Trip {
  @Attribute(.unique) var name: String
  @Relationship(deleteRule: .cascade, inverse: \Stop.trip) var stops: [Stop] = []
  @Relationship(inverse: \Guide.trip) var guide: Guide?
  @Relationship(inverse: \Tag.trips) var tags: [Tag] = []
  init(name: String) { self.name = name }
}

@Model final class Stop {
  var place: String
  var trip: Trip?
  init(place: String) { self.place = place }
}

@Model final class Guide {
  var name: String
  var trip: Trip?
  // Without a way back.
  var home: Stop?
  var languages: [Tag] = []
  init(name: String) { self.name = name }
}

@Model final class Tag {
  var word: String
  var trips: [Trip] = []
  init(word: String) { self.word = word }
}
