import Foundation
import Strata
import StrataSQLite
import StrataTestSupport
import Testing

@testable import StrataLive

@Suite(.timeLimit(.scaledMinutes(5))) struct LiveQueriesOfNotes {
  private let container: ModelContainer
  private let live: LiveQueries

  init() throws {
    container = try Notes.container()
    live = LiveQueries(container)
    try container.add("a", "b", "c")
  }

  /// A client, with the page that it has.
  private struct Client<Value: LiveValue> where Value.Model == Note {
    var changes: LiveChanges<Value>.Iterator
    var page = LivePage<Value>()

    init(
      _ live: LiveQueries, _ type: Value.Type, _ descriptor: FetchDescriptor<Note> = Notes.shown,
      after cursor: String? = nil
    ) {
      changes = live.changes(of: descriptor, as: type, after: cursor).makeAsyncIterator()
    }

    /// Waits for the next change, and applies it.
    mutating func next() async throws -> LiveChange<Value> {
      let change = try #require(try await changes.next())
      try page.apply(change)
      return change
    }

    /// Takes changes until the page has some rows.
    mutating func wait(until isDone: ([LiveRow<Value>]) -> Bool) async throws {
      while !isDone(page.rows) { _ = try await next() }
    }
  }

  private func titles(_ page: LivePage<NoteLine>) -> String {
    page.rows.map(\.value.title).joined()
  }

  @Test func beginWithTheWholePage() async throws {
    var client = Client(live, Note.Snapshot.self)
    let first = try await client.next()
    #expect(first.changedCursor == nil && first.insertions.map(\.position) == [0, 1, 2])
    #expect(client.page.rows.map(\.value.title) == ["a", "b", "c"])
    var none = FetchDescriptor<Note>()
    none.fetchLimit = 0
    var empty = Client(live, Note.Snapshot.self, none)
    #expect(try await empty.next().insertions.isEmpty)
  }

  @Test func goOnWithWhatChanges() async throws {
    var client = Client(live, NoteLine.self)
    _ = try await client.next()
    try container.change("b") { $0.title = "B" }
    let update = try await client.next()
    #expect(update.updates.map(\.position) == [1] && update.insertions.isEmpty)
    #expect(titles(client.page) == "aBc")
    try container.change("a") { $0.rank = 9 }
    let move = try await client.next()
    #expect(move.moves.count == 1 && move.updates.isEmpty && move.deletions.isEmpty)
    #expect(titles(client.page) == "Bca")
    try container.change("c") { $0.isHidden = true }
    #expect(try await client.next().deletions == [1])
    try container.add("d")
    #expect(try await client.next().insertions.map(\.value.title) == ["d"])
    #expect(titles(client.page) == "Bda")
  }

  @Test func tellNothingThatTheClientDoesNotSee() async throws {
    var client = Client(live, NoteLine.self)
    _ = try await client.next()
    try container.edit { $0.insert(Folder("x")) }
    try container.change("b") { $0.isHidden = false }
    try container.change("a") { $0.rank = -1 }
    try container.add("d")
    #expect(try await client.next().insertions.map(\.value.title) == ["d"])
  }

  @Test func followWhatTheirValuesWereMadeOf() async throws {
    try container.edit { context in
      let folder = Folder("old")
      context.insert(folder)
      for note in try context.fetch(FetchDescriptor<Note>()) { note.folder = folder }
    }
    var client = Client(live, NoteLine.self)
    _ = try await client.next()
    #expect(client.page.rows.map(\.value.folder) == ["old", "old", "old"])
    try container.edit { try $0.fetch(FetchDescriptor<Folder>())[0].name = "new" }
    let change = try await client.next()
    #expect(change.updates.count == 3)
    #expect(client.page.rows.map(\.value.folder) == ["new", "new", "new"])
    try container.edit { context in
      for folder in try context.fetch(FetchDescriptor<Folder>()) { context.delete(folder) }
    }
    _ = try await client.next()
    #expect(client.page.rows.map(\.value.folder) == [nil, nil, nil])
  }

  @Test func followOtherContainers() async throws {
    let folder = try TemporaryFolder()
    let own = try Notes.container(folder.store())
    var client = Client(LiveQueries(own), NoteLine.self)
    _ = try await client.next()
    try Notes.container(folder.store()).add("x")
    #expect(try await client.next().insertions.map(\.value.title) == ["x"])
  }

  @Test func areEvaluatedOnceForAllClients() async throws {
    var clients = (0..<20).map { _ in Client(live, NoteLine.self) }
    for index in clients.indices { _ = try await clients[index].next() }
    let before = await live.context.fetchCount
    #expect(await live.queryCount == 1)
    try container.add("d")
    for index in clients.indices {
      #expect(try await clients[index].next().insertions.count == 1)
    }
    #expect(await live.context.fetchCount - before <= 2)
    // Another type of values is another page.
    var other = Client(live, Note.Snapshot.self)
    _ = try await other.next()
    #expect(await live.queryCount == 2)
  }

  @Test func areForgottenWithTheirLastClient() async throws {
    do {
      var client = Client(live, NoteLine.self)
      _ = try await client.next()
    }
    while await live.queryCount > 0 { await Task.yield() }
  }

  @Test func tellASlowClientEverythingAtOnce() async throws {
    var slow = Client(live, NoteLine.self)
    var quick = Client(live, NoteLine.self)
    _ = try await slow.next()
    _ = try await quick.next()
    for title in ["d", "e", "f"] {
      try container.add(title)
      try await quick.wait { $0.contains { $0.value.title == title } }
    }
    #expect(try await slow.next().insertions.map(\.value.title) == ["d", "e", "f"])
    #expect(slow.page == quick.page)
  }

  @Test func goOnAtACursor() async throws {
    var first = Client(live, NoteLine.self)
    _ = try await first.next()
    let page = first.page
    var other = Client(live, NoteLine.self)
    _ = try await other.next()
    try container.add("d")
    _ = try await other.next()
    // It was away for a while.
    var again = Client(live, NoteLine.self, after: page.cursor)
    again.page = page
    #expect(try await again.next().changedCursor == page.cursor)
    #expect(again.page == other.page)
    // It has the present page, also for another program.
    var present = Client(LiveQueries(container), NoteLine.self, after: again.page.cursor)
    present.page = again.page
    async let change = present.next()
    while await live.queryCount == 0 { await Task.yield() }
    try container.add("e")
    #expect(try await change.insertions.count >= 1)
    // It has a page that nobody knows.
    for cursor in ["", "x", String(repeating: "0", count: 64)] {
      var lost = Client(live, NoteLine.self, after: cursor)
      #expect(try await lost.next().changedCursor == nil)
    }
  }

  @Test func holdScopes() async throws {
    try container.change("b") { $0.isHidden = true }
    let scope = ModelScope(#Predicate<Note> { !$0.isHidden })
    let all = FetchDescriptor<Note>(sortBy: [SortDescriptor(\.rank)])
    var scoped = Client(LiveQueries(container, scopes: [scope]), NoteLine.self, all)
    _ = try await scoped.next()
    #expect(titles(scoped.page) == "ac")
    var whole = Client(live, NoteLine.self, all)
    _ = try await whole.next()
    #expect(titles(whole.page) == "abc")
    try container.change("a") { $0.isHidden = true }
    #expect(try await scoped.next().deletions == [0])
  }

  @Test func failWithTheErrorOfAValue() async throws {
    var client = Client(live, UnreadableNote.self)
    _ = try await client.next()
    try container.change("a") { $0.rank = -1 }
    await #expect(throws: UnreadableNote.Unreadable.self) { _ = try await client.next() }
    try container.change("a") { $0.rank = 1 }
    // The error stays with nobody who comes later.
    var later = Client(live, UnreadableNote.self)
    #expect(try await later.next().insertions.count == 3)
  }

  /// Another program has written what the class can't read. Nobody gets the empty value in its place.
  @Test func failWhereAValueCannotBeRead() async throws {
    let folder = try TemporaryFolder()
    let container = try Notes.container(folder.store())
    try container.add("a", "b", "c")
    try container.edit { context in
      let folder = Folder("f")
      context.insert(folder)
      for note in try context.fetch(FetchDescriptor<Note>()) { note.folder = folder }
    }
    try Connection(path: folder.store().path).execute(
      "UPDATE Note SET tags = '{' WHERE title = 'b'")
    let live = LiveQueries(container)
    var others = Notes.shown
    others.predicate = #Predicate { $0.title != "b" }
    for _ in 0..<2 {
      await #expect(throws: StackError.self) {
        var client = Client(live, TaggedNote.self)
        _ = try await client.next()
      }
      await #expect(throws: StackError.self) {
        var client = Client(live, NeighbourNote.self, others)
        _ = try await client.next()
      }
      // What doesn't read it isn't concerned.
      var titles = Client(live, NoteLine.self)
      #expect(try await titles.next().insertions.count == 3)
      var tags = Client(live, TaggedNote.self, others)
      #expect(try await tags.next().insertions.count == 2)
    }
    try container.change("b") { $0.tags = ["x"] }
    var client = Client(live, TaggedNote.self)
    #expect(try await client.next().insertions.map(\.value.tags) == [[], ["x"], []])
  }

  @Test func endWithTheirContainer() async throws {
    var client = Client(live, NoteLine.self)
    _ = try await client.next()
    try await container.close()
    #expect(try await client.changes.next() == nil)
    var later = live.changes(of: Notes.shown, as: NoteLine.self).makeAsyncIterator()
    #expect(try await later.next() == nil)
  }

  /// Whenever it is closed, also while the first page is made.
  @Test(arguments: 1...20) func endWithoutAnError(round: Int) async throws {
    let (container, live) = (container, live)
    let clients = (0..<5).map { _ in
      Task { for try await _ in live.changes(of: Notes.shown, as: NoteLine.self) {} }
    }
    for _ in 0..<round { await Task.yield() }
    try await container.close()
    for client in clients { try await client.value }
  }

  @Test func endWhenTheTaskIsCancelled() async throws {
    let live = live
    let task = Task {
      var count = 0
      for try await _ in live.changes(of: Notes.shown, as: NoteLine.self) { count += 1 }
      return count
    }
    while await live.queryCount == 0 { await Task.yield() }
    task.cancel()
    #expect(try await task.value <= 1)
  }

  @Test(arguments: 1...20) func haveWhatAFetchHas(seed: Int) async throws {
    var random = SeededGenerator(for: "live queries \(seed)")
    var clients = (0..<3).map { _ in Client(live, NoteLine.self) }
    for step in 0..<60 {
      try container.edit { context in
        let notes = try context.fetch(FetchDescriptor<Note>())
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          let note = notes.randomElement(using: &random)
          switch Int.random(in: 0..<5, using: &random) {
          case 0: context.insert(Note("\(step)", rank: Int.random(in: 0..<20, using: &random)))
          case 1: note?.rank = Int.random(in: 0..<20, using: &random)
          case 2: note?.title += "!"
          case 3: note?.isHidden.toggle()
          default: if let note, !note.isDeleted { context.delete(note) }
          }
        }
      }
      let present = try ModelContext(container).fetch(Notes.shown).map(\.title)
      let index = Int.random(in: clients.indices, using: &random)
      try await clients[index].wait { $0.map(\.value.title) == present }
    }
    let present = try ModelContext(container).fetch(Notes.shown).map(\.title)
    for index in clients.indices {
      try await clients[index].wait { $0.map(\.value.title) == present }
    }
  }

  @Test func areEventsForABrowser() async throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    let live = LiveQueries(container, encoder: encoder, keepAlive: .milliseconds(20))
    var events = live.events(of: Notes.shown, as: NoteLine.self).makeAsyncIterator()
    let text = String(decoding: try #require(try await events.next()), as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.first?.hasPrefix("id: ") == true && lines.suffix(2) == ["", ""])
    let data = lines.dropFirst().dropLast(2)
    #expect(data.count > 3 && data.allSatisfy { $0.hasPrefix("data: ") })
    let json = Data(data.map { $0.dropFirst(6) }.joined(separator: "\n").utf8)
    var page = LivePage<NoteLine>()
    try page.apply(JSONDecoder().decode(LiveChange<NoteLine>.self, from: json))
    #expect(page.rows.map(\.value.title) == ["a", "b", "c"])
    #expect("id: \(page.cursor ?? "")" == lines[0])
    // Without news the connection is kept.
    #expect(try await events.next() == Data(":\n\n".utf8))
  }

  @Test func areMessagesThatAreMadeOnce() async throws {
    var one = live.messages(of: Notes.shown, as: NoteLine.self).makeAsyncIterator()
    var other = live.messages(of: Notes.shown, as: NoteLine.self).makeAsyncIterator()
    let first = try await one.next()
    // JSON without an order of members is the same if it is encoded once.
    #expect(try await other.next() == first)
    let object = try JSONSerialization.jsonObject(with: try #require(first)) as? [String: Any]
    #expect(
      Set((object ?? [:]).keys).isSuperset(of: ["cursor", "insertions", "deletions", "moves"]))
  }

  @Test func refuseAChangeOfAnotherPage() async throws {
    var client = Client(live, NoteLine.self)
    _ = try await client.next()
    try container.add("d")
    let change = try #require(try await client.changes.next())
    var page = LivePage<NoteLine>()
    #expect(throws: LiveError.self) { try page.apply(change) }
    #expect(page == LivePage())
    try client.page.apply(change)
    #expect(throws: LiveError.self) { try client.page.apply(change) }
  }
}

@Suite struct PageDigests {
  /// The examples of FIPS 180-2 and of RFC 6234.
  @Test(arguments: [
    ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    ("a", 1_000, "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"),
  ])
  func areThoseOfTheStandard(text: String, count: Int, digest: String) {
    var made = SHA256()
    for _ in 0..<count { made.update(Data(text.utf8)) }
    #expect(made.finalized() == digest)
  }
}
