import StrataModelSupport
import Strata
import StrataSQLite
import StrataTestSupport
import Testing

/// A model before and after it got subclasses; entities go by the unqualified names.
private enum First {
  @Model class Plant {
    var name: String
    init(name: String) { self.name = name }
  }
}

private enum Second {
  @Model class Plant {
    var name: String
    init(name: String) { self.name = name }
  }

  @Model final class Tree: Plant {
    var height: Double
    init(name: String, height: Double) {
      self.height = height
      super.init(name: name)
    }
  }
}

private enum Third {
  @Model class Plant {
    var name: String
    init(name: String) { self.name = name }
  }

  @Model class Tree: Plant {
    var height: Double
    var rings = 5
    init(name: String, height: Double) {
      self.height = height
      super.init(name: name)
    }
  }

  @Model final class Fern: Plant {
    var spores: Int
    init(name: String, spores: Int) {
      self.spores = spores
      super.init(name: name)
    }
  }
}

private enum Required {
  @Model class Plant {
    var name: String
    init(name: String) { self.name = name }
  }

  @Model final class Tree: Plant {
    var height: Double
    var owner: String
    init() {
      height = 1
      owner = ""
      super.init(name: "")
    }
  }
}

private enum Apart {
  @Model final class Tree {
    var height: Double
    init(height: Double) { self.height = height }
  }
}

private enum Named {
  @Model class Plant {
    var name = "plant"
    init() {}
  }

  @Model final class Tree: Plant {
    var height: Double
    init(height: Double) {
      self.height = height
      super.init()
    }
  }
}

@Suite struct HierarchyEvolution {
  private let house: Storehouse

  init() throws { house = try Storehouse() }

  private func context(_ types: any PersistentModel.Type...) throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: types, configuration: ModelConfiguration(url: house.folder.file("plants"))))
  }

  @Test func aClassWithoutSubclassesHasAPlainTable() throws {
    let sql = Schema(First.Plant.self).definition.joined()
    #expect(!sql.contains("strata_entity"))
  }

  @Test func subclassesAreAddedToAStoreThatIsThere() throws {
    let first = try context(First.Plant.self)
    first.insert(First.Plant(name: "moss"))
    try first.save()
    let second = try context(Second.Plant.self, Second.Tree.self)
    second.insert(Second.Tree(name: "oak", height: 20))
    try second.save()
    let third = try context(Third.Plant.self, Third.Tree.self, Third.Fern.self)
    third.insert(Third.Fern(name: "bracken", spores: 9))
    third.insert(Third.Plant(name: "grass"))
    try third.save()
    let found = try context(Third.Plant.self, Third.Tree.self, Third.Fern.self)
    let plants = try found.all(Third.Plant.self)
    #expect(plants.map(\.name) == ["moss", "oak", "bracken", "grass"])
    #expect((plants[1] as? Third.Tree)?.rings == 5)
    #expect((plants[2] as? Third.Fern)?.spores == 9)
    #expect(try found.checkStore() == [])
    let connection = try Connection(path: house.folder.file("plants").path)
    #expect(
      try connection.integer("SELECT count(*) FROM Plant WHERE Tree_rings IS NOT NULL") == 1)
  }

  @Test func objectsOfClassesThatAreNotKnownArePassedOver() throws {
    let full = try context(Second.Plant.self, Second.Tree.self)
    full.insert(Second.Plant(name: "moss"))
    full.insert(Second.Tree(name: "oak", height: 20))
    full.insert(Second.Plant(name: "grass"))
    try full.save()
    let plain = try context(First.Plant.self)
    #expect(try plain.all(First.Plant.self).map(\.name) == ["moss", "grass"])
    #expect(try plain.fetchCount(FetchDescriptor<First.Plant>()) == 2)
    #expect(
      try plain.fetch(FetchDescriptor<First.Plant>(predicate: #Predicate { $0.name == "oak" }))
        .isEmpty)
    plain.insert(First.Plant(name: "weed"))
    try plain.save()
    let again = try context(Second.Plant.self, Second.Tree.self)
    #expect(try again.all(Second.Plant.self).map(\.name) == ["moss", "oak", "grass", "weed"])
    #expect(try again.all(Second.Tree.self).map(\.height) == [20])
  }

  @Test func aPropertyThatNoExistingObjectLacksIsAdded() throws {
    let second = try context(Second.Plant.self, Second.Tree.self)
    second.insert(Second.Plant(name: "moss"))
    try second.save()
    // No tree is there yet, so that none lacks an owner.
    let before = try context(Required.Plant.self, Required.Tree.self)
    #expect(try before.all(Required.Plant.self).count == 1)
  }

  @Test func aClassThatComesUnderANewOneKeepsItsObjects() throws {
    let apart = try context(Apart.Tree.self)
    let tree = Apart.Tree(height: 20)
    apart.insert(tree)
    try apart.save()
    // Their names are new, and nobody knows them.
    let refused = #expect(throws: StorageError.self) {
      try context(Second.Plant.self, Second.Tree.self)
    }
    #expect("\(refused as Any)".contains("Plant.name is new"))
    let above = try context(Named.Plant.self, Named.Tree.self)
    let found = try #require(try above.all(Named.Plant.self).first as? Named.Tree)
    #expect(found.name == "plant" && found.height == 20)
    #expect(found.persistentModelID == tree.persistentModelID)
    above.insert(Named.Plant())
    try above.save()
    #expect(try above.all(Named.Plant.self).count == 2)
    #expect(try above.checkStore() == [])
  }

  @Test func aClassThatComesUnderAnotherIsRefused() throws {
    _ = try context(Apart.Tree.self)
    _ = try context(First.Plant.self)
    let error = #expect(throws: StorageError.self) {
      try context(Second.Plant.self, Second.Tree.self)
    }
    #expect("\(error as Any)".contains("inherits from Plant"))
  }

  @Test func aClassThatLeavesItsSuperclassIsRefused() throws {
    let second = try context(Second.Plant.self, Second.Tree.self)
    second.insert(Second.Tree(name: "oak", height: 20))
    try second.save()
    let error = #expect(throws: StorageError.self) { try context(Apart.Tree.self) }
    #expect("\(error as Any)".contains("with those of Plant"))
  }

  @Test func aPropertyWithoutDefaultIsRefusedWhereObjectsLackIt() throws {
    let second = try context(Second.Plant.self, Second.Tree.self)
    second.insert(Second.Tree(name: "oak", height: 20))
    try second.save()
    let error = #expect(throws: StorageError.self) {
      try context(Required.Plant.self, Required.Tree.self)
    }
    #expect("\(error as Any)".contains("Tree.owner is new"))
  }

  @Test func rulesOfClassesThatAreNotKnownStay() throws {
    func open(_ types: any PersistentModel.Type...) throws -> ModelContext {
      ModelContext(
        try ModelContainer(
          for: types, configuration: ModelConfiguration(url: house.folder.file("rules"))))
    }
    let indexes = "SELECT group_concat(name) FROM sqlite_schema WHERE type = 'index' ORDER BY name"
    _ = try open(Plot.self, Garden.self, RoseGarden.self, Beast.self, Tiger.self)
    let before = try Connection(path: house.folder.file("rules").path).value(SQL(indexes))
    _ = try open(Plot.self, Beast.self)
    #expect(try Connection(path: house.folder.file("rules").path).value(SQL(indexes)) == before)
  }
}
