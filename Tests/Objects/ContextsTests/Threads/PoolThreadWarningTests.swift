#if DEBUG
import StrataModelSupport
import Strata
import Synchronization
import StrataTestSupport
import Testing

@testable import StrataContexts

@Suite(.enabled(if: TestServer.isInstalled), .timeLimit(.scaledMinutes(5)))
struct PoolThreadWarnings {
  private final class Notices: ModelLogger {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock(\.self) }

    func wants(_ level: ModelLogLevel) -> Bool { level >= .notice }
    func log(_ level: ModelLogLevel, message: String) { lines.withLock { $0.append(message) } }
  }

  private let notices = Notices()

  private func container(_ url: URL) throws -> ModelContainer {
    var configuration = ModelConfiguration(url: url)
    configuration.logger = notices
    return try ModelContainer(for: Storehouse.models, configuration: configuration)
  }

  @Test func areLoggedOnce() async throws {
    let container = try container(TestServer.newStore())
    try await Task.detached {
      for serial in 1...2 {
        let context = ModelContext(container)
        context.insert(Mark(serial: serial))
        try context.save()
        _ = try context.fetchCount(FetchDescriptor<Mark>())
      }
    }.value
    try #require(notices.all.count == 1)
    #expect(notices.all[0].contains("container.read"))
  }

  @Test func areNotLoggedForThreadsThatMayWait() async throws {
    let container = try container(TestServer.newStore())
    try await container.write { $0.insert(Mark(serial: 1)) }
    #expect(try await container.read { try $0.fetchCount(FetchDescriptor<Mark>()) } == 1)
    #expect(try await MarkClerk(modelContainer: container).count() == 1)
    let count = try await MainActor.run {
      try container.mainContext.fetchCount(FetchDescriptor<Mark>())
    }
    #expect(count == 1)
    #expect(notices.all == [])
  }

  @Test func areNotLoggedForFiles() async throws {
    let folder = try TemporaryFolder()
    let container = try container(folder.file())
    try await Task.detached {
      _ = try ModelContext(container).fetchCount(FetchDescriptor<Mark>())
    }.value
    #expect(notices.all == [])
  }
}
#endif
