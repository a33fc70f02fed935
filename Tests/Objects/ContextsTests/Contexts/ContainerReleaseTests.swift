import Dispatch
import Foundation
import Strata
import Synchronization
import StrataTestSupport
import Testing

/// A model that writes down whether it is saved on the main actor.
@Model private final class Postcard: LifecycleModel {
  var text: String

  init(text: String) { self.text = text }

  static let savesOnMainActor = Mutex<[String: Bool]>([:])
  private static let mainQueue = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  func willSave() {
    // The main actor's executor is that queue, whatever its thread.
    let isOnMainActor = DispatchQueue.getSpecific(key: Self.mainQueue) ?? false
    Self.savesOnMainActor.withLock { $0[text] = isOnMainActor }
  }
}

@Suite struct ReleasedContainers {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open() throws -> ModelContainer {
    try ModelContainer(for: Postcard.self, configurations: ModelConfiguration(url: folder.store()))
  }

  private func texts() throws -> [String] {
    try ModelContext(open()).fetch(FetchDescriptor<Postcard>()).map(\.text)
  }

  /// The main actor is busy meanwhile, so that nothing but the release can save.
  @Test func endTheirMainContextOnTheMainActorWhoeverReleasesThem() async throws {
    let text = UUID().uuidString
    let held = Mutex<ModelContainer?>(try open())
    try await MainActor.run {
      @MainActor func insert() throws {
        let container = try #require(held.withLock { $0 })
        container.mainContext.insert(Postcard(text: text))
      }
      try insert()
      let isReleased = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        let container = held.withLock { $0.take() }
        withExtendedLifetime(container) {}
        isReleased.signal()
      }
      isReleased.wait()
    }
    let deadline = ContinuousClock.now + .seconds(120)
    while Postcard.savesOnMainActor.withLock({ $0[text] == nil }), ContinuousClock.now < deadline {
      await Task.yield()
    }
    #expect(Postcard.savesOnMainActor.withLock { $0[text] } == true)
    while try texts().isEmpty, ContinuousClock.now < deadline { await Task.yield() }
    #expect(try texts() == [text])
  }

  @Test @MainActor func saveBeforeTheyAreGoneWhereTheMainActorReleasesThem() throws {
    func hold() throws {
      let container = try open()
      container.mainContext.insert(Postcard(text: "held"))
    }
    try hold()
    #expect(try texts() == ["held"])
  }
}
