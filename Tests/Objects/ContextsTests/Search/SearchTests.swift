import Foundation
import StrataModelSupport
import Strata
import StrataSQLite
import Testing

@Suite struct Searches {
  let store: NoteStore
  let context: ModelContext

  init() throws {
    store = try NoteStore()
    context = try store.context()
  }

  private func save(_ notes: Searched.Note...) throws {
    for note in notes { context.insert(note) }
    try context.save()
  }

  private func fill() throws {
    try save(
      .init("Zermatt", "a berg above the village"), .init("Zürich", "on the lake"),
      .init("Bergün"), .init("hut", "Zermatt to the hut"))
  }

  private struct GivenUp: Error {}

  /// A rollback takes temporary tables with it, and SQLite connects the index anew then.
  @Test(arguments: [false, true])
  func followStatementsBehindOthersThatAreGivenUp(inSavepoint: Bool) throws {
    try fill()
    let pin: SQL = "UPDATE \(Searched.Note.self) SET \(name: "isPinned") = \(true)"
    if !inSavepoint {
      #expect(throws: GivenUp.self) {
        try context.withConnection { db in
          try db.execute(pin)
          throw GivenUp()
        }
      }
    }
    try context.withConnection { db in
      try db.execute(pin)
      if inSavepoint {
        #expect(throws: GivenUp.self) {
          try db.transaction {
            try db.execute(pin)
            throw GivenUp()
          }
        }
      }
      try db.execute("UPDATE \(Searched.Note.self) SET title = 'kept' WHERE title = 'hut'")
    }
    let found = FetchDescriptor<Searched.Note>(predicate: Predicate(search: "kept"))
    #expect(try context.fetchCount(found) == 1)
  }

  @Test(arguments: [
    ("zermatt", ["Zermatt", "hut"]), ("ZERMATT berg", ["Zermatt"]),
    ("berg*", ["Zermatt", "Bergün"]),
    ("zurich OR bergun", ["Zürich", "Bergün"]), ("zermatt NOT berg", ["hut"]),
    ("NOT berg zermatt", ["hut"]), ("\"the village\"", ["Zermatt"]), ("\"village the\"", []),
    ("title:zermatt", ["Zermatt"]), ("body:zermatt AND hut", ["hut"]),
    (
      "(zermatt OR lake) the",
      [
        "Zermatt", "Zürich", "hut",
      ]
    ), ("the NOT (lake OR hut)", ["Zermatt"]), ("zermatt & hut!", ["hut"]),
    ("\"above the vil\"*", ["Zermatt"]), ("nothing", []),
  ])
  func find(search: String, titles: [String]) throws {
    try fill()
    #expect(try context.titles(of: search) == titles)
    #expect(try store.context().titles(of: search) == titles)
  }

  @Test(arguments: ["zermatt", "berg*", "zurich OR bergun", "zermatt NOT berg", "title:zermatt"])
  func findUnsavedObjectsByTheSameRules(search: String) throws {
    try fill()
    let saved = try context.titles(of: search)
    let other = try store.context()
    try other.delete(model: Searched.Note.self)
    try other.save()
    for note in [
      Searched.Note("Zermatt", "a berg above the village"), .init("Zürich", "on the lake"),
      .init("Bergün"), .init("hut", "Zermatt to the hut"),
    ] {
      context.insert(note)
    }
    #expect(try context.titles(of: search) == saved)
  }

  @Test func areCombinedWithOtherConditions() throws {
    try fill()
    let notes = try context.all(Searched.Note.self)
    notes[3].isPinned = true
    try context.save()
    func titles(_ predicate: Predicate<Searched.Note>) throws -> [String] {
      try context.fetch(FetchDescriptor(predicate: predicate)).map(\.title)
    }
    #expect(try titles(#Predicate { $0.matches("zermatt") && $0.isPinned }) == ["hut"])
    #expect(try titles(#Predicate { $0.matches("lake") || $0.isPinned }) == ["Zürich", "hut"])
    #expect(try titles(#Predicate { !$0.matches("zermatt") }) == ["Zürich", "Bergün"])
    #expect(try titles(Predicate(search: "zermatt") && Predicate(\.isPinned)) == ["hut"])
    #expect(
      try context.fetchCount(FetchDescriptor(predicate: Predicate<Searched.Note>(search: "zer*")))
        == 2)
  }

  @Test func goThroughRelationships() throws {
    let folder = Searched.Folder("Alps")
    let other = Searched.Folder("Sea")
    for each in [folder, other] { context.insert(each) }
    let note = Searched.Note("Zermatt")
    folder.notes.append(note)
    other.notes.append(Searched.Note("Genova"))
    try context.save()
    let folders = FetchDescriptor<Searched.Folder>(
      predicate: #Predicate { $0.notes.contains { $0.matches("zermatt") } })
    #expect(try context.fetch(folders).map(\.name) == ["Alps"])
    let notes = FetchDescriptor<Searched.Note>(
      predicate: #Predicate { $0.folder?.name == "Alps" && $0.matches("zer*") })
    #expect(try context.fetch(notes) == [note])
    other.notes[0].title = "Zermatt"
    try context.save()
    #expect(try context.fetch(folders).map(\.name).sorted() == ["Alps", "Sea"])
  }

  @Test func followChangesAndDeletions() throws {
    try fill()
    let notes = try context.all(Searched.Note.self)
    notes[0].title = "Saas-Fee"
    notes[0].body = nil
    context.delete(notes[3])
    #expect(try context.titles(of: "zermatt") == [])
    #expect(try context.titles(of: "saas") == ["Saas-Fee"])
    context.rollback()
    #expect(try context.titles(of: "zermatt") == ["Zermatt", "hut"])
    notes[0].title = "Saas-Fee"
    context.delete(notes[3])
    try context.save()
    #expect(try store.context().titles(of: "fee saas") == ["Saas-Fee"])
    #expect(try store.context().titles(of: "hut") == [])
    #expect(try context.checkStore() == [])
  }

  @Test func followBatches() throws {
    try fill()
    try context.batchUpdate(
      where: #Predicate<Searched.Note> { $0.matches("zermatt") }, set: \.body, to: "snow")
    #expect(try context.titles(of: "snow") == ["Zermatt", "hut"])
    #expect(try context.titles(of: "village") == [])
    try context.batchDelete(Searched.Note.self, where: #Predicate { $0.matches("snow") })
    #expect(try context.titles(of: "snow") == [])
    #expect(try context.checkStore() == [])
  }

  @Test func followWritesInSQL() throws {
    try fill()
    try store.depot.execute("UPDATE \"Note\" SET title = 'Arolla' WHERE title = 'hut'")
    #expect(try store.context().titles(of: "arolla") == ["Arolla"])
    #expect(try store.context().titles(of: "hut AND title:hut") == [])
    try store.depot.execute("DELETE FROM \"Note\"")
    #expect(try store.context().titles(of: "zermatt") == [])
    #expect(try store.context().checkStore() == [])
  }

  @Test func findEmojiAndTextsWithoutSpaces() throws {
    try save(.init("a 🏔️ peak"), .init("東京タワー"), .init("Ωmega"))
    #expect(try context.titles(of: "peak") == ["a 🏔️ peak"])
    #expect(try context.titles(of: "東京*") == ["東京タワー"])
    #expect(try context.titles(of: "ωmega") == ["Ωmega"])
    for text in ["東京タワー", "The 🏔️🏔️🏔️ ridge", "Bahnhofstrasse"] {
      context.insert(Searched.Sign(text))
    }
    try context.save()
    func signs(_ search: String) throws -> [String] {
      try context.fetch(FetchDescriptor(predicate: Predicate<Searched.Sign>(search: search)))
        .map(\.text)
    }
    #expect(try signs("京タワ") == ["東京タワー"])
    #expect(try signs("HOFSTR") == ["Bahnhofstrasse"])
    #expect(try signs("\"e 🏔️\"") == ["The 🏔️🏔️🏔️ ridge"])
    #expect(try signs("hof NOT bahn") == [])
    #expect(try signs("100%") == [])
  }

  @Test func findStemsAndAccents() throws {
    for text in ["We are hiking", "They hiked the trail", "A hat"] {
      context.insert(Searched.Page(text))
    }
    for text in ["Zürich", "Zurich"] { context.insert(Searched.Exact(text)) }
    try context.save()
    let pages = FetchDescriptor(predicate: Predicate<Searched.Page>(search: "hikes"))
    #expect(try context.fetch(pages).map(\.text) == ["We are hiking", "They hiked the trail"])
    let the = FetchDescriptor(predicate: Predicate<Searched.Page>(search: "the hike"))
    #expect(try context.fetch(the).map(\.text) == ["They hiked the trail"])
    let exact = FetchDescriptor(predicate: Predicate<Searched.Exact>(search: "zürich"))
    #expect(try context.fetch(exact).map(\.text) == ["Zürich"])
  }

  @Test func findObjectsOfSubclasses() throws {
    context.insert(Searched.Animal("Rex"))
    context.insert(Searched.Dog("Rex Junior"))
    context.insert(Searched.Vehicle("Aurora"))
    context.insert(Searched.Boat("Aurora II", harbour: "Genova"))
    try context.save()
    let animals = FetchDescriptor(predicate: Predicate<Searched.Animal>(search: "rex"))
    #expect(try context.fetch(animals).map(\.name) == ["Rex", "Rex Junior"])
    let dogs = FetchDescriptor(predicate: Predicate<Searched.Dog>(search: "rex"))
    #expect(try context.fetch(dogs).map(\.name) == ["Rex Junior"])
    let boats = FetchDescriptor<Searched.Boat>(search: "aurora genova")
    #expect(try context.fetch(boats).map(\.name) == ["Aurora II"])
    #expect(try context.checkStore() == [])
  }

  @Test func useTheIndex() throws {
    let explained = try context.explain(
      FetchDescriptor<Searched.Note>(predicate: #Predicate { $0.matches("zermatt") }))
    if store.depot.isOnServer {
      #expect(explained.sql.sql.contains("to_tsvector"))
    } else {
      #expect(explained.plan.contains { $0.contains("VIRTUAL TABLE INDEX") })
      #expect(!explained.plan.contains { $0.contains("SCAN t0") })
    }
  }

  @Test func keepAnIndexOfAnotherClassUntouched() throws {
    try fill()
    #expect(try context.fetchCount(FetchDescriptor<Searched.Sign>()) == 0)
    #expect(throws: PredicateTranslationError.self) {
      try context.fetch(FetchDescriptor(predicate: Predicate<Searched.Folder>(search: "x")))
    }
  }
}
