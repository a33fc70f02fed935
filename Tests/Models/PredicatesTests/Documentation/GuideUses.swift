import Foundation
import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

/// What the document shows besides fetches.
@Suite struct GuideUses {
  @Test func explain() throws {
    let context = try TrailBook().context
    var lines: [String] = []
    func print(_ text: Any) { lines.append("\(text)") }

    let gorge = FetchDescriptor<Trail>(predicate: #Predicate { $0.name == "Gorge" })
    let explanation = try context.explain(gorge)
    print(explanation.sql.sql)  // … WHERE t0."name" = ? …
    print(explanation.sql.arguments)  // ['Gorge']
    print(explanation.plan)  // ["SEARCH t0 USING INDEX …"]

    #expect(lines[0].contains(#" WHERE t0."name" = ? "#) && lines[1] == "['Gorge']")
    if TestServer.isWanted {
      #expect(lines[2].contains(#"on \"Trail\" t0"#))
    } else {
      #expect(lines[2].hasPrefix(#"["SEARCH t0 USING INDEX "#))
    }
  }

  @Test func extremes() throws {
    let context = try TrailBook().context
    try context.save()

    let total = try context.sum(of: \Trail.kilometers)  // 0 without any
    let steepest = try context.maximum(of: \Trail.climb)  // nil without any
    let parks = try context.countDistinct(of: \Trail.park)

    #expect(total == 40.5 && steepest == 980 && parks == 2)
  }

  @Test func computedKeys() throws {
    let book = try TrailBook()
    let context = book.context
    let zone = TimeZone(identifier: "Europe/Berlin") ?? .gmt
    for (number, trail) in book.trails.enumerated() {
      trail.opened = Date(timeIntervalSinceReferenceDate: Double(number) * 2 * 30 * 86_400)
    }
    try context.save()

    let month = (\Trail.opened).part(.month, in: zone)
    let byMonth = FetchDescriptor<Trail>(
      predicate: month >= 5 && #Predicate { $0.kilometers > 3 },
      sortBy: [SortDescriptor(month), SortDescriptor(\.name)])

    #expect(try context.fetch(byMonth).map(\.name) == ["Gorge", "ridge 9"])
  }

  @Test(.enabled(if: !TestServer.isWanted, "a server has functions of its own"))
  func functions() throws {
    var configuration = ModelConfiguration(isStoredInMemoryOnly: true)
    let detour = PredicateFunction("detour") { (kilometers: Double, climb: Int?) in
      kilometers + Double(climb ?? 0) / 100
    }
    configuration.functions = [SQLFunction(detour)]
    let context = ModelContext(
      try ModelContainer(for: Trail.self, configurations: configuration))
    for (name, kilometers, climb) in [("Ridge", 8.0, 150), ("Shore", 8.0, nil)] {
      let trail = Trail(name: name, kilometers: kilometers)
      trail.climb = climb
      context.insert(trail)
    }

    let long = FetchDescriptor<Trail>(
      predicate: #Predicate { detour.call($0.kilometers, $0.climb) > 9 && $0.difficulty != .hard })

    #expect(try context.fetch(long).map(\.name) == ["Ridge"])
    try context.save()
    #expect(try context.fetch(long).map(\.name) == ["Ridge"])
  }

  @Test func selectedValues() throws {
    let context = try TrailBook().context
    try context.save()
    var lines: [String] = []
    func print(_ name: String, _ park: String) { lines.append("\(name) \(park)") }

    let rows = try context.fetch(
      FetchDescriptor<Trail>(sortBy: [SortDescriptor(\.kilometers)]), selecting: \.name,
      \.park?.name)
    for (name, park) in rows { print(name, park ?? "") }

    let trails = try context.fetch(FetchDescriptor<Trail>(sortBy: [SortDescriptor(\.kilometers)]))
    #expect(lines == trails.map { "\($0.name) \($0.park?.name ?? "")" })
  }

  @Test func largeValues() throws {
    let container = try ModelContainer(for: [Photo.self], configuration: .temporary)
    let filling = ModelContext(container)
    for title in ["b", "a"] { filling.insert(Photo(title: title, pixels: Data(title.utf8))) }
    try filling.save()
    let context = ModelContext(container)

    var descriptor = FetchDescriptor<Photo>(sortBy: [SortDescriptor(\.title)])
    descriptor.propertiesToFetch = [\.title]
    let photos = try context.fetch(descriptor)

    #expect(
      photos.map(\.title) == ["a", "b"] && photos.map(\.pixels) == [Data("a".utf8), Data("b".utf8)])
  }

  @Test func pages() throws {
    let context = try TrailBook().context
    try context.save()

    let trails = FetchDescriptor<Trail>(sortBy: [SortDescriptor(\.kilometers, order: .reverse)])
    let first = try context.fetchPage(trails, limit: 50)
    let second = try context.fetchPage(trails, after: first.next, limit: 50)
    let again = try context.fetchPage(trails, before: second.previous, limit: 50)

    #expect(try first.elements == context.fetch(trails) && again.count == first.count)
  }

  @Test func protocols() throws {
    let context = try TrailBook().context
    let trails: [Trail] = try signs(saying: "Gorge", in: context)
    #expect(trails.map(\.name) == ["Gorge"])
  }

  @Test func delete() throws {
    let context = try TrailBook().context
    try context.save()

    try context.batchDelete(where: #Predicate<Trail> { $0.kilometers < 5 })

    #expect(try context.count(of: Trail.self) == 4)
  }

  @Test func uniqueValues() throws {
    let book = try TrailBook()
    try book.context.save()
    let context = book.context

    context.insert(Trail(name: "Gorge", kilometers: 9.5))
    try context.save()  // the trail that is there gets the 9.5 kilometers, and keeps its fee

    #expect(try context.count(of: Trail.self) == 5)
    let gorge = try #require(
      try context.fetch(FetchDescriptor<Trail>(predicate: #Predicate { $0.name == "Gorge" })).first)
    #expect(gorge.kilometers == 9.5 && gorge.fee == .season(price: 20, days: 90))
  }
}
