import Foundation
import Strata
import StrataTestSupport
import Testing

/// What a service does while another process has the lock, and how many threads and how much memory it needs.
@Suite(.serialized) struct Services {
  private let folder: TemporaryFolder
  private var store: URL { folder.store() }

  init() throws { folder = try TemporaryFolder() }

  @Test(.timeLimit(.scaledMinutes(5)), arguments: ["write", "actors"])
  func goOnWhileAnotherProcessHasTheLock(_ kind: String) throws {
    let service = try ServiceProcess("heartbeat", store.absoluteString, kind)
    try #require(try service.line() == "opened")
    let other = try ServiceProcess("hold", store.absoluteString, "3")
    try #require(try other.line() == "held")
    try service.start()
    let numbers = try service.numbers()
    #expect(try other.line() == "released")
    // A sanitizer is too slow for the heartbeat.
    if TimeScale.factor == 1 { #expect(numbers["ticks"] ?? 0 >= 76) }
    #expect(numbers["saved"] == 8)
  }

  @Test(.timeLimit(.scaledMinutes(5)))
  func serveAnyNumberOfRequestsWithFewThreads() throws {
    // On a server each waits for some round trips.
    let count = TestServer.isWanted ? 2000 : 10_000
    let service = try ServiceProcess("requests", store.absoluteString, "\(count)")
    let memory = try (1...8).map { _ in try #require(try service.numbers()["memory"]) }
    // In KiB. The allocator keeps some from round to round, but 70,000 requests that left 1 KiB each would take 70,000.
    #expect(memory[7] - memory[0] < 35_000, "\(memory)")
    let numbers = try service.numbers()
    let (threads, readers) = (try #require(numbers["threads"]), try #require(numbers["readers"]))
    #expect((2...readers + 1).contains(threads))
    #expect(numbers["saved"] == count * 8 / 10)
  }

  @Test func givesUpAfterItsTimeOut() throws {
    var configuration = ModelConfiguration(url: store)
    configuration.busyTimeout = .milliseconds(100)
    let context = ModelContext(
      try ModelContainer(for: Trip.self, configurations: configuration))
    context.insert(Trip(name: "Alps"))
    let other = try ServiceProcess("hold", store.absoluteString, "3")
    try #require(try other.line() == "held")
    // A save that waited longer would have been saved.
    let error = #expect(throws: StorageError.self) { try context.save() }
    if case .busy(_, seconds: 0.1)? = error {
    } else {
      Issue.record("\(String(describing: error))")
    }
    #expect(try other.line() == "released")
    try context.save()
  }
}
