@_spi(Query) import StrataModel
import SwiftData
import Testing

@Suite struct DeclarationTests {
  @Test func aChangeIsWrittenWhereEachClauseCountsAnew() throws {
    let file = try StoreFile()
    let context = try file.context([Declared.Conditional.self])
    let object = Declared.Conditional(name: "a")
    context.insert(object)
    try context.save()
    object.name = "b"
    try context.save()
    let other = try file.context([Declared.Conditional.self])
    #expect(try other.fetch(FetchDescriptor<Declared.Conditional>()).map(\.name) == ["b"])
  }

  @Test func theAttributeOfTheOtherClauseCounts() throws {
    let attribute = try #require(
      Schema([Declared.Attributed.self]).entities[0].attributes.first { $0.name == "name" })
    #expect(attribute.isUnique)
    #expect(attribute.originalName == "name")
  }

  @Test func aTransformerMayStandOnItsOwnLine() throws {
    try reopen(Declared.Attributed(name: "a")) { object in
      #expect(object.secret == "abc")
      let stored = try object.columnValues(forKey: "secret")
      #expect(stored == [.blob(Data("cba".utf8))])
    }
  }

  @Test func aConstraintMayNameItsModule() throws {
    let entity = Schema([Declared.Selected.self]).entities[0]
    #expect(entity.uniquenessConstraints == [["name"]])
  }

  @Test func namesThatAreNoWordsAreKept() throws {
    let object = Declared.Named()
    (object.`a b`, object.a_b, object.😀, object.😎) = (10, 20, "s", "c")
    object.`say "hi"` = 4.5
    try reopen(object) {
      #expect($0.`a b` == 10)
      #expect($0.a_b == 20)
      #expect($0.😀 == "s")
      #expect($0.😎 == "c")
      #expect($0.`say "hi"` == 4.5)
    }
  }

  @Test func aChoiceGivesAValue() throws {
    try reopen(Declared.Chosen()) {
      #expect($0.size == 10)
      #expect($0.label == "large")
      #expect($0.half == 0.5)
    }
  }

  @Test func anOverridingPropertyObservesItsSuperclasss() throws {
    let object = Declared.Inheriting(name: "a")
    object.name = "b"
    #expect(object.heard == ["a"])
    try reopen(object, also: Declared.BasePersistentModel.self) {
      #expect($0.name == "b")
      #expect($0.extra == 1)
      $0.name = "c"
      #expect($0.heard == ["b"])
    }
    let entity = try #require(
      Schema([Declared.Inheriting.self]).entities.first { $0.name == "Inheriting" })
    #expect(entity.attributes.filter { $0.name == "name" }.count <= 1)
  }

  @Test func aConformanceMayBeStated() throws {
    try reopen(Declared.Stated()) { #expect($0.value == 1) }
    try reopen(Declared.Refined()) { #expect($0.value == 1) }
    try reopen(Declared.Opened()) { #expect($0.value == 1) }
  }
}
