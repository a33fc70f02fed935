import StrataStoreSupport
import Strata
import StrataTestSupport

@Model final class UniquePerson {
  @Attribute(.unique) var email: String
  var name = "nobody"
  var age: Int?
  var isActive = true
  var token = UUID()
  var team: UniqueTeam?
  @Relationship(inverse: \UniqueLetter.sender) var letters: [UniqueLetter] = []
  var badge: UniqueBadge?
  var clubs: [UniqueClub] = []
  var mentors: [UniquePerson] = []

  init(_ email: String) { self.email = email }

  convenience init(_ email: String, name: String, age: Int? = nil) {
    self.init(email)
    self.name = name
    if let age { self.age = age }
  }
}

@Model final class UniqueTeam {
  #Unique<UniqueTeam>([\.code], [\.city, \.number])
  var code: String
  var city: String?
  var number = 0
  var people: [UniquePerson] = []

  init(_ code: String, city: String? = nil, number: Int = 0) {
    self.code = code
    self.city = city
    self.number = number
  }
}

@Model final class UniqueLetter {
  var text: String
  var sender: UniquePerson?

  init(_ text: String, from sender: UniquePerson? = nil) {
    self.text = text
    self.sender = sender
  }
}

@Model final class UniqueBadge {
  @Attribute(.unique) var number: Int
  var person: UniquePerson?
  init(_ number: Int) { self.number = number }
}

@Model final class UniqueClub {
  @Attribute(.unique) var name: String
  var people: [UniquePerson] = []
  init(_ name: String) { self.name = name }
}

/// Leads to others without a way back, and is unique over what it leads to.
@Model final class UniqueSeat {
  #Unique<UniqueSeat>([\.row, \.team])
  var row: Int
  var team: UniqueTeam?
  var note: String?

  init(_ row: Int, in team: UniqueTeam?, note: String? = nil) {
    self.row = row
    self.team = team
    self.note = note
  }
}

@Model final class UniqueRemark {
  var about: UniquePerson?
  init(about: UniquePerson?) { self.about = about }
}

/// Must lead to a person, which doesn't know.
@Model final class UniqueTicket {
  var person: UniquePerson
  init(_ person: UniquePerson) { self.person = person }
}

/// Has a one-to-one relationship that must lead to somebody.
@Model final class UniqueHome {
  @Attribute(.unique) var street: String
  @Relationship(inverse: \UniqueOwner.home) var owner: UniqueOwner
  init(_ street: String, _ owner: UniqueOwner) {
    self.street = street
    self.owner = owner
  }
}

@Model final class UniqueOwner {
  @Attribute(.unique) var name: String
  var home: UniqueHome?
  init(_ name: String) { self.name = name }
}

@Model class UniqueVehicle {
  @Attribute(.unique) var plate: String
  var color = "grey"
  var keeper: UniquePerson?

  init(_ plate: String, color: String? = nil) {
    self.plate = plate
    if let color { self.color = color }
  }
}

@Model class UniqueTruck: UniqueVehicle {
  #Unique<UniqueTruck>([\.fleet, \.slot])
  var fleet: String?
  var slot: Int = 0
  var load = 0.0

  init(_ plate: String, fleet: String? = nil, slot: Int = 0, color: String? = nil) {
    super.init(plate, color: color)
    self.fleet = fleet
    self.slot = slot
  }
}

/// May lead to any vehicle.
@Model final class UniqueTrip {
  var vehicle: UniqueVehicle?
  init(_ vehicle: UniqueVehicle?) { self.vehicle = vehicle }
}

/// A store in a temporary folder, and contexts on it.
struct UniqueHouse {
  let folder: TemporaryFolder
  let container: ModelContainer

  init(policy: UniqueConflictPolicy = .upsert) throws {
    folder = try TemporaryFolder()
    container = try Self.open(folder, policy)
  }

  private static func open(
    _ folder: TemporaryFolder, _ policy: UniqueConflictPolicy
  ) throws -> ModelContainer {
    var configuration = ModelConfiguration(url: folder.store())
    configuration.uniqueConflictPolicy = policy
    return try ModelContainer(
      for: [
        UniquePerson.self, UniqueSeat.self, UniqueRemark.self, UniqueTicket.self, UniqueHome.self,
        UniqueTruck.self, UniqueTrip.self,
      ], configuration: configuration)
  }

  /// The store as another process would open it.
  func reopened() throws -> ModelContext { ModelContext(try Self.open(folder, .error)) }

  func context() -> ModelContext { ModelContext(container) }

  /// Parts of the store that the models lack.
  func witnesses() throws -> Witnesses { try Witnesses(at: folder.store()) }

  /// The store's faults, as words.
  func faults() throws -> [String] { try reopened().checkStore().map { "\($0)" } }
}

extension ModelContext {
  func person(_ email: String) throws -> UniquePerson? {
    try fetch(FetchDescriptor<UniquePerson>(predicate: #Predicate { $0.email == email })).first
  }
}
