import Foundation
import StrataModelSupport
import Strata
import Synchronization
import StrataTestSupport
import Testing

@Suite(.enabled(if: TestServer.hasPrograms), .timeLimit(.scaledMinutes(5)))
struct Passwords {
  /// Keeps everything that a store reports.
  private final class Notebook: ModelLogger, StoreObserver {
    let statementDetail = StoreStatement.Detail.sqlAndValues
    private let lines = Mutex<[String]>([])
    var all: String { lines.withLock { $0.joined(separator: "\n") } }
    func write(_ line: String) { lines.withLock { $0.append(line) } }
    func wants(_ level: ModelLogLevel) -> Bool { true }
    func log(_ level: ModelLogLevel, message: String) { write(message) }
    func operationWillBegin(_ operation: StoreOperation, parent: Void?) { write("\(operation)") }
    func operationDidEnd(_ operation: StoreOperation, result: StoreOperation.Result, token: Void) {
      write("\(operation) \(result)")
    }
    func statementDidRun(_ statement: StoreStatement) { write("\(statement)") }
  }

  private func described(_ value: Any, _ notebook: Notebook) {
    notebook.write("\(value)")
    notebook.write(String(reflecting: value))
    var dumped = ""
    dump(value, to: &dumped)
    notebook.write(dumped)
  }

  @Test(arguments: ["user", "query"])
  func areInNothingThatAStoreSays(place: String) throws {
    // Letters that an address, a query and SQL write in other ways, between plain ones.
    let (head, tail) = (UUID().uuidString, UUID().uuidString)
    let password = "\(head)'\" %/@:\(tail)"
    let server = try PrivateServer(password: password)
    let notebook = Notebook()

    func url(_ password: String, _ database: String = "postgres") throws -> URL {
      if place == "user" {
        var components = URLComponents(
          url: server.url(user: "strata", password: password), resolvingAgainstBaseURL: false)
        components?.path = "/\(database)"
        return try #require(components?.url)
      }
      var components = try #require(URLComponents(string: "postgresql:///\(database)"))
      components.queryItems = [
        URLQueryItem(name: "host", value: server.folder),
        URLQueryItem(name: "user", value: "strata"),
        URLQueryItem(name: "password", value: password),
      ]
      // A plus sign would be a blank for some.
      return try #require(components.url)
    }
    func open(_ url: URL) throws -> ModelContainer {
      var configuration = ModelConfiguration(url: url)
      configuration.logger = notebook
      configuration.observer = notebook
      configuration.slowStatements = .zero
      described(configuration, notebook)
      return try ModelContainer(for: Storehouse.models, configuration: configuration)
    }
    func failing(
      sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
    ) {
      let error = #expect(throws: (any Error).self, sourceLocation: sourceLocation) { try body() }
      if let error {
        described(error, notebook)
        notebook.write(error.localizedDescription)
      }
    }

    failing { _ = try open(url(password + "x")) }
    failing { _ = try open(url(password, "nowhere")) }
    let mistakes = [
      ("schema", "pg_x"), ("unknown", "1"), ("port", "1"), ("pooler", "all"), ("replica", password),
      ("replica", "postgresql://strata:\(head)@localhost:1/x?pooler=all"),
    ]
    for (name, value) in mistakes {
      let items = [URLQueryItem(name: name, value: value)]
      failing { _ = try open(url(password).appending(queryItems: items)) }
    }

    let nowhere = URLQueryItem(name: "replica", value: "postgresql://strata:\(head)@localhost:1/x")
    let apart = ModelContext(try open(url(password).appending(queryItems: [nowhere])))
    described(apart, notebook)
    failing { _ = try apart.fetch(FetchDescriptor<Mark>()) }

    let container = try open(url(password))
    let context = ModelContext(container)
    context.insert(Mark(serial: 1))
    try context.save()
    described(container, notebook)
    described(context, notebook)
    described(container.statistics, notebook)
    described(try context.explain(FetchDescriptor<Mark>(), analyze: true), notebook)
    try server.kill()
    failing {
      // The server's processes end when they notice.
      let deadline = Date(timeIntervalSinceNow: Double(TimeScale.seconds(20)))
      while Date() < deadline { _ = try context.fetch(FetchDescriptor<Mark>()) }
    }
    failing { _ = try context.fetch(FetchDescriptor<Mark>()) }

    let said = notebook.all
    #expect(said.contains("INSERT INTO"))
    #expect(!said.contains(head))
    #expect(!said.contains(tail))
  }
}
