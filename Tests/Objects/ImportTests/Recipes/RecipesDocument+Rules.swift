import Foundation
import Strata
import StrataTestSupport
import Testing

extension RecipesDocument {
  @Test func recordsTimes() throws {
    let article = Article(tenant: "a", title: "Draft")
    context.insert(article)
    try context.save()  // sets created and updated
    article.title = "Final"
    try context.save()  // sets updated
    let latest = FetchDescriptor<Article>(sortBy: [SortDescriptor(\.updated, order: .reverse)])
    #expect(article.created < article.updated)
    #expect(try context.fetch(latest).map(\.title) == ["Final"])
  }

  @Test func deletesRestoresAndPurges() throws {
    let article = Article(tenant: "a", title: "Draft")
    context.insert(article)
    try context.save()
    context.delete(article)
    try context.save()
    let all = FetchDescriptor<Article>().includingDeleted()
    for article in try context.fetch(all.where(#Predicate { $0.deleted != nil })) {
      try context.restore(article)
    }
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Article>()) == 1)
    context.delete(article)
    try context.save()
    try context.purge(Article.self, deletedBefore: .now - 30 * 24 * 3600)
    #expect(try context.fetchCount(FetchDescriptor<Article>()) == 0)
    #expect(try context.fetchCount(all) == 1)
    try context.purge(Article.self, deletedBefore: .now + 1)
    #expect(try context.fetchCount(all) == 0)
  }

  @Test func scopesTenants() async throws {
    for (tenant, title) in [("a", "One"), ("b", "Two")] {
      context.insert(Article(tenant: tenant, title: title))
    }
    try context.save()
    let tenant = "a"
    let titles = try await container.read { context in
      try context.scope(#Predicate<Article> { $0.tenant == tenant })
      return try context.fetch(FetchDescriptor<Article>()).map(\.title)
    }
    #expect(titles == ["One"])
  }

  @Test func keepsACombinationUnique() throws {
    var taken: [String] = []
    func print(_ conflict: UniqueConflict) { taken.append("\(conflict)") }
    context.insert(Seat(row: "A", number: 1))
    context.insert(Seat(row: "A", number: 2))
    try context.save()
    context.uniqueConflictPolicy = .error
    context.insert(Seat(row: "A", number: 1))
    do {
      try context.save()
    } catch StackError.notUnique(let conflict) {
      print(conflict)
      context.rollback()
    }
    #expect(taken.count == 1 && !context.hasChanges)
    #expect(try context.fetchCount(FetchDescriptor<Seat>()) == 2)
  }

  @Test func validates() throws {
    context.insert(Order(number: 7, cents: -1))
    let error = #expect(throws: StackError.self) { try context.save() }
    #expect("\(try #require(error))".contains("NegativeTotal(order: 7)"))
    #expect(context.hasChanges)
  }

  @Test func appliesAPatch() throws {
    let order = try saveOrders(1)[0]
    let body = Data(#"{"note": "Ring twice", "isPaid": true}"#.utf8)
    try order.apply(order.snapshot.updated(from: body))
    try context.save()
    #expect(order.note == "Ring twice" && order.isPaid && order.cents == 100)
    let wrong = Data(#"{"price": 1}"#.utf8)
    #expect(throws: SnapshotError.self) { try order.apply(order.snapshot.updated(from: wrong)) }
  }

  @Test func keepsMembersInAnOrder() throws {
    let playlist = Playlist()
    context.insert(playlist)
    for title in ["a", "b", "c"] {
      let track = Track(title: title)
      playlist.tracks.append(track)
      playlist.move(track, to: playlist.tracks.count)
    }
    try context.save()
    playlist.move(playlist.ranked[2], to: 0)
    try context.save()
    let read = try #require(try ModelContext(container).fetch(FetchDescriptor<Playlist>()).first)
    #expect(read.ranked.map(\.title) == ["c", "a", "b"])
    playlist.tracks.reverse()
    try context.save()
    let again = try #require(try ModelContext(container).fetch(FetchDescriptor<Playlist>()).first)
    #expect(again.tracks.map(\.title) == ["a", "b", "c"])
  }
}
