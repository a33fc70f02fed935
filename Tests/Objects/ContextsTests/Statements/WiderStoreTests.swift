import StrataModelSupport
import StrataStoreSupport
import Strata
import StrataSQLite
import StrataTestSupport
import Testing

/// A program's own SQL in a store that has got more classes, properties or names since, or by other programs.
@Suite(.enabled(if: TestServer.isInstalled)) struct StatementsInWiderStores {
  /// A program of the first day.
  enum Early {
    @Model class Animal {
      var name: String
      var owners: [Person] = []
      init(_ name: String) { self.name = name }
    }
    @Model final class Person {
      var name: String
      @Relationship(inverse: \Animal.owners) var animals: [Animal] = []
      init(_ name: String) { self.name = name }
    }
  }

  /// The same program later, with a subclass, other names and further classes.
  enum Late {
    @Model class Animal {
      var name: String
      var age = 3
      @Relationship(originalName: "owners") var keepers: [Person] = []
      init(_ name: String) { self.name = name }
    }
    @Model final class Dog: Animal {
      var bark = "wau"
      var home: Kennel?
      override init(_ name: String) { super.init(name) }
    }
    @Model final class Person {
      var name: String
      @Relationship(inverse: \Animal.keepers) var animals: [Animal] = []
      init(_ name: String) { self.name = name }
    }
    @Model final class Kennel {
      @Attribute(.preserveValueOnDeletion) var place: String
      var warden: Person?
      init(_ place: String) { self.place = place }
    }
  }

  private func early(_ depot: Depot) throws -> ModelContext {
    try depot.open(Early.Animal.self, Early.Person.self)
  }

  private func late(_ depot: Depot) throws -> ModelContext {
    try depot.open(Late.Animal.self, Late.Dog.self, Late.Person.self, Late.Kennel.self)
  }

  private func lastChanges(_ context: ModelContext) throws -> Set<String> {
    let entry = try #require(try context.historyEntries().last)
    return Set(
      entry.changes.map {
        "\($0.kind) \($0.entity)/\($0.key) \($0.properties.sorted().joined(separator: ","))"
      })
  }

  @Test(arguments: [false, true])
  func recordSubclassesThatCameLater(isOnServer: Bool) throws {
    let depot = try Depot(isOnServer: isOnServer)
    try depot.fill(Early.Animal.self, Early.Person.self) { context in
      let cat = Early.Animal("cat")
      context.insert(cat)
      cat.owners = [Early.Person("ann"), Early.Person("bob")]
      try context.save()
      try context.withConnection { try $0.execute("UPDATE \(Early.Animal.self) SET name = 'tom'") }
    }
    let context = try late(depot)
    context.insert(Late.Dog("rex"))
    try context.save()
    let other = try late(depot)
    let dog = try #require(try other.all(Late.Dog.self).first)
    let cat = try #require(try other.all(Late.Animal.self).first { $0.name == "tom" })
    #expect(dog.bark == "wau" && cat.keepers.count == 2)
    try context.withConnection { db in
      try db.execute("UPDATE \(Late.Animal.self) SET \"Dog_bark\" = 'WOW' WHERE name = 'rex'")
    }
    try other.mergeChanges()
    #expect(dog.bark == "WOW")
    #expect(try lastChanges(context) == ["update Dog/2 bark"])
    try context.withConnection { try $0.execute("DELETE FROM \"Animal_keepers\"") }
    try other.mergeChanges()
    #expect(cat.keepers.isEmpty)
    #expect(try lastChanges(context).contains("update Animal/1 keepers"))
    try context.withConnection { try $0.execute("DELETE FROM \(Late.Animal.self)") }
    try other.mergeChanges()
    #expect(try lastChanges(context) == ["delete Animal/1 ", "delete Dog/2 "])
    #expect(try other.all(Late.Animal.self).isEmpty)
    #expect(try context.checkStore() == [])
  }

  @Test(arguments: [false, true])
  func recordWhatOnlyOtherProgramsKnow(isOnServer: Bool) throws {
    let depot = try Depot(isOnServer: isOnServer)
    let wide = try late(depot)
    let (dog, ann, kennel) = (Late.Dog("rex"), Late.Person("ann"), Late.Kennel("Bern"))
    for model in [dog, ann, kennel] as [any PersistentModel] { wide.insert(model) }
    dog.keepers = [ann]
    dog.home = kennel
    kennel.warden = ann
    try wide.save()
    // The early program knows neither dogs nor kennels nor ages nor the new name of the owners.
    let narrow = try depot.open(Alone.Person.self)
    try narrow.withConnection { db in
      try db.execute("UPDATE \"Animal\" SET \"Dog_bark\" = 'WOW', age = 4")
      try db.execute("UPDATE \"Kennel\" SET place = 'Thun'")
      try db.execute("UPDATE \(Alone.Person.self) SET name = 'eve'")
    }
    #expect(
      try lastChanges(narrow) == [
        "update Dog/1 age,bark", "update Kennel/1 place", "update Person/1 name",
      ])
    try wide.mergeChanges()
    #expect(dog.bark == "WOW" && dog.age == 4 && kennel.place == "Thun" && ann.name == "eve")
    try narrow.withConnection { try $0.execute("DELETE FROM \"Animal_keepers\"") }
    #expect(try lastChanges(narrow).contains("update Dog/1 keepers"))
    try wide.mergeChanges()
    #expect(dog.keepers.isEmpty)
    // Links of unknown classes to a deleted row are cut.
    try narrow.withConnection { try $0.execute("DELETE FROM \"Kennel\"") }
    #expect(try lastChanges(narrow) == ["delete Kennel/1 ", "update Dog/1 home"])
    let entry = try #require(try wide.historyEntries().last)
    let deletion = try #require(entry.changes.first { $0.kind == .delete })
    #expect(try deletion.tombstone?[\Late.Kennel.place] == "Thun")
    try wide.mergeChanges()
    #expect(dog.home == nil)
    #expect(try wide.checkStore() == [])
  }

  enum Alone {
    @Model final class Person {
      var name: String
      init(_ name: String) { self.name = name }
    }
  }

  @Test func makeTriggersAgainThatAreNotAsTheyHaveToBe() throws {
    let depot = try Depot(isOnServer: true)
    let context = try early(depot)
    context.insert(Early.Animal("cat"))
    try context.save()
    for spoiling in [
      "ALTER TABLE \"Animal\" DISABLE TRIGGER strata_changes",
      "DROP TRIGGER strata_changes ON \"Animal\"",
      """
      CREATE OR REPLACE FUNCTION strata_record_change() RETURNS trigger LANGUAGE plpgsql
      AS 'BEGIN RETURN NULL; END'
      """,
      """
      CREATE OR REPLACE TRIGGER strata_changes AFTER INSERT OR UPDATE OR DELETE ON "Animal" FOR EACH ROW
      WHEN (current_setting('strata.records_changes', true) = 'on')
      EXECUTE FUNCTION strata_record_change('strata_key', '')
      """,
      """
      CREATE OR REPLACE TRIGGER strata_changes AFTER INSERT ON "Animal" FOR EACH ROW
      WHEN (current_setting('strata.records_changes', true) = 'on')
      EXECUTE FUNCTION strata_record_change('strata_key', 'strata_entity')
      """,
    ] {
      try context.withConnection { try $0.execute("UPDATE \(Early.Animal.self) SET name = 'a'") }
      try depot.execute(spoiling)
      try context.withConnection { try $0.execute("UPDATE \(Early.Animal.self) SET name = 'b'") }
      #expect(try lastChanges(context) == ["update Animal/1 name"], "\(spoiling)")
    }
  }
}
