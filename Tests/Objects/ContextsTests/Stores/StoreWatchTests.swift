import Foundation
import Strata
import StrataTestSupport
import Synchronization
import Testing

@testable import StrataContexts

@Model private final class Telegram {
  var text: String

  init(_ text: String) { self.text = text }
}

/// Watches that poll once an hour, so that what they report within a test they were told.
@Suite(.timeLimit(.scaledMinutes(10))) struct StoreWatches {
  /// Saves five times, each when a watch has reported the save before.
  private func saveWatched(_ configuration: ModelConfiguration) async throws {
    func container() throws -> ModelContainer {
      try ModelContainer(for: Telegram.self, configurations: configuration)
    }
    let core = try container().core
    let saving = try container()
    let watch = StoreWatch(core.first.store, core.changes, core.threads, interval: .seconds(3600))
    let reported = Mutex<Int64>(0)
    let subscription = core.changes.subscribe { number in reported.withLock { $0 = number } }
    let watcher = watch.begin()
    for number in 1...5 {
      let context = ModelContext(saving)
      context.insert(Telegram("\(number)"))
      try context.save()
      // The suite's time limit ends the wait.
      while reported.withLock({ $0 }) < number { try await Task.sleep(for: .milliseconds(1)) }
    }
    withExtendedLifetime((subscription, watcher)) {}
  }

  @Test func areToldByOtherContainersOfTheProcess() async throws {
    let folder = try TemporaryFolder()
    try await saveWatched(ModelConfiguration(url: folder.file()))
  }

  @Test(.enabled(if: TestServer.isInstalled)) func areToldByTheServer() async throws {
    let url = TestServer.newStore().appending(queryItems: [
      URLQueryItem(name: "listen", value: "on")
    ])
    try await saveWatched(ModelConfiguration(url: url))
  }
}
