import Foundation
import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

/// What `Docs/PagesAndSnapshots.md` shows, run.
@Suite struct PagesAndSnapshotsDocument {
  @Model @Snapshot(including: "legs", identifying: "guide") final class Tour {
    @Attribute(.unique) var code: String
    var title: String
    var price: Decimal = 0
    var begin: Date?
    private var margin = 0.2
    @Relationship(deleteRule: .cascade, inverse: \Leg.tour) var legs: [Leg] = []
    var guide: Guide?
    init(code: String, title: String) {
      self.code = code
      self.title = title
    }
  }

  @Model @Snapshot final class Leg {
    var place: String
    var hours = 1
    @Relationship var tour: Tour?
    init(place: String) { self.place = place }
  }

  @Model @Snapshot(excluding: "phone") final class Guide {
    var name: String
    var phone = ""
    init(name: String) { self.name = name }
  }

  struct TourPage: Codable {
    let tours: [Tour.Snapshot]
    let next: PageCursor?
  }

  func tours(after cursor: String?, in context: ModelContext) throws -> TourPage {
    let byTitle = FetchDescriptor<Tour>(sortBy: [SortDescriptor(\.title)])
    let page = try context.fetchPage(
      byTitle, after: try cursor.map { try PageCursor($0) }, limit: 2)
    return TourPage(tours: try page.map { try $0.snapshot }, next: page.next)
  }

  private let context: ModelContext

  init() throws {
    context = ModelContext(
      try ModelContainer(
        for: [Tour.self, Leg.self, Guide.self], configuration: .temporary))
  }

  @Test func hasNoSwiftThatIsNotRun() throws {
    let page = try DocumentationPage("PagesAndSnapshots.md")
    #expect(page.examples.count == 5)
    #expect(try page.examples(missingIn: [#filePath]) == [])
  }

  @Test func turnsJSONIntoObjects() throws {
    let body = Data(#"{"code": "N7", "title": "North", "legs": [{"place": "Rye"}]}"#.utf8)
    let posted = try JSONDecoder().decode(Tour.Snapshot.self, from: body)
    let tour = try Tour(posted, in: context)
    try context.save()
    #expect(tour.legs.map(\.hours) == [1])
    try patches(tour)
    try shows(tour)
  }

  private func patches(_ tour: Tour) throws {
    let patch = Data(#"{"price": 12, "legs": [{"place": "Rye", "hours": 3}]}"#.utf8)
    try tour.apply(tour.snapshot.updated(from: patch))
    try context.save()
    #expect(tour.title == "North" && tour.price == 12 && tour.legs.map(\.hours) == [3])
    #expect(try context.fetchCount(FetchDescriptor<Leg>()) == 1)
  }

  private func shows(_ tour: Tour) throws {
    let snapshot = try tour.snapshot
    let json = try JSONEncoder().encode(snapshot)
    #expect(!String(decoding: json, as: UTF8.self).contains("margin"))
  }

  @Test func givesOnePageAfterTheOther() throws {
    for title in ["C", "A", "B"] { context.insert(Tour(code: title, title: title)) }
    try context.save()
    let first = try tours(after: nil, in: context)
    #expect(first.tours.map(\.title) == ["A", "B"])
    let sent = try JSONDecoder().decode(TourPage.self, from: try JSONEncoder().encode(first))
    let second = try tours(after: try #require(sent.next).description, in: context)
    #expect(second.tours.map(\.title) == ["C"] && second.next == nil)
  }
}
