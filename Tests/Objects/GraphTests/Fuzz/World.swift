import Foundation
import StrataModelSupport
import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

/// Real objects and the oracle side by side; each step is done to both.
final class World {
  var random: SeededGenerator
  let folder: TemporaryFolder
  let witnesses: Witnesses
  var container: ModelContainer
  var context: ModelContext
  var oracle = Oracle()
  /// What a rollback goes back to.
  var saved = Oracle()
  var objects: [Int: any FuzzModel] = [:]
  var identifiers: [Int: PersistentIdentifier] = [:]
  var nextSerial = 1
  var saveCount = 0
  /// What was done, for the message of a failure.
  var steps: [String] = []

  init(random: SeededGenerator) throws {
    self.random = random
    folder = try TemporaryFolder()
    container = try Self.open(folder)
    witnesses = try Witnesses(at: Self.store(in: folder))
    context = ModelContext(container)
  }

  static func open(_ folder: TemporaryFolder) throws -> ModelContainer {
    try ModelContainer(
      for: Crate.self, configurations: ModelConfiguration(url: store(in: folder)))
  }

  static func store(in folder: TemporaryFolder) -> URL { folder.store("fuzz.store") }

  func note(_ step: String) { steps.append(step) }

  func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

  func pick<Element>(_ elements: [Element]) -> Element? { elements.randomElement(using: &random) }

  /// The object with a serial number: the one at hand, or fetched by its identifier.
  func object(_ serial: Int) throws -> any FuzzModel {
    if let object = objects[serial] { return object }
    let identifier = try #require(identifiers[serial])
    let kind = try #require(oracle.things[serial] ?? saved.things[serial]).kind
    func find<Model: FuzzModel>(_ type: Model.Type) throws -> any FuzzModel {
      try #require(try context.existingModel(for: identifier, as: type), "lost \(identifier)")
    }
    let found = try find(kind.type)
    objects[serial] = found
    return found
  }

  /// Notes identifiers of objects that have just come into the context.
  func identify() throws {
    for (serial, thing) in oracle.things where thing.isManaged {
      if let object = objects[serial] {
        if let known = identifiers[serial] {
          try #require(known == object.persistentModelID, "identifier changed")
        }
        identifiers[serial] = object.persistentModelID
      }
    }
  }

  /// Lets go of objects, so that the context's own references are all that keeps them.
  func release() {
    for serial in objects.keys.sorted() where oracle.things[serial]?.isManaged != false {
      if random.chance(1, in: 2) { objects[serial] = nil }
    }
  }

  func reopen(newContainer: Bool) throws {
    objects = [:]
    if newContainer { container = try Self.open(folder) }
    context = ModelContext(container)
    oracle = saved
  }
}
