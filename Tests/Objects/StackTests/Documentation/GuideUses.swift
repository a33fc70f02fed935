import Foundation
import StoreSupport
import Strata
import TestSupport
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
