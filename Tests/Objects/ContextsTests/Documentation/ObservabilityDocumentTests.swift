import Foundation
import StrataModelSupport
import Strata
import StrataTestSupport
import Testing

/// The code of `Docs/Observability.md`. Its bridges are in the package `Docs/Examples/Observability`.
@Suite struct ObservabilityDocument {
  @Model final class Trip {
    var name: String
    init(name: String) { self.name = name }
  }

  struct SlowFetches: StoreObserver {
    func operationDidEnd(_ operation: StoreOperation, result: StoreOperation.Result, token: Void) {
      if operation.kind == .fetch, result.duration > .milliseconds(50) {
        print("\(operation): \(result.rowsRead) rows, \(result.roundTrips) round trips")
      }
    }
  }

  struct StatementPrinter: StoreObserver {
    let statementDetail = StoreStatement.Detail.sql

    func statementDidRun(_ statement: StoreStatement) {
      print("\(statement.duration) \(statement.rows) rows: \(statement.sql)")
    }
  }

  private struct StandardErrorLogger: ModelLogger {
    func wants(_ level: ModelLogLevel) -> Bool { false }
    func log(_ level: ModelLogLevel, message: String) {}
  }

  @Test func hasNoSwiftThatIsNotCompiled() throws {
    let page = try DocumentationPage("Observability.md")
    let examples = Repository.root.path + "/Docs/Examples"
    let bridges = ["Logging", "Metrics", "Tracing"].map {
      "\(examples)/Observability/Sources/StoreObservers/\($0)Observer.swift"
    }
    let service = "\(examples)/Notes/Sources/NotesService/NotesService.swift"
    #expect(page.examples.count >= 8)
    #expect(try page.examples(missingIn: [#filePath, service] + bridges) == [])
  }

  @Test func opensAnObservedStore() throws {
    let folder = try TemporaryFolder()
    let url = folder.file()
    var configuration = ModelConfiguration(url: url)
    configuration.observer = SlowFetches()
    let container = try ModelContainer(for: Trip.self, configurations: configuration)
    configuration.logger = StandardErrorLogger()
    configuration.slowStatements = .milliseconds(200)
    let context = ModelContext(container)
    context.insert(Trip(name: "Alps"))
    try context.save()
    let descriptor = FetchDescriptor<Trip>(predicate: #Predicate { $0.name == "Alps" })
    let explanation = try context.explain(descriptor, analyze: true)
    print(explanation.plan, explanation.execution?.roundTrips ?? 0)
    #expect(explanation.execution?.rows == 1 && explanation.execution?.roundTrips == 0)
  }

  @Test func countsLoads() throws {
    let store = try Storehouse()
    let first = try store.context()
    for name in ["Jane", "Mary"] {
      first.insert(Book(title: "\(name)'s", author: Author(name: name)))
    }
    try first.save()
    let context = try store.context()
    let container = context.container
    var titles: [String] = []
    let before = container.statistics
    for book in try context.fetch(FetchDescriptor<Book>()) {
      titles.append(book.author?.name ?? "")
    }
    let loads = container.statistics.loads - before.loads
    #expect(loads > 0 && Set(titles) == ["Jane", "Mary"])
  }
}

// What the page prints.
private func print(_ things: Any...) {}
