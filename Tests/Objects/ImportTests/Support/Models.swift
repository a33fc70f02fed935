import Foundation
import StrataStoreSupport
import Strata
import StrataImport
import StrataSQLite
import StrataTestSupport

@Model final class Place {
  @Attribute(.unique) var code: String
  @Attribute(.unique) var label: String?
  var name: String
  var height: Double?
  var mark: UUID?
  var country: Country?

  init(_ code: String, name: String = "") {
    self.code = code
    self.name = name
  }
}

@Model final class Country {
  @Attribute(.unique) var name: String
  var arrivals = 0
  @Relationship(deleteRule: .deny, inverse: \Place.country) var places: [Place] = []

  init(_ name: String) { self.name = name }
}

@Model final class Rate {
  #Unique<Rate>([\.country, \.day], [\.day, \.article])
  var country: Country?
  var article: String
  var day: Int
  var amount = 0.0

  init(_ article: String, _ day: Int) {
    self.article = article
    self.day = day
  }
}

/// May not go to 13.
extension Vessel: ValidatedModel {
  func validate(for operation: ValidationOperation) throws {
    if length == 13 { throw Refusal() }
  }
}

@Model class Vessel {
  @Attribute(.unique) var sign: String
  var length = 0

  init(_ sign: String) { self.sign = sign }
}

@Model final class Ferry: Vessel {
  var seats = 0

  override init(_ sign: String) { super.init(sign) }
}

/// What is decoded elsewhere.
struct PlaceRecord: Codable, Sendable {
  var code: String
  var name = ""
  var country: String?
}

/// What an item throws.
struct Refusal: Error, Equatable {}

extension ImportKey where Item == PlaceRecord, Model == Place {
  static var code: Self { ImportKey(\.code, from: \.code) }
}

/// A store for these models.
struct Atlas {
  let folder: TemporaryFolder
  let container: ModelContainer

  init(_ policy: UniqueConflictPolicy = .upsert) throws {
    folder = try TemporaryFolder()
    var configuration = ModelConfiguration(url: folder.store())
    configuration.uniqueConflictPolicy = policy
    container = try ModelContainer(
      for: [Place.self, Country.self, Rate.self, Vessel.self, Ferry.self],
      configuration: configuration)
  }

  var context: ModelContext { ModelContext(container) }

  /// The names by code.
  func names() throws -> [String: String] {
    Dictionary(
      uniqueKeysWithValues: try context.fetch(FetchDescriptor<Place>()).map { ($0.code, $0.name) })
  }

  func save(_ codes: [String]) throws {
    let context = context
    for code in codes { context.insert(Place(code, name: "old")) }
    try context.save()
  }

  /// Inserts or updates, as most imports do.
  static func upsert(_ record: PlaceRecord, _ place: Place?) throws -> ImportAction<Place> {
    guard let place else { return .insert(Place(record.code, name: record.name)) }
    place.update(\.name, value: record.name)
    return .update
  }

  static func records(_ range: Range<Int>, name: String = "new") -> [PlaceRecord] {
    range.map { PlaceRecord(code: "P\($0)", name: name) }
  }
}

extension ImportOutcome {
  /// The outcome in a word.
  var word: String {
    switch self {
    case .inserted: "inserted"
    case .updated: "updated"
    case .unchanged: "unchanged"
    case .deleted: "deleted"
    case .failed: "failed"
    }
  }
}

extension Atlas {
  /// Runs SQL as a program of another kind would.
  func execute(_ sql: String) throws {
    try Connection.toTables(of: folder.store()).execute(sql)
  }
}
