import Foundation
import Strata
import StrataCoreDataStores
import StrataDescriptions
import StrataManagedObjects
import StrataSQLite
import StrataTestSupport
import Testing

/// Random changes of stores that Core Data or SwiftData has made: of a library that is always there, and of
/// copies of those in the folder that `STRATA_COREDATA_STORES` names.
@Suite struct EditedStores {
  @Test(arguments: RealStores.files) func areWhatWasSaved(_ file: URL?) throws {
    let library = try LibraryStore()
    let url = try file.map { try Self.copy($0, into: library.folder) } ?? library.url
    let model: ManagedObjectModel
    do {
      model = try file == nil ? Self.library : CoreDataStore(url: url).model
    } catch CoreDataStoreError.noModel {
      // Nothing can be said of one that has none within.
      return
    }
    var random = SeededGenerator()
    let (coordinator, policy) = try Self.open(url, model)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    context.name = "edits"
    try context.performAndWait {
      var saves = 0
      for _ in 0..<25 {
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          try Self.change(context, model, &random)
        }
        do {
          try context.save()
          saves += 1
        } catch {
          context.rollback()
        }
        guard saves % 5 == 0 else { continue }
        try Self.check(url, model, against: coordinator)
      }
      #expect(saves > 0, "nothing could be saved in \(url.lastPathComponent)")
    }
    try Self.check(url, model, against: coordinator)
    let connection = try Connection(path: url.path, isReadOnly: true)
    defer { connection.close() }
    #expect(try connection.value("PRAGMA integrity_check") == .text("ok"))
    let report = try CoreDataStore(url: url, model: model).importAll(
      to: library.folder.file("imported.store"))
    #expect(report.problems == [], "\(url.lastPathComponent)")
    if policy.history == .append, report.transactionCount > 0 {
      let transactions = try CoreDataStore(url: url, model: model).transactions()
      #expect(transactions.last?.contextName == "edits")
    }
  }

  /// The library's model, whose entities aren't taken for those of another model in use.
  private static var library: ManagedObjectModel {
    var model = LibraryStore.model
    for index in model.entities.indices { model.entities[index].userInfo["use"] = "edited" }
    return model
  }

  private static func copy(_ file: URL, into folder: TemporaryFolder) throws -> URL {
    let url = folder.file("Copy.sqlite")
    for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: file.path + suffix) {
      try FileManager.default.copyItem(atPath: file.path + suffix, toPath: url.path + suffix)
    }
    return url
  }

  private static func open(
    _ url: URL, _ model: ManagedObjectModel
  ) throws -> (NSPersistentStoreCoordinator, CoreDataWritePolicy) {
    let description = NSPersistentStoreDescription(url: url)
    for policy in [
      CoreDataWritePolicy(), CoreDataWritePolicy(history: .append),
      CoreDataWritePolicy(history: .leave, leavesCloudKit: true),
    ] {
      let coordinator = try NSPersistentStoreCoordinator(managedObjectModel: model)
      description.coreDataWritePolicy = policy
      do {
        try coordinator.addPersistentStore(description)
        return (coordinator, policy)
      } catch CoreDataStoreError.wouldLeaveHistory {
        continue
      } catch CoreDataStoreError.notWritable(_, let reason)
        where reason.contains("its history notes")
      {
        continue
      }
    }
    throw CoreDataStoreError.notWritable(path: url.path, reason: "by no policy")
  }

  private static func objects(
    _ context: NSManagedObjectContext, _ entity: String
  ) throws -> [NSManagedObject] {
    try context.fetch(NSFetchRequest<NSManagedObject>(entityName: entity))
  }

  private static func change(
    _ context: NSManagedObjectContext, _ model: ManagedObjectModel, _ random: inout SeededGenerator
  ) throws {
    guard let entity = model.entities.filter({ !$0.isAbstract }).randomElement(using: &random)
    else { return }
    let there = try objects(context, entity.name)
    let object: NSManagedObject
    if let one = there.randomElement(using: &random), random.chance(3, in: 4) {
      if random.chance(1, in: 8) { return context.delete(one) }
      object = one
    } else {
      object = try context.insertNewObject(forEntityName: entity.name)
    }
    let isNew = object.isInserted
    for property in model.allProperties(of: entity) where isNew || random.chance(1, in: 4) {
      do {
        switch property {
        case .attribute(let attribute):
          guard !attribute.isDerived, !attribute.isTransient else { continue }
          let value =
            attribute.isOptional && random.chance(1, in: 4)
            ? nil : value(of: attribute, from: there, &random)
          try object.setValue(value, forKey: attribute.name)
        case .relationship(let one) where !one.isTransient:
          guard let name = one.destinationEntityName else { continue }
          let targets = try objects(context, name).filter { !$0.isDeleted }
          guard let target = targets.randomElement(using: &random) else { continue }
          if !one.isToMany {
            let isCut = one.isOptional && random.chance(1, in: 3)
            try object.setValue(isCut ? nil : target, forKey: one.name)
          } else if random.chance(2, in: 3) {
            try object.insert(target, forKey: one.name)
          } else {
            try object.remove(target, forKey: one.name)
          }
        default: break
        }
      } catch is ManagedObjectError {
        // A value that the model doesn't take; the old one stays.
      }
    }
  }

  private static func value(
    of attribute: AttributeDescription, from others: [NSManagedObject],
    _ random: inout SeededGenerator
  ) -> Any? {
    switch attribute.type {
    case .integer16: Int16.random(in: .min ... .max, using: &random)
    case .integer32: Int32.random(in: .min ... .max, using: &random)
    case .integer64: Int64.random(in: .min ... .max, using: &random)
    case .boolean: Bool.random(using: &random)
    case .double: Double.random(in: -1e9...1e9, using: &random)
    case .float: Float.random(in: -1e9...1e9, using: &random)
    case .decimal: Decimal(Int.random(in: -1_000_000...1_000_000, using: &random)) / 100
    case .date:
      Date(timeIntervalSinceReferenceDate: .random(in: -1e9...1e9, using: &random).rounded())
    case .string: random.text(of: "aeé\u{301}😀 '\"%_", upTo: 8) + "x"
    case .uri: URL(string: "https://example.org/\(Int.random(in: 0...99, using: &random))")
    case .uuid:
      UUID(
        uuidString: String(
          format: "00000000-0000-0000-0000-%012X", Int.random(in: 0...1_000_000, using: &random)))
    case .binaryData: Data((0..<Int.random(in: 0...9, using: &random)).map { UInt8($0) })
    default: others.randomElement(using: &random)?[attribute.name]
    }
  }

  /// All values and links, in words.
  private static func content(
    _ context: NSManagedObjectContext, _ model: ManagedObjectModel
  ) throws -> [String: [String: String]] {
    var content: [String: [String: String]] = [:]
    for entity in model.entities where entity.superentityName == nil {
      for object in try objects(context, entity.name) {
        guard let own = model.entity(named: object.entity.name) else { continue }
        var values: [String: String] = [:]
        for property in model.allProperties(of: own) {
          switch property {
          case .attribute(let attribute) where !attribute.isTransient && !attribute.isDerived:
            values[attribute.name] = describe(try object.value(forKey: attribute.name))
          case .relationship(let one) where !one.isTransient:
            let keys = try object.objectIDs(forRelationshipNamed: one.name).map(\.key)
            values[one.name] = "\(one.isOrdered ? keys : keys.sorted())"
          default: break
          }
        }
        content["\(own.name)/\(object.persistentModelID.key)"] = values
      }
    }
    return content
  }

  private static func describe(_ value: Any?) -> String {
    switch value {
    case nil: "nil"
    case let data as Data: data.base64EncodedString()
    case let parts as [String: Any]:
      parts.sorted { $0.key < $1.key }.map { "\($0.key): \(describe($0.value))" }.joined(
        separator: ", ")
    case let date as Date: "\(date.timeIntervalSinceReferenceDate)"
    case let value?: "\(value)"
    }
  }

  /// Compares a store with the working copy that its coordinator has.
  private static func check(
    _ url: URL, _ model: ManagedObjectModel, against coordinator: NSPersistentStoreCoordinator
  ) throws {
    func content(_ coordinator: NSPersistentStoreCoordinator) throws -> [String: [String: String]] {
      let context = NSManagedObjectContext(.privateQueue)
      context.persistentStoreCoordinator = coordinator
      return try context.performAndWait { try self.content(context, model) }
    }
    let reading = try NSPersistentStoreCoordinator(managedObjectModel: model)
    try reading.addPersistentStore(NSPersistentStoreDescription(url: url))
    let (stored, wanted) = (try content(reading), try content(coordinator))
    #expect(stored.keys.sorted() == wanted.keys.sorted())
    for (object, values) in wanted {
      for (name, value) in values {
        #expect(stored[object]?[name] == value, "\(object).\(name)")
      }
    }
  }
}
