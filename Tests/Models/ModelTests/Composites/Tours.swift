import Foundation
import Strata
import StrataTestSupport

/// A struct whose first member may be nil, with one of each kind.
@Composite struct TourAddress: Codable, Equatable {
  var note: String?
  var town: String
  var number = 1
  var place: TourPlace?
  var mood = TourGrade.good
  var tags: [String] = []
  let id: UUID
  static let nowhere = TourAddress(town: "", id: UUID())
  var line: String { "\(town) \(number)" }
}

@Composite struct TourPlace: Codable, Equatable {
  var latitude: Double
  var longitude: Double
}

enum TourGrade: String, Codable, CaseIterable { case good, bad }

/// A struct of nothing but optionals.
@Composite struct TourHints: Codable, Equatable {
  var first: String?
  var second: Int?
}

@Composite enum TourToll: Codable, Equatable {
  case free
  case entry(price: Int)
  case season(price: Int, days: Int?)
  case group(TourPlace, [String])
  case other(price: String)
}

/// Its cases have an order that isn't that of their names.
@Composite enum TourPace: Codable, CaseIterable, Comparable { case slow, normal, fast }

@Model final class Tour {
  #Index<Tour>([\.toll.price], [\.home.place?.latitude], [\.home.town, \.name])
  #Unique<Tour>([\.home.id])
  var name: String
  var toll: TourToll = TourToll.free
  var rest: TourToll?
  var home: TourAddress
  var away: TourAddress?
  var hints = TourHints()
  var maybe: TourHints?
  var pace: TourPace = TourPace.normal

  init(_ name: String, town: String = "A") {
    self.name = name
    home = TourAddress(town: town, id: UUID())
  }
}

/// A store of tours.
struct Tours {
  let folder: TemporaryFolder
  let container: ModelContainer

  init() throws {
    folder = try TemporaryFolder()
    container = try ModelContainer(
      for: Tour.self, configurations: ModelConfiguration(url: folder.file()))
  }

  func context() -> ModelContext { ModelContext(container) }

  /// Saves tours and gives them, read anew in another context.
  @discardableResult
  func reread(_ tours: [Tour]) throws -> [Tour] {
    let context = context()
    for tour in tours { context.insert(tour) }
    try context.save()
    return try self.context().fetch(FetchDescriptor<Tour>(sortBy: [SortDescriptor(\.name)]))
  }
}
