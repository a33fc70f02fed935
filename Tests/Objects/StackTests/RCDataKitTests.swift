import Strata
import StrataImport
import StrataStack
import StrataTestSupport
import Testing

@Model final class Shelf {
  var name: String
  @Relationship(inverse: \Volume.shelf) var volumes: [Volume]? = []
  init(name: String) { self.name = name }
}

@Model final class Volume {
  @Attribute(.unique) var title: String
  var shelf: Shelf?
  init(title: String) { self.title = title }
}

private struct VolumeRecord: Persistable {
  let title: String
  static var importKey: ImportKey<Self, Volume> { ImportKey(\.title, from: \.title) }
  func importAction(for volume: Volume?, with data: inout Void) -> ImportAction<Volume> {
    volume == nil ? .insert(Volume(title: title)) : .noAction
  }
}

/// What RCDataKit has under other names, by those names.
@Suite struct RCDataKitWords {
  @MainActor @Test func aStackHasThem() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("shop.store")
    let stack = try BasicDataStack(
      storeURL: url, versionKey: ShopModels.self, mainAuthor: .viewContext,
      persistentHistoryOptions: HistoryOptions(consumer: "main"))
    #expect(stack.mainContextAuthor == .viewContext && stack.mainContextAuthor.id == "viewContext")
    #expect(stack.historyTracker != nil && stack.viewContext.author == "viewContext")
    let context = try stack.backgroundContext(author: "import")
    context.setAuthor("other")
    #expect(context.author == "other")
  }

  @Test func aTrackerHasThem() async throws {
    let stack = try BasicDataStack(
      ModelContainer(
        for: Volume.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)),
      mainAuthor: "main", history: HistoryOptions(consumer: "main"))
    let tracker = try #require(stack.historyTracker)
    await tracker.startMonitoring()
    await tracker.stopMonitoring()
    #expect(await !tracker.isRunning)
  }

  @Test func aVersionHasThem() throws {
    let versions = ShopModels.versions
    let stage = versions[0].migrationStage(toVersion: versions[1], label: "first") { _ in }
    #expect(stage.label == "first")
    #expect(versions[0].migrationStage(toStage: versions[1], label: "second").label == "second")
  }

  @Test func aContextHasThem() throws {
    let stack = try PreviewStack(for: [Shelf.self, Volume.self])
    let context = try stack.backgroundContext(author: "test")
    let (one, other) = (Volume(title: "Emma"), Volume(title: "Persuasion"))
    context.insert(one)
    context.insert(other)
    try context.save()
    #expect(try context.existing(Volume.self, withID: one.persistentModelID) === one)
    #expect(TypedObjectID(one).wrapped == one.persistentModelID)
    let ids = [other, one].map(\.persistentModelID)
    #expect(try context.existing(Volume.self, withIDs: ids).map(\.title) == ["Persuasion", "Emma"])
    let descriptor = FetchDescriptor<Volume>().where(
      (\Volume.title).notEqual(to: "EMMA", options: .caseInsensitive)
    )
    .sorted([SortDescriptor(\.title)])
    #expect(try context.fetch(descriptor).map(\.title) == ["Persuasion"])
    #expect(
      try context.fetchCount(FetchDescriptor(predicate: (\Volume.title).equal(to: "Emma"))) == 1)
    try context.removeInstances(of: Volume.self, matching: (\Volume.title).equal(to: "Emma"))
    #expect(try context.saveIfNeeded())
    #expect(try context.fetch(FetchDescriptor<Volume>()).map(\.title) == ["Persuasion"])
    try context.removeInstances(of: Volume.self)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Volume>()) == 0)
  }

  @Test func arraysThatMayBeNilHaveThem() throws {
    let stack = try PreviewStack(for: [Shelf.self, Volume.self])
    let context = try stack.backgroundContext(author: "test")
    let (shelf, volume) = (Shelf(name: "A"), Volume(title: "Emma"))
    context.insert(shelf)
    shelf.volumes = nil
    #expect(shelf.add(\.volumes, relation: volume) && !shelf.add(\.volumes, relation: volume))
    #expect(!shelf.add(\.volumes, relation: nil))
    #expect(volume.shelf === shelf && shelf.volumes?.count == 1)
    #expect(shelf.remove(\.volumes, relation: volume) && !shelf.remove(\.volumes, relation: volume))
    #expect(volume.shelf == nil && shelf.volumes?.isEmpty == true)
    #expect(shelf.add(volume, to: \.volumes) && shelf.remove(volume, from: \.volumes))
  }

  @Test func anImportHasThem() throws {
    let container = try ModelContainer(
      for: Volume.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    let records = [VolumeRecord(title: "Emma")]
    #expect(try container.import(records).counts.inserted == 1)
    #expect(try container.import(records).counts.unchanged == 1)
  }
}
