import StrataModelSupport
import Strata
import StrataSQLite
import StrataStorage
import Testing

@Suite struct RelationshipMigrations {
  private let depot: Depot

  init() throws { depot = try Depot() }

  private func fillBoxes() throws {
    try depot.fill(Plain.Box.self) { context in
      let things = ["a", "b", "c", "d"].map { Plain.Thing($0) }
      for thing in things { context.insert(thing) }
      for (number, members) in [[2, 0], [3]].enumerated() {
        let box = Plain.Box("\(number)")
        context.insert(box)
        for member in members { box.things.append(things[member]) }
      }
    }
  }

  @Test func moveLinksIntoANewOtherEnd() throws {
    try fillBoxes()
    let context = try depot.open(Paired.Box.self)
    let boxes = try context.all(Paired.Box.self)
    #expect(boxes.map { $0.things.map(\.name) } == [["c", "a"], ["d"]])
    #expect(try context.all(Paired.Thing.self).map { $0.box?.name } == ["0", nil, "0", "1"])
    boxes[0].things.append(Paired.Thing("new"))
    boxes[0].things.append(
      try #require(try context.all(Paired.Thing.self).first { $0.name == "b" }))
    try context.save()
    let again = try depot.open(Paired.Box.self)
    #expect(
      try again.all(Paired.Box.self)[0].things.map(\.name) == ["c", "a", "new", "b"])
    #expect(try again.checkStore() == [])
  }

  @Test func moveLinksOutOfAnEndThatGoes() throws {
    try fillBoxes()
    _ = try depot.open(Paired.Box.self)
    let refusal = try depot.refusal(Plain.Box.self)
    #expect(refusal.isUntouched)
    #expect(
      refusal.text.contains("Box.things is paired with Thing.box in the store"), "\(refusal.text)")
    let context = try depot.open(Plain.Box.self, plan: Unpairing.self)
    #expect(try context.all(Plain.Box.self).map { $0.things.map(\.name) } == [["c", "a"], ["d"]])
    #expect(try context.checkStore() == [])
  }

  @Test func addAnotherEndWithManyMembers() throws {
    try fillBoxes()
    let context = try depot.open(Crossed.Box.self)
    #expect(
      try context.all(Crossed.Box.self).map { $0.things.map(\.name) } == [["c", "a"], ["d"]])
    #expect(
      try context.all(Crossed.Thing.self).map { $0.boxes.map(\.name) } == [["0"], [], ["0"], ["1"]])
    #expect(try context.checkStore() == [])
  }

  @Test func renameBothEndsOfATableOfLinks() throws {
    try fillBoxes()
    _ = try depot.open(Crossed.Box.self)
    let context = try depot.open(Renamed.Box.self)
    #expect(
      try context.all(Renamed.Box.self).map { $0.content.map(\.name) } == [["c", "a"], ["d"]])
    #expect(
      try context.all(Renamed.Thing.self).map { $0.aPlaces.map(\.name) }
        == [["0"], [], ["0"], ["1"]])
    #expect(try context.checkStore() == [])
    #expect(try !depot.hasTable("Box_things") && !depot.hasTable("Thing_boxes"))
  }

  @Test func fillTheOtherEndOfAPair() throws {
    try depot.fill(OneWay.Person.self) { context in
      for number in 0..<3 {
        let person = OneWay.Person(number)
        context.insert(person)
        if number > 0 { person.pass = OneWay.Pass(number) }
      }
    }
    let context = try depot.open(BothWays.Person.self)
    #expect(try context.all(BothWays.Pass.self).map { $0.holder?.number } == [1, 2])
    #expect(try context.checkStore() == [])
  }

  @Test func areRefusedWhereAPairWouldHaveThree() throws {
    try depot.fill(OneWay.Person.self) { context in
      let pass = OneWay.Pass(7)
      for number in 0..<2 {
        let person = OneWay.Person(number)
        context.insert(person)
        person.pass = pass
      }
    }
    let refusal = try depot.refusal(BothWays.Person.self)
    #expect(refusal.isUntouched)
    #expect(
      refusal.text.contains("Pass.holder leads to one object, but 1 object leads to several"),
      "\(refusal.text)")
  }

  @Test func areRefusedWhereTwoRelationshipsBecomeOne() throws {
    try depot.fill(Apart.Box.self) { context in
      let (box, thing) = (Apart.Box(), Apart.Thing())
      context.insert(box)
      context.insert(thing)
      box.things = [thing]
    }
    let refusal = try depot.refusal(Together.Box.self)
    #expect(refusal.isUntouched)
    #expect(
      refusal.text.contains(
        "Box.things had links of its own, and is now the other end of Thing.box"),
      "\(refusal.text)")
  }

  /// A program that knows one class of a pair of many to many leaves the other one and the links alone.
  @Test func stayForTheClassThatAProgramLacks() throws {
    try fillBoxes()
    _ = try depot.open(Crossed.Box.self)
    let alone = try depot.open(Lone.Box.self)
    let boxes = try alone.all(Lone.Box.self)
    #expect(boxes.map(\.name) == ["0", "1"])
    boxes[0].name = "zero"
    alone.insert(Lone.Box("2"))
    try alone.save()
    #expect(try alone.checkStore() == [])
    let context = try depot.open(Crossed.Box.self)
    #expect(
      try context.all(Crossed.Box.self).map { $0.things.map(\.name) } == [["c", "a"], ["d"], []])
    #expect(
      try context.all(Crossed.Thing.self).map { $0.boxes.map(\.name) }
        == [["zero"], [], ["zero"], ["1"]])
    #expect(try context.checkStore() == [])
  }

  @Test func keepTheirLinksWhenTwoEndsBecomeTwoRelationships() throws {
    try depot.fill(Mutual.Author.self) { context in
      let (author, book) = (Mutual.Author(), Mutual.Book())
      context.insert(author)
      context.insert(book)
      author.books = [book]
    }
    for _ in 0..<2 {
      let context = try depot.open(Separate.Author.self, plan: Separating.self)
      #expect(try context.all(Separate.Author.self).map(\.books.count) == [1])
      #expect(try context.all(Separate.Book.self).map(\.authors.count) == [1])
      #expect(try context.checkStore() == [])
    }
  }

  @Test func changeRulesWithoutTouchingObjects() throws {
    try fillBoxes()
    _ = try depot.open(Paired.Box.self)
    let context = try depot.open(Cascading.Box.self)
    context.delete(try context.all(Cascading.Box.self)[0])
    try context.save()
    #expect(try context.all(Cascading.Thing.self).map(\.name) == ["b", "d"])
  }
}

