import Strata

@Model final class Trail {
  #Index<Trail>([\.kilometers])
  @Attribute(.unique) var name: String
  var kilometers: Double
  var climb: Int?
  var opened: Date?
  var difficulty: Difficulty
  var fee: Fee = Fee.free
  var facilities: Facilities
  var head: Trailhead
  var tags: [String] = []
  var visits: [String: Int] = [:]
  var park: Park?
  @Relationship(inverse: \Outing.trail) var outings: [Outing] = []

  init(name: String, kilometers: Double, difficulty: Difficulty = .easy) {
    self.name = name
    self.kilometers = kilometers
    self.difficulty = difficulty
    facilities = []
    head = Trailhead()
  }

  var title: String { name.uppercased() }
}

@Model final class Park {
  var name: String
  var founded: Int?
  @Relationship(inverse: \Trail.park) var trails: [Trail] = []

  init(name: String) { self.name = name }
}

@Model final class Outing {
  var walker: String
  var minutes: Int?
  var trail: Trail?

  init(walker: String, minutes: Int? = nil) {
    self.walker = walker
    self.minutes = minutes
  }
}

/// Easy before hard, which isn't the order of the texts.
enum Difficulty: String, Codable, CaseIterable, Comparable {
  case easy, moderate, hard

  static func < (lhs: Difficulty, rhs: Difficulty) -> Bool { lhs.rank < rhs.rank }

  private var rank: Int { self == .easy ? 0 : self == .moderate ? 1 : 2 }
}

struct Facilities: OptionSet, Codable, Hashable {
  let rawValue: Int
  static let parking = Facilities(rawValue: 1)
  static let water = Facilities(rawValue: 2)
  static let hut = Facilities(rawValue: 4)
}

struct Trailhead: Codable, Equatable {
  var town = ""
  var height = 0
  var bus: String?
}

@Model final class Photo {
  var title: String
  @Attribute(.externalStorage) var pixels: Data

  init(title: String, pixels: Data) {
    self.title = title
    self.pixels = pixels
  }
}
