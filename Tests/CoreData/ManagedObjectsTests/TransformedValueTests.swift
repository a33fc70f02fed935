import Foundation
import Strata
import StrataDescriptions
import StrataManagedObjects
import StrataSQLite
import StrataTestSupport
import Testing

/// Values of transformable attributes as they stand in a store.
@Suite struct TransformedValues {
  private let folder: TemporaryFolder
  private let url: URL
  private let archive: Data

  init() throws {
    folder = try TemporaryFolder()
    url = folder.file("Items.store")
    let context = try Self.context(url)
    let item = try context.make("Item")
    try item.setValue(
      [
        "width": 3, "deep": ["a": [1, 2.5, "text"]], "data": Data([1, 2]), "day": Date(),
        "set": Set([1]),
      ],
      forKey: "value")
    try context.save()
    let connection = try Connection(path: url.path)
    defer { connection.close() }
    let value = try connection.value("SELECT value FROM Item")
    guard case .blob(let data) = value else {
      preconditionFailure("\(value) is no archive")
    }
    archive = data
  }

  private static func context(_ url: URL) throws -> NSManagedObjectContext {
    let model = ManagedObjectModel(entities: [
      EntityDescription(
        name: "Item", properties: [Library.attribute("value", .transformable)])
    ])
    let coordinator = try NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(NSPersistentStoreDescription(url: url))
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  private func read(_ data: Data) throws -> Any? {
    let connection = try Connection(path: url.path)
    try connection.run("UPDATE Item SET value = \(bind: ColumnValue.blob(data))")
    connection.close()
    let item = try #require(try Self.context(url).fetch("Item").first)
    return try item.value(forKey: "value")
  }

  @Test func areArchives() throws {
    let value = try read(archive)
    let values = try #require(value as? [String: Any])
    #expect(values["width"] as? Int == 3 && values["data"] as? Data == Data([1, 2]))
    #expect((values["deep"] as? [String: [Any]])?["a"]?.last as? String == "text")
  }

  @Test func areErrorsWhereTheyAreNoArchives() throws {
    for data in [Data(), Data("text".utf8), archive.prefix(archive.count / 2)] {
      let error = #expect(throws: ManagedObjectError.self) { try read(data) }
      #expect("\(error.map { "\($0)" } ?? "")".hasPrefix("Item.value can't be read: "))
    }
  }

  @Test func endNoProgramByDamage() throws {
    var random = SeededGenerator()
    var errors = 0
    for _ in 0..<150 {
      var damaged = archive
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        damaged[Int.random(in: 0..<damaged.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      do {
        _ = try read(damaged)
      } catch is ManagedObjectError {
        errors += 1
      }
    }
    #expect(errors > 0, "\(random)")
  }
}
