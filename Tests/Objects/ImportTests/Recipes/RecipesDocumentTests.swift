import Foundation
import Strata
import StrataImport
import StrataTestSupport
import Testing

/// The recipes of `Docs/Recipes.md` run here, each with a check of its result.
@Suite(.timeLimit(.scaledMinutes(5))) struct RecipesDocument {
  let folder: TemporaryFolder
  let container: ModelContainer
  let context: ModelContext

  init() throws {
    folder = try TemporaryFolder()
    container = try ModelContainer(
      for: Customer.self, Order.self, Article.self, Contract.self, Photo.self, Seat.self,
      Playlist.self, configurations: ModelConfiguration(url: folder.store()))
    context = ModelContext(container)
  }

  /// Saves orders of 100, 200, … cents, a day apart.
  @discardableResult func saveOrders(_ count: Int) throws -> [Order] {
    let start = Date(timeIntervalSince1970: 1_800_000_000)
    let orders = (1...count).map {
      Order(number: $0, placed: start + Double($0) * 86_400, cents: $0 * 100)
    }
    for order in orders { context.insert(order) }
    try context.save()
    return orders
  }

  @Test func hasNoSwiftThatIsNotRun() throws {
    let page = try DocumentationPage("Recipes.md")
    #expect(page.examples.count >= 40)
    let recipes = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let files = try FileManager.default.contentsOfDirectory(
      at: recipes, includingPropertiesForKeys: nil)
    #expect(try page.examples(missingIn: files.map(\.path)) == [])
  }

  @Test func findsOrCreates() throws {
    func customer(_ email: String, in context: ModelContext) throws -> Customer {
      let known = FetchDescriptor<Customer>(predicate: #Predicate { $0.email == email })
      if let customer = try context.fetch(known).first { return customer }
      let customer = Customer(email: email)
      context.insert(customer)
      return customer
    }
    let ada = try customer("ada@example.com", in: context)
    #expect(try customer("ada@example.com", in: context) === ada)
    ada.name = "Ada"
    try context.save()
    #expect(try customer("ada@example.com", in: context) === ada)
    // An insertion without the fetch: the save merges the object into the row, and keeps its name.
    context.insert(Customer(email: "ada@example.com"))
    try context.save()
    let names = try ModelContext(container).fetch(FetchDescriptor<Customer>()).map(\.name)
    #expect(names == ["Ada"])
  }

  @Test func imports() throws {
    struct Row: Codable { let email, name: String }
    let data = try JSONEncoder().encode(
      (0..<6_000).map { Row(email: "\($0)@example.com", name: "\($0)") })
    let rows = try JSONDecoder().decode([Row].self, from: data)
    let result = try container.import(
      rows, key: ImportKey(\Customer.email, from: \.email), author: "import"
    ) { row, known in
      let customer = known ?? Customer(email: row.email)
      customer.update(\.name, value: row.name)
      return known == nil ? .insert(customer) : .update
    }
    print(result.counts)
    for failure in result.failures { print(failure) }
    #expect(result.counts.inserted == 6_000 && result.failures.isEmpty)
    #expect(try context.fetchCount(FetchDescriptor<Customer>()) == 6_000)
    #expect(try context.historyEntries().count == 2)
  }

  @Test func seedsAnEmptyStore() async throws {
    func seed() async throws {
      try await container.write(author: "seed") { context in
        guard try context.fetchCount(FetchDescriptor<Customer>()) == 0 else { return }
        for email in ["ada@example.com", "bea@example.com"] {
          context.insert(Customer(email: email))
        }
      }
    }
    try await seed()
    try await seed()
    #expect(try context.fetchCount(FetchDescriptor<Customer>()) == 2)
    #expect(try context.historyEntries().map(\.author) == ["seed"])
  }

  @Test func showsPages() throws {
    func orders(after text: String?, in context: ModelContext) throws -> (Page<Order>, String?) {
      let latest = FetchDescriptor<Order>(sortBy: [SortDescriptor(\.placed, order: .reverse)])
      let cursor = try text.map { try PageCursor($0) }
      let page = try context.fetchPage(latest, after: cursor, limit: 50)
      return (page, page.next?.description)
    }
    try saveOrders(60)
    let (first, next) = try orders(after: nil, in: context)
    #expect(first.map(\.number) == Array((11...60).reversed()))
    let (second, end) = try orders(after: next, in: context)
    #expect(second.map(\.number) == Array((1...10).reversed()) && end == nil)
  }

  @Test func searchesAsYouType() throws {
    func articles(_ typed: String, in context: ModelContext) throws -> [Article] {
      let words = typed.split { !$0.isLetter && !$0.isNumber }.map { "\"\($0)\"*" }
      guard !words.isEmpty else { return [] }
      var best = FetchDescriptor<Article>(search: words.joined(separator: " "))
      best.fetchLimit = 20
      return try context.fetch(best)
    }
    for title in ["Zürich by train", "Train to Zermatt", "Bern"] {
      context.insert(Article(tenant: "a", title: title))
    }
    try context.save()
    #expect(try articles("zur", in: context).map(\.title) == ["Zürich by train"])
    #expect(try articles("tra ze", in: context).map(\.title) == ["Train to Zermatt"])
    #expect(try articles("title:\"NOT (", in: context).isEmpty)
    #expect(try articles(" -", in: context).isEmpty)
  }

  @Test func readsSomeColumns() throws {
    let customer = Customer(email: "ada@example.com")
    try saveOrders(2)[1].customer = customer
    try context.save()
    let rows = try context.fetch(
      FetchDescriptor<Order>(sortBy: [SortDescriptor(\.number)]),
      selecting: \.number, \.cents, \.customer?.email)
    for (number, cents, email) in rows { print(number, cents, email ?? "") }
    #expect(rows.map { "\($0) \($1) \($2 ?? "")" } == ["1 100 ", "2 200 ada@example.com"])
  }

  @Test func readsLargeValuesOnDemand() throws {
    for title in ["a", "b"] {
      context.insert(Photo(title: title, pixels: Data(repeating: 7, count: 100_000)))
    }
    try context.save()
    let context = ModelContext(container)
    func show(_ pixels: Data) { shown += pixels.count }
    var shown = 0
    let photos = try context.fetch(FetchDescriptor<Photo>(sortBy: [SortDescriptor(\.title)]))
    print(photos.map(\.title))  // reads no pixels
    if let photo = photos.first { show(photo.pixels) }  // reads those of one photo
    #expect(photos.map(\.title) == ["a", "b"] && shown == 100_000)
  }
}
