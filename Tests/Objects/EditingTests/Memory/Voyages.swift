import Foundation
import Strata
import StrataStoreSupport
import StrataTestSupport

struct Position: Codable, Equatable {
  var latitude: Double
  var longitude: Double
}

@Model final class Vessel: TemporalModel {
  @Attribute(.unique) var name: String
  var tonnage: Int
  var log: Data?
  var position: Position?
  @Relationship(deleteRule: .cascade, inverse: \Voyage.ship) var voyages: [Voyage] = []
  @Relationship(inverse: \Sailor.ships) var crew: [Sailor] = []

  init(name: String, tonnage: Int = 100) {
    self.name = name
    self.tonnage = tonnage
  }
}

@Model final class Voyage: TemporalModel {
  var target: String
  var ship: Vessel?
  init(target: String, ship: Vessel? = nil) {
    self.target = target
    self.ship = ship
  }
}

@Model final class Sailor: TemporalModel {
  var name: String
  var ships: [Vessel] = []
  init(name: String) { self.name = name }
}

/// A store of temporal models.
struct Harbour {
  let folder: TemporaryFolder
  let url: URL

  init() throws {
    folder = try TemporaryFolder()
    url = folder.store()
  }

  static let models: [any PersistentModel.Type] = [Vessel.self, Voyage.self, Sailor.self]

  func context() throws -> ModelContext {
    let context = ModelContext(
      try ModelContainer(for: Self.models, configuration: ModelConfiguration(url: url)))
    context.author = "harbour master"
    return context
  }
}

extension ModelContext {
  func names() throws -> [String] {
    try fetch(FetchDescriptor<Vessel>(sortBy: [SortDescriptor(\.name)])).map(\.name)
  }
}
