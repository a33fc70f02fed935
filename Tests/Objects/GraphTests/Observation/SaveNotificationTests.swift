import Foundation
import Strata
import Testing

@Suite struct SaveNotifications {
  private let house: UniqueHouse
  private let context: ModelContext

  init() throws {
    house = try UniqueHouse(policy: .upsert)
    context = house.context()
    context.insert(contentsOf: [UniquePerson("a@x"), UniquePerson("b@x", name: "Bob")])
    try context.save()
  }

  // Heard and looked at on one thread.
  private final class Told: @unchecked Sendable {
    var info: [AnyHashable: Any] = [:]

    /// The same under a key and under its raw value.
    func properties() throws -> [PersistentIdentifier: [String]] {
      let key = ModelContext.NotificationKey.updatedProperties
      let properties = try #require(info[key] as? [PersistentIdentifier: [String]])
      #expect(info[key.rawValue] as? [PersistentIdentifier: [String]] == properties)
      return properties
    }
  }

  private func save() throws -> Told {
    let told = Told()
    let token = NotificationCenter.default.addObserver(
      forName: ModelContext.didSave, object: context, queue: nil
    ) { told.info = $0.userInfo ?? [:] }
    defer { NotificationCenter.default.removeObserver(token) }
    try context.save()
    return told
  }

  private func updated(_ told: Told) -> Set<PersistentIdentifier>? {
    told.info[ModelContext.NotificationKey.updatedIdentifiers] as? Set<PersistentIdentifier>
  }

  @Test func nameThePropertiesOfUpdatedObjects() throws {
    let (ann, bob) = (try context.person("a@x"), try context.person("b@x"))
    ann?.name = "Ann"
    ann?.age = 9
    bob?.letters = [UniqueLetter("new")]
    let told = try save()
    let properties = try told.properties()
    #expect(Set(properties.keys) == updated(told))
    #expect(try properties[#require(ann).id] == ["name", "age"])
    #expect(try properties[#require(bob).id] == ["letters"])
    context.insert(UniquePerson("c@x"))
    #expect(try save().properties().isEmpty)
  }

  @Test(arguments: [false, true])
  func nameThoseThatNewObjectsHaveGivenToRows(isInMemory: Bool) throws {
    let held = isInMemory ? try context.person("b@x") : nil
    let identifier = try #require(try context.person("b@x")).id
    context.reset()
    let known = isInMemory ? try context.person("b@x") : nil
    let new = UniquePerson("b@x", age: 7)
    new.name = "Bea"
    context.insert(new)
    let told = try save()
    let properties = try told.properties()
    #expect(Set(properties.keys) == updated(told) && Array(properties.keys) == [identifier])
    #expect(Set(properties[identifier] ?? []).isSuperset(of: ["name", "age"]))
    #expect(properties[identifier]?.contains("email") == false)
    withExtendedLifetime((held, known)) {}
  }
}

extension UniquePerson {
  fileprivate convenience init(_ email: String, age: Int) {
    self.init(email)
    self.age = age
  }
}
