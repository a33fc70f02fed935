import Foundation
import Strata
import StrataModelSupport
import StrataTestSupport
import Synchronization
import Testing

/// How many reads and saves of a program a server answers at once.
@Suite(.enabled(if: TestServer.isInstalled), .timeLimit(.scaledMinutes(5)))
struct ConnectionCounts {
  private func container(_ count: Int, saves: String) throws -> ModelContainer {
    let url = TestServer.newStore(saves: saves).appending(queryItems: [
      URLQueryItem(name: "connections", value: "\(count)")
    ])
    return try ModelContainer(
      for: Storehouse.models, configuration: ModelConfiguration(url: url))
  }

  /// Counts who has come, and lets nobody go before a number has.
  private final class Meeting: Sendable {
    private let condition = NSCondition()
    // Guarded by the condition.
    private nonisolated(unsafe) var count = 0

    func wait(for number: Int) -> Bool {
      condition.lock()
      defer { condition.unlock() }
      count += 1
      condition.broadcast()
      let deadline = Date(timeIntervalSinceNow: Double(TimeScale.seconds(30)))
      while count < number { guard condition.wait(until: deadline) else { return false } }
      return true
    }
  }

  @Test(arguments: [3, 12]) func areThoseOfTheAddressForReads(count: Int) async throws {
    let container = try container(count, saves: "serial")
    let meeting = Meeting()
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<count {
        group.addTask {
          try await container.read { context in
            let found = try context.fetchCount(FetchDescriptor<Author>())
            return meeting.wait(for: count) && found == 0
          }
        }
      }
      for try await hasMet in group { #expect(hasMet) }
    }
    #expect(container.statistics.lentConnections == 0)
  }

  /// Each thread is in a save of its own when they meet.
  @Test func areThoseOfTheAddressForSavesSideBySide() throws {
    let count = 12
    let container = try container(count, saves: "concurrent")
    let meeting = Meeting()
    let failures = Mutex<[String]>([])
    let group = DispatchGroup()
    for number in 0..<count {
      group.enter()
      Thread.detachNewThread {
        defer { group.leave() }
        do {
          let context = ModelContext(container)
          context.insert(Mark(serial: number))
          try context.save()
          guard meeting.wait(for: count) else { throw CancellationError() }
          for round in 1...5 {
            context.insert(Mark(serial: number + round * 100))
            try context.save()
          }
        } catch {
          failures.withLock { $0.append("\(error)") }
        }
      }
    }
    group.wait()
    #expect(failures.withLock { $0 } == [])
    #expect(try ModelContext(container).fetchCount(FetchDescriptor<Mark>()) == count * 6)
  }
}
