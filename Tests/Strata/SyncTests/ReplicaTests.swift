import Foundation
import Strata
import StrataStoreSupport
import StrataTestSupport
import Testing

@testable import StrataSync

/// A server and two replicas, whose transport is the server itself. One test at a time: a server has so many connections.
@Suite(.serialized, .timeLimit(.scaledMinutes(5))) struct Replicas {
  private let center: ModelContainer
  private let server: SyncServer
  private let laptop: ModelContainer
  private let desk: ModelContainer
  private let laptopReplica: Replica
  private let deskReplica: Replica

  init() throws {
    center = try Desk.middle()
    server = try SyncServer(center)
    laptop = try Desk.container()
    desk = try Desk.container()
    laptopReplica = try Replica(laptop, transport: server, name: "laptop")
    deskReplica = try Replica(desk, transport: server, name: "desk")
  }

  private func syncAll() async throws {
    for _ in 0..<2 {
      try await laptopReplica.sync()
      try await deskReplica.sync()
    }
  }

  private func expectEqual() async throws {
    let content = try await center.content()
    #expect(try await laptop.content() == content)
    #expect(try await desk.content() == content)
    for container in [center, laptop, desk] {
      #expect(try ModelContext(container).checkStore().isEmpty)
    }
  }

  @Test func getWhatOthersSave() async throws {
    try laptop.edit(author: "anna") { context in
      let note = Note("Jura")
      context.insert(note)
      note.price = 1
      note.picture = Data([0, 1, 255])
      note.folder = Folder("Trips")
      note.tags = [Tag("a"), Tag("b")]
      context.insert(Remark("long", of: note))
      let list = Checklist("List")
      context.insert(list)
      list.steps = ["one", "two"]
      list.folder = note.folder
    }
    try await laptopReplica.sync()
    try await deskReplica.sync()
    #expect(try desk.titles == ["Jura", "List"])
    try await expectEqual()
    let context = ModelContext(desk)
    let note = try #require(try desk.note("Jura", context))
    #expect(note.price == 1)
    #expect(note.tags.map(\.name).sorted() == ["a", "b"])
    #expect(note.remarks.map(\.text) == ["long"])
    #expect(note.folder?.notes.count == 2)
    #expect((try desk.note("List", context) as? Checklist)?.steps == ["one", "two"])

    try desk.edit(author: "ben") { context in
      let note = try #require(try desk.note("Jura", context))
      note.title = "Jura!"
      note.tags.removeAll { $0.name == "a" }
      note.folder = nil
      context.delete(try #require(note.remarks.first))
    }
    try await syncAll()
    #expect(try laptop.titles == ["Jura!", "List"])
    try await expectEqual()
    let history = try ModelContext(center).historyEntries()
    #expect(history.compactMap(\.author).contains("ben"))
    #expect(try laptop.conflicts.isEmpty)
    #expect(try desk.conflicts.isEmpty)
    #expect(try await laptopReplica.status.pendingCount == 0)
  }

  @Test func joinWithWhatTheyHad() async throws {
    for (container, title) in [(center, "s"), (laptop, "l"), (desk, "d")] {
      try container.edit { context in
        let note = Note(title)
        context.insert(note)
        note.folder = Folder("Trips")
        note.folder?.parent = Folder("All")
        note.tags = [Tag("x"), Tag(title)]
      }
    }
    try await syncAll()
    #expect(try laptop.titles == ["d", "l", "s"])
    try await expectEqual()
    let folders = try ModelContext(desk).fetch(FetchDescriptor<Folder>())
    #expect(folders.map(\.name).sorted() == ["All", "Trips"])
    #expect(folders.first { $0.name == "Trips" }?.notes.count == 3)
    #expect(try ModelContext(desk).fetchCount(FetchDescriptor<Tag>()) == 4)
  }

  @Test func mergeByProperty() async throws {
    try laptop.edit { context in context.insert(Note("a")) }
    try await syncAll()
    try laptop.change("a") { note, _ in note.rank = 1 }
    try desk.change("a") { note, _ in note.price = 2 }
    try await syncAll()
    try await expectEqual()
    let note = try #require(try laptop.note("a", ModelContext(laptop)))
    #expect(note.rank == 1 && note.price == 2)
    #expect(try laptop.conflicts.isEmpty && desk.conflicts.isEmpty)
  }

  @Test func reportValuesThatLose() async throws {
    try laptop.edit { context in context.insert(Note("a")) }
    try await syncAll()
    try laptop.change("a") { note, _ in note.rank = 1 }
    try desk.change("a") { note, _ in note.rank = 2 }
    try await syncAll()
    try await expectEqual()
    #expect(try desk.note("a", ModelContext(desk))?.rank == 1)
    #expect(try laptop.conflicts.isEmpty)
    let conflict = try #require(try desk.conflicts.first)
    #expect(conflict.property == "rank" && conflict.kept == "[1]" && conflict.lost == "[2]")
    #expect(try await deskReplica.status.conflictCount == 1)
    #expect(try ModelContext(center).fetchCount(FetchDescriptor<SyncConflict>()) == 0)
    try await deskReplica.resolve(conflict.typedObjectID, by: .mine, author: "ben")
    try await syncAll()
    #expect(try laptop.note("a", ModelContext(laptop))?.rank == 2)
    #expect(try desk.conflicts.isEmpty && laptop.conflicts.isEmpty)
    try await expectEqual()
  }

  @Test func mergeLists() async throws {
    try laptop.edit { context in
      let note = Note("a")
      context.insert(note)
      note.tags = [Tag("x"), Tag("y")]
    }
    try await syncAll()
    try laptop.change("a") { note, _ in note.tags.append(Tag("l")) }
    try desk.change("a") { note, _ in
      note.tags.removeAll { $0.name == "x" }
      note.tags.append(Tag("d"))
    }
    try await syncAll()
    try await expectEqual()
    let note = try #require(try laptop.note("a", ModelContext(laptop)))
    #expect(note.tags.map(\.name).sorted() == ["d", "l", "y"])
    #expect(try laptop.conflicts.isEmpty && desk.conflicts.isEmpty)
  }

  @Test func keepWhatWasChangedElsewhereThoughDeletedHere() async throws {
    try laptop.edit { context in for title in ["a", "b"] { context.insert(Note(title)) } }
    try await syncAll()
    try laptop.change("a") { note, _ in note.rank = 1 }
    try desk.change("a") { note, context in context.delete(note) }
    try desk.change("b") { note, context in context.delete(note) }
    try await syncAll()
    try await expectEqual()
    #expect(try desk.titles == ["a"])
    let conflict = try #require(try desk.conflicts.first)
    #expect(conflict.kind == .notDeleted)
    try await deskReplica.resolve(conflict.typedObjectID, by: .mine)
    try await syncAll()
    #expect(try laptop.titles.isEmpty)
    try await expectEqual()
  }

  @Test func reportValuesOfObjectsDeletedElsewhere() async throws {
    try laptop.edit { context in context.insert(Note("a")) }
    try await syncAll()
    try laptop.change("a") { note, context in context.delete(note) }
    try desk.change("a") { note, _ in note.rank = 2 }
    try await syncAll()
    try await expectEqual()
    #expect(try desk.titles.isEmpty)
    let conflict = try #require(try desk.conflicts.first)
    #expect(conflict.kind == .deleted && conflict.property == "rank" && conflict.lost == "[2]")
    await #expect(throws: SyncError.objectIsDeleted(entity: "Note", object: conflict.object)) {
      try await deskReplica.resolve(conflict.typedObjectID, by: .mine)
    }
    try await deskReplica.resolve(conflict.typedObjectID, by: .theirs)
    #expect(try desk.conflicts.isEmpty)
  }

  @Test func unifyObjectsOfOneUniqueValue() async throws {
    try await syncAll()
    for (container, rank) in [(laptop, 1), (desk, 2)] {
      try container.edit { context in
        let note = Note("\(rank)")
        context.insert(note)
        note.folder = Folder("Trips")
      }
    }
    try await syncAll()
    try await expectEqual()
    #expect(try ModelContext(desk).fetchCount(FetchDescriptor<Folder>()) == 1)
    #expect(try ModelContext(laptop).fetch(FetchDescriptor<Folder>()).first?.notes.count == 2)
    // Both may rename it, and have the name free for another one.
    try desk.edit { context in
      try #require(try context.fetch(FetchDescriptor<Folder>()).first).name = "Journeys"
      context.insert(Folder("Trips"))
    }
    try await syncAll()
    try await expectEqual()
    #expect(try ModelContext(laptop).fetchCount(FetchDescriptor<Folder>()) == 2)
  }

  @Test func reportUniqueValuesThatOthersHave() async throws {
    try laptop.edit { context in for name in ["a", "b"] { context.insert(Folder(name)) } }
    try await syncAll()
    try laptop.edit { context in
      try #require(
        try context.fetch(FetchDescriptor<Folder>(predicate: #Predicate { $0.name == "a" })).first
      ).name = "c"
    }
    try desk.edit { context in
      try #require(
        try context.fetch(FetchDescriptor<Folder>(predicate: #Predicate { $0.name == "b" })).first
      ).name = "c"
    }
    try await syncAll()
    try await expectEqual()
    #expect(try desk.conflicts.map(\.kind) == [.notUnique])
  }

  @Test func letTheLastOneWinIfTheServerSaysSo() async throws {
    let server = try SyncServer(center, mergePolicy: .mergeByPropertyObjectTrump)
    let laptopReplica = try Replica(laptop, transport: server)
    let deskReplica = try Replica(desk, transport: server)
    try laptop.edit { context in context.insert(Note("a")) }
    for replica in [laptopReplica, deskReplica] { try await replica.sync() }
    try laptop.change("a") { note, _ in note.rank = 1 }
    try desk.change("a") { note, _ in note.rank = 2 }
    for replica in [laptopReplica, deskReplica, laptopReplica] { try await replica.sync() }
    try await expectEqual()
    #expect(try laptop.note("a", ModelContext(laptop))?.rank == 2)
    let conflict = try #require(try laptop.conflicts.first)
    #expect(conflict.lost == "[1]" && conflict.kept == "[2]")
    #expect(try desk.conflicts.isEmpty)
  }

  @Test func goOnAfterARefusal() async throws {
    let scope = ModelScope(#Predicate<Note> { $0.rank < 10 })
    let server = try SyncServer(center, scopes: [scope], scopeName: "small")
    let replica = try Replica(laptop, transport: server)
    try laptop.edit { context in context.insert(Note("a")) }
    try await replica.sync()
    try laptop.change("a") { note, context in
      note.rank = 10
      context.insert(Note("b"))
    }
    let result = try await replica.sync()
    #expect(result.refusal?.contains("scope") ?? false)
    #expect(try center.titles == ["a"])
    #expect(try await replica.status.refusal != nil)
    #expect(try await replica.status.pendingCount == 2)
    try center.edit { context in context.insert(Note("c")) }
    try await replica.sync()
    #expect(try laptop.titles == ["a", "b", "c"])
    try laptop.change("a") { note, _ in note.rank = 9 }
    #expect(try await replica.sync().refusal == nil)
    #expect(try center.titles == ["a", "b", "c"])
    #expect(try await replica.status.refusal == nil)
  }

  @Test func seeTheirScopeAlone() async throws {
    let scope = ModelScope(#Predicate<Note> { $0.rank < 10 })
    let server = try SyncServer(center, scopes: [scope], scopeName: "small")
    let replica = try Replica(laptop, transport: server)
    try center.edit { context in
      for rank in [1, 11] {
        let note = Note("\(rank)")
        context.insert(note)
        note.rank = rank
      }
    }
    try await replica.sync()
    #expect(try laptop.titles == ["1"])
    // One enters, and one leaves.
    try center.edit { context in
      try #require(try center.note("1", context)).rank = 12
      try #require(try center.note("11", context)).rank = 2
    }
    try await replica.sync()
    #expect(try laptop.titles == ["11"])
    #expect(try center.titles == ["1", "11"])
    // With other scopes it reads everything anew.
    let other = try SyncServer(
      center, scopes: [ModelScope(#Predicate<Note> { $0.rank > 10 })], scopeName: "large")
    try await Replica(laptop, transport: other).sync()
    #expect(try laptop.titles == ["1"])
  }
}
