import StoreSupport
import Strata
import TestSupport

/// A hierarchy of three generations, with relationships to each of them and of each of them.
@Model class Beast {
  #Index<Beast>([\.weight])
  @Attribute(.unique) var tag: String
  var weight = 0
  var keeper: Keeper?
  var mother: Beast?
  @Relationship(inverse: \Beast.mother) var young: [Beast] = []
  @Relationship(deleteRule: .cascade, inverse: \Chart.beast) var charts: [Chart] = []
  var zones: [Zone] = []

  init(tag: String, weight: Int = 0, keeper: Keeper? = nil) {
    self.tag = tag
    self.weight = weight
    self.keeper = keeper
  }

  var sound: String { "" }
}

@Model class Hound: Beast {
  var breed: String
  var color: String?
  var kennel: Kennel?

  init(tag: String, breed: String, weight: Int = 0, keeper: Keeper? = nil) {
    self.breed = breed
    super.init(tag: tag, weight: weight, keeper: keeper)
  }

  override var sound: String { "woof" }
}

@Model final class Pup: Hound {
  var age = 1
  var toys: [String] = []

  override init(tag: String, breed: String, weight: Int = 0, keeper: Keeper? = nil) {
    super.init(tag: tag, breed: breed, weight: weight, keeper: keeper)
  }

  override var sound: String { "yip" }
}

@Model final class Tiger: Beast {
  #Unique<Tiger>([\.stripes], [\.weight, \.color])
  var stripes: Int
  var color: Int?
  var prey: [Hound] = []

  init(tag: String, stripes: Int, weight: Int = 0, keeper: Keeper? = nil) {
    self.stripes = stripes
    super.init(tag: tag, weight: weight, keeper: keeper)
  }
}

@Model final class Keeper {
  var name: String
  @Relationship(deleteRule: .nullify, inverse: \Beast.keeper) var beasts: [Beast] = []
  var favorite: Hound?
  var guardian: Beast?

  init(name: String) { self.name = name }
}

@Model final class Kennel {
  var place: String
  @Relationship(deleteRule: .cascade, inverse: \Hound.kennel) var hounds: [Hound] = []
  init(place: String) { self.place = place }
}

@Model final class Chart {
  var text: String
  var beast: Beast?
  init(text: String) { self.text = text }
}

@Model final class Zone {
  var name: String
  var beasts: [Beast] = []
  init(name: String) { self.name = name }
}

/// A zoo's store, in a file.
struct Menagerie {
  static let models: [any PersistentModel.Type] = [
    Beast.self, Hound.self, Pup.self, Tiger.self, Keeper.self, Kennel.self,
  ]

  let house: Storehouse

  init() throws { house = try Storehouse() }

  func context(_ models: [any PersistentModel.Type] = Menagerie.models) throws -> ModelContext {
    let configuration = ModelConfiguration(url: house.folder.file("zoo.store"))
    return ModelContext(try ModelContainer(for: models, configuration: configuration))
  }

  static func inMemory() throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: models, configuration: .temporary))
  }
}

extension ModelContext {
  /// A beast of each class, the heaviest first: a snake of 40, a hound of 30, a pup of 20, a tiger
  /// of 10.
  @discardableResult
  func insertOneOfEach() -> [Beast] {
    let beasts = [
      Beast(tag: "snake", weight: 40), Hound(tag: "rex", breed: "collie", weight: 30),
      Pup(tag: "bo", breed: "collie", weight: 20), Tiger(tag: "khan", stripes: 7, weight: 10),
    ]
    for beast in beasts { insert(beast) }
    return beasts
  }
}
