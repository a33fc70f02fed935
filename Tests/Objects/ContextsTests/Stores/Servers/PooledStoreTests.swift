import Foundation
import StrataModelSupport
import Strata
import Synchronization
import StrataTestSupport
import Testing

@Suite(
  .enabled(if: TestServer.hasPrograms && TestPooler.isInstalled), .timeLimit(.scaledMinutes(5)))
struct PooledStores {
  private func container(
    _ url: URL, _ schema: String, saves: String
  ) throws -> ModelContainer {
    let items = [
      URLQueryItem(name: "schema", value: schema), URLQueryItem(name: "saves", value: saves),
      URLQueryItem(name: "pooler", value: "transaction"),
    ]
    return try ModelContainer(
      for: Storehouse.models,
      configuration: ModelConfiguration(url: url.appending(queryItems: items)))
  }

  /// Saves of one context: single objects, many at once, upserts, links, changes, deletions, batches.
  private func work(in context: ModelContext, _ name: String) throws {
    for round in 0..<4 {
      let author = Author(name: "\(name) \(round)")
      context.insert(author)
      author.books = (0..<3).map { Book(title: "\(name) \(round) \($0)") }
      try context.save()
      for serial in 0..<80 { context.insert(Mark(serial: serial)) }
      try context.save()
      // The object that has the name already is changed.
      let again = Author(name: "\(name) \(round)")
      again.height = 2
      context.insert(again)
      try context.save()
      let found = try context.fetch(
        FetchDescriptor<Author>(predicate: #Predicate { $0.name.contains(name) }))
      #expect(found.count == round + 1 && found.allSatisfy { $0.height == 2 })
      for book in try #require(found.last).books.prefix(1) { context.delete(book) }
      try context.save()
      let serial = 40 + round
      try context.batchDelete(Mark.self, where: #Predicate { $0.serial == serial })
      context.insert(Author(name: "nobody \(name)"))
      context.rollback()
    }
  }

  @Test(arguments: TestPooler.keepsStatements ? [0, 100] : [0], ["serial", "concurrent"])
  func workAsOthersWhenMoreUseThePoolThanItHasConnections(
    preparedStatements: Int, saves: String
  ) throws {
    let pooler = try TestPooler(
      before: TestServer.ownServer, mode: "transaction", size: 4,
      preparedStatements: TestPooler.keepsStatements ? preparedStatements : nil)
    defer { withExtendedLifetime(pooler) {} }
    let run = UUID().uuidString
    let schemas = ["first_\(run)", "second_\(run)"]
    let containers = try schemas.map { try container(pooler.url, $0, saves: saves) }
    let failures = Mutex<[String]>([])
    let writers = 4
    DispatchQueue.concurrentPerform(iterations: 2 * writers) { number in
      do {
        let name = "\(schemas[number % 2]) \(number)"
        try work(in: ModelContext(containers[number % 2]), name)
      } catch {
        failures.withLock { $0.append("\(error)") }
      }
    }
    #expect(failures.withLock { $0 } == [])
    for (schema, container) in zip(schemas, containers) {
      let context = ModelContext(container)
      let authors = try context.fetch(FetchDescriptor<Author>())
      #expect(authors.count == writers * 4)
      #expect(authors.allSatisfy { $0.name.hasPrefix(schema) && $0.books.count == 2 })
      #expect(
        authors.allSatisfy { author in author.books.allSatisfy { $0.title.hasPrefix(author.name) } }
      )
      #expect(try context.fetchCount(FetchDescriptor<Mark>()) < writers * 4 * 80)
      let numbers = try context.fetchHistory(HistoryDescriptor<DefaultHistoryTransaction>())
        .map(\.transactionIdentifier)
      #expect(numbers == Array(1...Int64(numbers.count)))
      #expect(try context.checkStore() == [])
    }
  }
}
