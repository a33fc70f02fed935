internal import StrataStoreSupport
package import Strata
internal import StrataTestSupport

/// A hierarchy of three generations, with relationships to each of them and of each of them.
@Model package class Beast {
  #Index<Beast>([\.weight])
  @Attribute(.unique) package var tag: String
  package var weight = 0
  package var keeper: Keeper?
  package var mother: Beast?
  @Relationship(inverse: \Beast.mother) package var young: [Beast] = []
  @Relationship(deleteRule: .cascade, inverse: \Chart.beast) package var charts: [Chart] = []
  package var zones: [Zone] = []

  package init(tag: String, weight: Int = 0, keeper: Keeper? = nil) {
    self.tag = tag
    self.weight = weight
    self.keeper = keeper
  }

  package var sound: String { "" }
}

@Model package class Hound: Beast {
  package var breed: String
  package var color: String?
  package var kennel: Kennel?

  package init(tag: String, breed: String, weight: Int = 0, keeper: Keeper? = nil) {
    self.breed = breed
    super.init(tag: tag, weight: weight, keeper: keeper)
  }

  package override var sound: String { "woof" }
}

@Model package final class Pup: Hound {
  package var age = 1
  package var toys: [String] = []

  package override init(tag: String, breed: String, weight: Int = 0, keeper: Keeper? = nil) {
    super.init(tag: tag, breed: breed, weight: weight, keeper: keeper)
  }

  package override var sound: String { "yip" }
}

@Model package final class Tiger: Beast {
  #Unique<Tiger>([\.stripes], [\.weight, \.color])
  package var stripes: Int
  package var color: Int?
  package var prey: [Hound] = []

  package init(tag: String, stripes: Int, weight: Int = 0, keeper: Keeper? = nil) {
    self.stripes = stripes
    super.init(tag: tag, weight: weight, keeper: keeper)
  }
}

@Model package final class Keeper {
  package var name: String
  @Relationship(deleteRule: .nullify, inverse: \Beast.keeper) package var beasts: [Beast] = []
  package var favorite: Hound?
  package var guardian: Beast?

  package init(name: String) { self.name = name }
}

@Model package final class Kennel {
  package var place: String
  @Relationship(deleteRule: .cascade, inverse: \Hound.kennel) package var hounds: [Hound] = []
  package init(place: String) { self.place = place }
}

@Model package final class Chart {
  package var text: String
  package var beast: Beast?
  package init(text: String) { self.text = text }
}

@Model package final class Zone {
  package var name: String
  package var beasts: [Beast] = []
  package init(name: String) { self.name = name }
}

/// A zoo's store, in a file.
package struct Menagerie: Sendable {
  package static let models: [any PersistentModel.Type] = [
    Beast.self, Hound.self, Pup.self, Tiger.self, Keeper.self, Kennel.self,
  ]

  package let house: Storehouse

  package init() throws { house = try Storehouse() }

  package func context(
    _ models: [any PersistentModel.Type] = Menagerie.models
  ) throws -> ModelContext {
    let configuration = ModelConfiguration(url: house.folder.file("zoo.store"))
    return ModelContext(try ModelContainer(for: models, configuration: configuration))
  }

  package static func inMemory() throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: models, configuration: .temporary))
  }
}

extension ModelContext {
  /// A beast of each class, the heaviest first: a snake of 40, a hound of 30, a pup of 20, a tiger
  /// of 10.
  @discardableResult
  package func insertOneOfEach() -> [Beast] {
    let beasts = [
      Beast(tag: "snake", weight: 40), Hound(tag: "rex", breed: "collie", weight: 30),
      Pup(tag: "bo", breed: "collie", weight: 20), Tiger(tag: "khan", stripes: 7, weight: 10),
    ]
    for beast in beasts { insert(beast) }
    return beasts
  }
}
