import Foundation
import StrataModelSupport
import StrataStoreSupport
import StrataSQLite

import Strata
import Synchronization
import StrataTestSupport
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

/// The tasks of a container that runs as a service, each done once.
@Suite(.enabled(if: !TestServer.isWanted, "backups are of files")) struct ContainerMaintenance {
  private let folder: TemporaryFolder
  private let container: ModelContainer

  init() throws {
    folder = try TemporaryFolder()
    var configuration = ModelConfiguration(
      "orders", url: folder.url.appendingPathComponent("a.store"))
    configuration.historyPolicy = HistoryPolicy(age: 0, count: 1)
    container = try ModelContainer(for: Storehouse.models, configuration: configuration)
    let context = ModelContext(container)
    for serial in 1...3 {
      context.insert(Crate(serial: serial))
      try context.save()
    }
  }

  @Test func shortensTheHistory() async throws {
    let task = try #require(Maintenance().tasks.first)
    try await task.body(container, Date())
    #expect(try ModelContext(container).historyEntries().map(\.number) == [3])
  }

  @Test func checks() async throws {
    let found = Mutex<[[StoreFault]]>([])
    var maintenance = Maintenance()
    maintenance.historyInterval = nil
    maintenance.checkInterval = .seconds(1)
    maintenance.didCheck = { faults in found.withLock { $0.append(faults) } }
    let task = try #require(maintenance.tasks.first)
    try await task.body(container, Date())
    #expect(maintenance.tasks.count == 1 && found.withLock { $0 } == [[]])
  }

  @Test func keepsTheLastBackups() async throws {
    let backups = folder.url.appendingPathComponent("backups")
    let made = Mutex<[URL]>([])
    var maintenance = Maintenance()
    maintenance.historyInterval = nil
    maintenance.backup = .init(every: .seconds(1), to: backups, keeping: 2) { files in
      made.withLock { $0 += files }
    }
    let task = try #require(maintenance.tasks.first)
    let start = Date(timeIntervalSince1970: 1_795_000_000)
    for hour in 0..<4 { try await task.body(container, start + Double(hour) * 3600) }
    try Data().write(to: backups.appendingPathComponent("orders-notes.store"))
    try await task.body(container, start + 4 * 3600)
    let names = try FileManager.default.contentsOfDirectory(atPath: backups.path).sorted()
    #expect(names.count == 3 && names.last == "orders-notes.store")
    #expect(names.dropLast() == made.withLock { $0.suffix(2).map(\.lastPathComponent) }[...])
    let copy = try ModelContainer(
      for: Storehouse.models,
      configuration: ModelConfiguration(url: backups.appendingPathComponent(names[0])))
    #expect(try ModelContext(copy).fetchCount(FetchDescriptor<Crate>()) == 3)
  }
}
