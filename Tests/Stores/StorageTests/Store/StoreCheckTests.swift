import Foundation
import StrataSQLite
import StrataSchema
import StrataTestSupport
import Testing

@testable import StrataStorage

@Suite("The check of a store")
struct StoreCheckTests {
  @Test("A link to a row that isn't there is found")
  func danglingLink() throws {
    let store = try Store.open(Library.schema(), at: nil)
    try store.withWriter { connection in
      try connection.execute(
        """
        INSERT INTO "Book" (strata_key, title, published, price, kind, author)
        VALUES (3, 'a', 0, '1', 'novel', 9);
        INSERT INTO "Book_tags" VALUES (3, 4);
        """)
    }
    let faults = try store.makeReader().check()
    #expect(faults.map(\.kind) == [.danglingLink, .danglingLink])
    #expect(Set(faults.map(\.place)) == ["Book/3", "Book_tags/1"])
    #expect(
      Set(faults.map(\.message)) == [
        "leads to a Person that isn't there", "leads to a Tag that isn't there",
      ])
  }

  @Test("Two ends of a one-to-one that disagree are found")
  func inverse() throws {
    func end(_ name: String, to destination: String, inverse: String) -> Schema.Property {
      .relationship(
        Schema.Relationship(
          name: name, destination: destination, inverseName: inverse, inverseIsToOne: true,
          isToOne: true, isOptional: true, deleteRule: .nullify))
    }
    let schema = try Schema(entities: [
      Schema.Entity(name: "Man", properties: [end("hat", to: "Hat", inverse: "man")]),
      Schema.Entity(name: "Hat", properties: [end("man", to: "Man", inverse: "hat")]),
    ])
    let store = try Store.open(schema, at: nil)
    try store.withWriter { connection in
      try connection.execute(
        """
        INSERT INTO "Hat" VALUES (1, 1), (2, NULL);
        INSERT INTO "Man" VALUES (1, 1), (2, 2);
        """)
    }
    let faults = try store.makeReader().check()
    #expect(faults.map(\.kind) == [.inverse])
    #expect(faults.map(\.place) == ["Man/2"])
  }

  @Test("What a store is can be asked")
  func information() throws {
    let folder = try TemporaryFolder()
    let store = try Store.open(Notes.schema(), at: folder.file())
    try store.addNote("a")
    try store.addNote("b")
    let information = try store.makeReader().information()
    #expect(information.path == folder.file().path)
    #expect(information.identifier == store.identifier.uuidString)
    #expect(!information.isReadOnly)
    #expect(information.byteCount > 4096)
    #expect(information.lastTransaction == 2)
    #expect(information.format == 1)
    #expect(information.libraryVersion.hasPrefix("3."))
    #expect(information.objectCounts == [.init(entity: "Note", count: 2)])
  }
}