/// A plan of two versions.
private protocol TwoVersions: SchemaMigrationPlan {
  associatedtype First: VersionedSchema
  associatedtype Second: VersionedSchema
}

extension TwoVersions {
  static var schemas: [any VersionedSchema.Type] { [First.self, Second.self] }
  static var stages: [MigrationStage] {
    [.lightweight(fromVersion: First.self, toVersion: Second.self)]
  }
}

private enum Unpairing: TwoVersions {
  enum First: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Paired.Box.self] }
  }
  enum Second: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
    static var models: [any PersistentModel.Type] { [Plain.Box.self] }
  }
}

private enum Separating: TwoVersions {
  enum First: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Mutual.Author.self] }
  }
  enum Second: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(2, 0, 0) }
    static var models: [any PersistentModel.Type] { [Separate.Author.self] }
  }
}

private enum Plain {
  @Model final class Box {
    var name: String
    var things: [Thing] = []
    init(_ name: String) { self.name = name }
  }
  @Model final class Thing {
    var name: String
    init(_ name: String) { self.name = name }
  }
}

private enum Paired {
  @Model final class Box {
    var name: String
    @Relationship(inverse: \Thing.box) var things: [Thing] = []
    init(_ name: String) { self.name = name }
  }
  @Model final class Thing {
    var name: String
    var box: Box?
    init(_ name: String) { self.name = name }
  }
}

private enum Cascading {
  @Model final class Box {
    var name: String
    @Relationship(deleteRule: .cascade, inverse: \Thing.box) var things: [Thing] = []
    init(_ name: String) { self.name = name }
  }
  @Model final class Thing {
    #Index<Thing>([\.name])
    var name: String
    var box: Box?
    init(_ name: String) { self.name = name }
  }
}

private enum Crossed {
  @Model final class Box {
    var name: String
    @Relationship(inverse: \Thing.boxes) var things: [Thing] = []
    init(_ name: String) { self.name = name }
  }
  @Model final class Thing {
    var name: String
    var boxes: [Box] = []
    init(_ name: String) { self.name = name }
  }
}

/// One class of the pair, without the relationship.
private enum Lone {
  @Model final class Box {
    var name: String
    init(_ name: String) { self.name = name }
  }
}

private enum Renamed {
  @Model final class Box {
    var name: String
    @Relationship(originalName: "things", inverse: \Thing.aPlaces) var content: [Thing] = []
    init(_ name: String) { self.name = name }
  }
  @Model final class Thing {
    var name: String
    @Relationship(originalName: "boxes") var aPlaces: [Box] = []
    init(_ name: String) { self.name = name }
  }
}

private enum OneWay {
  @Model final class Person {
    var number: Int
    var pass: Pass?
    init(_ number: Int) { self.number = number }
  }
  @Model final class Pass {
    var number: Int
    init(_ number: Int) { self.number = number }
  }
}

private enum BothWays {
  @Model final class Person {
    var number: Int
    @Relationship(inverse: \Pass.holder) var pass: Pass?
    init(_ number: Int) { self.number = number }
  }
  @Model final class Pass {
    var number: Int
    var holder: Person?
    init(_ number: Int) { self.number = number }
  }
}

private enum Apart {
  @Model final class Box {
    @Relationship(inverse: nil) var things: [Thing] = []
    @Relationship(inverse: nil) var others: [Thing] = []
    init() {}
  }
  @Model final class Thing {
    @Relationship(inverse: nil) var box: Box?
    init() {}
  }
}

private enum Together {
  @Model final class Box {
    @Relationship(inverse: \Thing.box) var things: [Thing] = []
    @Relationship(inverse: nil) var others: [Thing] = []
    init() {}
  }
  @Model final class Thing {
    var box: Box?
    init() {}
  }
}

private enum Mutual {
  @Model final class Author {
    @Relationship(inverse: \Book.authors) var books: [Book] = []
    init() {}
  }
  @Model final class Book {
    var authors: [Author] = []
    init() {}
  }
}

private enum Separate {
  @Model final class Author {
    @Relationship(inverse: nil) var books: [Book] = []
    init() {}
  }
  @Model final class Book {
    @Relationship(inverse: nil) var authors: [Author] = []
    init() {}
  }
}
