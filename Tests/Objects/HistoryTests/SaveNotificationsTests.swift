import Foundation
import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

@Model private final class Telegram {
  var text: String
  init(_ text: String) { self.text = text }
}

@Suite(.alsoPartlyFetched, .enabled(if: TestServer.isInstalled)) struct SaveNotifications {
  private static func container(_ url: URL) throws -> ModelContainer {
    try ModelContainer(for: Telegram.self, configurations: ModelConfiguration(url: url))
  }

  @Test(.timeLimit(.minutes(5))) func tellWatchersOfSavesAtOnce() async throws {
    let url = TestServer.newStore().appending(queryItems: [
      URLQueryItem(name: "listen", value: "on")
    ])
    let watching = try Self.container(url)
    let saving = try Self.container(url)
    let updates = try watching.historyUpdates().makeAsyncIterator()
    var waits: [Duration] = []
    for number in 0..<20 {
      let context = ModelContext(saving)
      context.insert(Telegram("\(number)"))
      try context.save()
      let start = ContinuousClock.now
      _ = try await updates.next()
      waits.append(ContinuousClock.now - start)
    }
    // Without notifications each would wait for an eighth of a second on average.
    #expect(waits.sorted()[10] < .milliseconds(50), "\(waits)")
  }
}
