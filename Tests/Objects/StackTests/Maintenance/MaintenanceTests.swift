import Foundation
import StoreSupport
import StrataSQLite

import Strata
import Synchronization
import TestSupport
import Testing

/// The policy for a store's history.
@Suite struct HistoryPolicies {
  private let store: Storehouse

  init() throws { store = try Storehouse() }

  private func container(_ policy: HistoryPolicy) throws -> ModelContainer {
    var configuration = ModelConfiguration(url: store.url)
    configuration.historyPolicy = policy
    return try ModelContainer(for: Storehouse.models, configuration: configuration)
  }

  private func save(_ count: Int) throws {
    let context = ModelContext(try container(.unlimited))
    let crate = Crate(serial: 1)
    context.insert(crate)
    for number in 0..<count {
      crate.value = number + 1
      try context.save()
    }
  }

  private func numbers() throws -> [Int64] {
    try ModelContext(try container(.unlimited)).historyEntries().map(\.number)
  }

  @Test func keepsAllByDefault() throws {
    try save(6)
    _ = try container(.standard)
    #expect(try numbers() == Array(1...6))
  }

  @Test func removesWhatIsOldAndFarBehind() throws {
    try save(6)
    _ = try container(HistoryPolicy(age: 3600, count: 2))
    #expect(try numbers() == Array(1...6))
    _ = try container(HistoryPolicy(age: 0, count: 10))
    #expect(try numbers() == Array(1...6))
    _ = try container(HistoryPolicy(age: 0, count: 2))
    #expect(try numbers() == [5, 6])
    // Numbers go on.
    try save(1)
    #expect(try numbers().last ?? 0 > 6)
  }

  @Test func waitsForConsumers() throws {
    try save(6)
    let consumer = try HistoryConsumer(
      "mirror", in: try container(.unlimited), startingAt: .beginning)
    _ = try container(HistoryPolicy(age: 0, count: 1))
    #expect(try numbers() == Array(1...6))
    _ = try consumer.process { _ in }
    _ = try container(HistoryPolicy(age: 0, count: 1))
    #expect(try numbers() == [6])
  }

  @Test func isInTheStoresInformation() throws {
    try save(6)
    let information = try ModelContext(try container(.unlimited)).storeInformation()
    #expect(information.historyCount == 6 && information.historyByteCount > 0)
    #expect(information.formerRowCount == 0)
  }
}

/// A damaged file, which the configuration allows to be set aside.
@Suite(.enabled(if: !TestServer.isWanted, "a server has no file")) struct DamagedStores {
  private let store: Storehouse

  init() throws { store = try Storehouse() }

  private func container(setsAside: Bool) throws -> ModelContainer {
    var configuration = ModelConfiguration(url: store.url)
    configuration.setsDamagedStoreAside = setsAside
    return try ModelContainer(for: Storehouse.models, configuration: configuration)
  }

  private func damage() throws {
    do {
      let context = ModelContext(try container(setsAside: false))
      context.insert(Crate(serial: 1))
      try context.save()
    }
    try Data(repeating: 0x41, count: 20_000).write(to: store.url)
  }

  @Test func areAnErrorByDefault() throws {
    try damage()
    let before = try Data(contentsOf: store.url)
    #expect(throws: StorageError.self) { try container(setsAside: false) }
    #expect(try Data(contentsOf: store.url) == before)
  }

  @Test func areRenamedOnRequest() throws {
    try damage()
    let before = try Data(contentsOf: store.url)
    let container = try container(setsAside: true)
    let file = try #require(container.setAsideStores.first)
    #expect(container.setAsideStores.count == 1 && file.path.contains(".damaged-"))
    #expect(try Data(contentsOf: file) == before)
    let context = ModelContext(container)
    #expect(try context.fetchCount(FetchDescriptor<Crate>()) == 0)
    context.insert(Crate(serial: 2))
    try context.save()
    let again = try self.container(setsAside: true)
    #expect(again.setAsideStores.isEmpty)
    #expect(try ModelContext(again).fetchCount(FetchDescriptor<Crate>()) == 1)
  }

  @Test func areNotThoseOfAnotherLibrary() throws {
    let other = try Connection(path: store.url.path)
    try other.execute("CREATE TABLE notes (title TEXT)")
    #expect(throws: StorageError.self) { try container(setsAside: true) }
    let names = try FileManager.default.contentsOfDirectory(atPath: store.folder.url.path)
    #expect(!names.contains { $0.contains("damaged") })
  }
}

/// The maintenance of a container that runs as a service.
@Suite struct ContainerMaintenance {
  @Test(.enabled(if: !TestServer.isWanted, "backups are of files"), .timeLimit(.minutes(2)))
  func checksAndBacksUp() async throws {
    let folder = try TemporaryFolder()
    let backups = folder.url.appendingPathComponent("backups")
    let container = try ModelContainer(
      for: Storehouse.models,
      configuration: ModelConfiguration("orders", url: folder.url.appendingPathComponent("a.store"))
    )
    let context = ModelContext(container)
    context.insert(Crate(serial: 1))
    try context.save()
    let counts = Mutex((checks: 0, faults: [StoreFault](), backups: [URL]()))
    var maintenance = Maintenance()
    maintenance.historyInterval = .milliseconds(100)
    maintenance.checkInterval = .milliseconds(100)
    maintenance.didCheck = { faults in
      counts.withLock {
        $0.checks += 1
        $0.faults += faults
      }
    }
    maintenance.backup = .init(every: .milliseconds(700), to: backups, keeping: 2) { files in
      counts.withLock { $0.backups += files }
    }
    let run = Task { [maintenance] in try await container.run(maintenance) }
    while counts.withLock({ $0.checks < 2 || Set($0.backups).count < 3 }) {
      try await Task.sleep(for: .milliseconds(20))
    }
    run.cancel()
    try await run.value
    #expect(counts.withLock { $0.faults } == [])
    let names = try FileManager.default.contentsOfDirectory(atPath: backups.path)
    #expect(names.count == 2 && names.allSatisfy { $0.hasPrefix("orders-") })
    let copy = try ModelContainer(
      for: Storehouse.models,
      configuration: ModelConfiguration(url: backups.appendingPathComponent(names[0])))
    #expect(try ModelContext(copy).fetchCount(FetchDescriptor<Crate>()) == 1)
  }
}
