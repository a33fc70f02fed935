import Foundation
import Strata
import StrataTestSupport
import Testing

/// The claims of `Docs/Deployment.md` about files, versions and the end of a service.
@Suite struct DeploymentDocument {
  /// The program that runs now.
  enum Old {
    @Model final class Order {
      var number: Int
      var note = ""
      init(number: Int) { self.number = number }
    }
  }

  /// A version that adds a property.
  enum Added {
    @Model final class Order {
      var number: Int
      var note = ""
      var state = "open"
      init(number: Int) { self.number = number }
    }
  }

  /// A version that renames one.
  enum Renamed {
    @Model final class Order {
      var number: Int
      @Attribute(originalName: "note") var remark = ""
      init(number: Int) { self.number = number }
    }
  }

  /// A version that removes one, without a plan.
  enum Removed {
    @Model final class Order {
      var number: Int
      init(number: Int) { self.number = number }
    }
  }

  enum First: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Old.Order.self] }
  }

  enum Second: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
    static var models: [any PersistentModel.Type] { [Removed.Order.self] }
  }

  enum OldPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [First.self] }
    static var stages: [MigrationStage] { [] }
  }

  enum NewPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [First.self, Second.self] }
    static var stages: [MigrationStage] {
      [.lightweight(fromVersion: First.self, toVersion: Second.self)]
    }
  }

  private func maintenance(_ folder: URL) -> Maintenance {
    var maintenance = Maintenance()
    maintenance.backup = .init(every: .seconds(3600), to: folder, keeping: 24)
    return maintenance
  }

  @Test func hasNoSwiftThatIsNotCompiled() throws {
    let page = try DocumentationPage("Deployment.md")
    let service = ["NotesService", "NotesRouter"].map {
      Repository.root.path + "/Docs/Examples/Notes/Sources/NotesService/\($0).swift"
    }
    #expect(page.examples.count == 3)
    #expect(maintenance(Repository.root).backup?.count == 24)
    #expect(try page.examples(missingIn: [#filePath] + service) == [])
  }

  @Test func leavesFilesToTheirOwner() throws {
    let folder = try TemporaryFolder()
    let url = folder.file()
    let container = try ModelContainer(
      for: Old.Order.self, configurations: ModelConfiguration(url: url))
    let context = ModelContext(container)
    context.insert(Old.Order(number: 1))
    try context.save()
    for suffix in ["", "-wal", "-shm"] {
      let attributes = try FileManager.default.attributesOfItem(atPath: url.path + suffix)
      #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600, "\(suffix)")
    }
  }

  @Test func leavesOneFileWhenItIsClosed() async throws {
    let folder = try TemporaryFolder()
    let url = folder.file()
    let container = try ModelContainer(
      for: Old.Order.self, configurations: ModelConfiguration(url: url))
    try await container.write { $0.insert(Old.Order(number: 1)) }
    try await container.close()
    for suffix in ["-wal", "-shm", "-lock"] {
      #expect(!FileManager.default.fileExists(atPath: url.path + suffix), "\(suffix)")
    }
    await #expect(throws: StorageError.closed(path: url.path)) {
      try await container.read { try $0.fetchCount(FetchDescriptor<Old.Order>()) }
    }
  }

  @Test func servesTwoVersionsAfterAnAddition() throws {
    let folder = try TemporaryFolder()
    let url = folder.file()
    let old = ModelContext(
      try ModelContainer(for: Old.Order.self, configurations: ModelConfiguration(url: url)))
    old.insert(Old.Order(number: 1))
    try old.save()
    let new = ModelContext(
      try ModelContainer(for: Added.Order.self, configurations: ModelConfiguration(url: url)))
    new.insert(Added.Order(number: 2))
    try new.save()
    old.insert(Old.Order(number: 3))
    let orders = try old.fetch(FetchDescriptor<Old.Order>())
    for order in orders { order.note = "seen" }
    try old.save()
    let states = try new.fetch(FetchDescriptor<Added.Order>(sortBy: [SortDescriptor(\.number)]))
    #expect(states.map(\.number) == [1, 2, 3])
    #expect(states.map(\.note) == ["seen", "seen", "seen"])
    #expect(states.map(\.state) == ["open", "open", "open"])
    // The older program opens it again.
    let again = ModelContext(
      try ModelContainer(for: Old.Order.self, configurations: ModelConfiguration(url: url)))
    #expect(try again.fetchCount(FetchDescriptor<Old.Order>()) == 3)
  }

  @Test func servesTwoVersionsAfterARemoval() throws {
    let folder = try TemporaryFolder()
    let url = folder.file()
    let old = ModelContext(
      try ModelContainer(for: Old.Order.self, configurations: ModelConfiguration(url: url)))
    old.insert(Old.Order(number: 1))
    try old.save()
    let new = ModelContext(
      try ModelContainer(for: Removed.Order.self, configurations: ModelConfiguration(url: url)))
    new.insert(Removed.Order(number: 2))
    try new.save()
    let again = ModelContext(
      try ModelContainer(for: Old.Order.self, configurations: ModelConfiguration(url: url)))
    for context in [old, again] {
      let orders = try context.fetch(FetchDescriptor<Old.Order>(sortBy: [SortDescriptor(\.number)]))
      #expect(orders.map(\.number) == [1, 2] && orders.map(\.note) == ["", ""])
    }
  }

  @Test func refusesTheOlderVersionAfterARename() throws {
    let folder = try TemporaryFolder()
    let url = folder.file()
    let old = ModelContext(
      try ModelContainer(for: Old.Order.self, configurations: ModelConfiguration(url: url)))
    old.insert(Old.Order(number: 1))
    try old.save()
    _ = try ModelContainer(for: Renamed.Order.self, configurations: ModelConfiguration(url: url))
    let other = ModelContext(old.container)
    let fetched = #expect(throws: StorageError.self) {
      try other.fetch(FetchDescriptor<Old.Order>())
    }
    guard case .schemaChanged? = fetched else {
      Issue.record("\(String(describing: fetched))")
      return
    }
    let opened = #expect(throws: StorageError.self) {
      try ModelContainer(for: Old.Order.self, configurations: ModelConfiguration(url: url))
    }
    guard case .incompatibleSchema? = opened else {
      Issue.record("\(String(describing: opened))")
      return
    }
  }

  @Test func refusesTheOlderVersionAfterAPlan() throws {
    let folder = try TemporaryFolder()
    let configuration = ModelConfiguration(url: folder.file())
    func openOld() throws -> ModelContainer {
      try ModelContainer(
        for: Old.Order.self, migrationPlan: OldPlan.self, configurations: configuration)
    }
    let old = ModelContext(try openOld())
    old.insert(Old.Order(number: 1))
    try old.save()
    _ = try ModelContainer(
      for: Removed.Order.self, migrationPlan: NewPlan.self, configurations: configuration)
    let fetched = #expect(throws: StorageError.self) {
      try ModelContext(old.container).fetch(FetchDescriptor<Old.Order>())
    }
    guard case .schemaChanged? = fetched else {
      Issue.record("\(String(describing: fetched))")
      return
    }
    let opened = #expect(throws: MigrationError.self) { try openOld() }
    guard case .backwardMigration? = opened else {
      Issue.record("\(String(describing: opened))")
      return
    }
  }

  @Test func countsOpenFiles() async throws {
    let folder = try TemporaryFolder()
    let url = folder.file()
    let container = try ModelContainer(
      for: Old.Order.self, configurations: ModelConfiguration(url: url))
    try await container.write { $0.insert(Old.Order(number: 1)) }
    let opened = try Self.openFiles(of: url)
    #expect(opened == 5)
    let contexts = try (0..<10).map { _ in
      let context = ModelContext(container)
      _ = try context.fetchCount(FetchDescriptor<Old.Order>())
      return context
    }
    #expect(try Self.openFiles(of: url) <= opened + 2 * contexts.count)
  }

  /// The descriptors of a store's files that this process has.
  private static func openFiles(of url: URL) throws -> Int {
    let folder = "/proc/self/fd"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    return names.count { name in
      // Dropped: a descriptor that was closed meanwhile is none of the store's.
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
      return target?.hasPrefix(url.path) ?? false
    }
  }
}
