import Foundation
import StrataQuery
import StrataSchema
import StrataTestSupport
import Testing

@testable import StrataPostgreSQL
@testable import StrataSQLite
@testable import StrataStorage

@Suite("A store on a server", .enabled(if: TestServer.isInstalled))
struct ServerStoreTests {
  private let url: URL
  private let store: Store
  private let tags: EntityTable

  init() throws {
    url = TestServer.newStore()
    store = try Store.open(Library.schema(), onServer: url, isReadOnly: false)
    tags = try store.tables.table("Tag")
  }

  private func again() throws -> Store {
    try Store.open(Library.schema(), onServer: url, isReadOnly: false)
  }

  private func insertTags(_ keys: ClosedRange<Int64>, in other: Store? = nil) throws {
    try (other ?? store).save(author: "me") { transaction in
      let insertion = try transaction.insertion(into: tags)
      for key in keys {
        try insertion.insert(key: key) { try $0.encode("tag \(key)") }
        transaction.log.record(.insert, tags, key: key)
      }
    }
  }

  private func keys(in store: Store) throws -> [Int64] {
    let query = try SQL(Query(entity: "Tag"), select: .keys, tables: store.tables)
    return try store.makeReader().keys(query, of: tags)
  }

  @Test("Its tables are made once, and found again")
  func openAgain() throws {
    try insertTags(1...3)
    let other = try again()
    #expect(other.identifier == store.identifier)
    #expect(try keys(in: other) == [1, 2, 3])
    #expect(try other.makeReader().lastTransaction() == 1)
  }

  @Test("Its schema may have any name", arguments: ["Tenant 7", "a\"B'c", "strata-\u{e9}"])
  func schemaNames(name: String) throws {
    var components = try #require(URLComponents(url: url, resolvingAgainstBaseURL: false))
    components.queryItems?.removeAll { $0.name == "schema" }
    let named = "\(name) \(UInt32.random(in: .min ... .max))"
    components.queryItems?.append(URLQueryItem(name: "schema", value: named))
    let url = try #require(components.url)
    let store = try Store.open(Library.schema(), onServer: url, isReadOnly: false)
    try insertTags(1...40, in: store)
    let other = try Store.open(Library.schema(), onServer: url, isReadOnly: false)
    #expect(other.identifier == store.identifier)
    #expect(try keys(in: other) == Array(1...40))
  }

  @Test("Several programs may make it at once")
  func makeAtOnce() async throws {
    let url = TestServer.newStore()
    let identifiers = try await withThrowingTaskGroup(of: UUID.self) { group in
      for _ in 0..<4 {
        group.addTask {
          try Store.open(Library.schema(), onServer: url, isReadOnly: false).identifier
        }
      }
      return try await group.reduce(into: Set<UUID>()) { $0.insert($1) }
    }
    #expect(identifiers.count == 1)
  }

  @Test("A save is seen by others, who know that they are behind")
  func follower() throws {
    let other = try again()
    let reader = other.makeReader()
    var follower = HistoryFollower(other, reader)
    #expect(try !follower.isBehind(reader))
    try insertTags(1...2)
    #expect(try follower.isBehind(reader))
    var changed: [Int64] = []
    let (end, isComplete) = try follower.changes(from: reader) { changed += $0.keys }
    follower.advance(to: end)
    #expect(changed == [1, 2] && isComplete)
    #expect(try !follower.isBehind(reader))
  }

  @Test("Saves of several programs are numbered without a gap")
  func writers() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<4 as Range<Int64> {
        group.addTask {
          let store = try again()
          for save in 0..<10 as Range<Int64> {
            let key = 1 + writer * 10 + save
            try insertTags(key...key, in: store)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try keys(in: store) == Array(1...40))
    let numbers = try store.makeReader().integers(
      "SELECT number FROM strata_history ORDER BY number")
    #expect(numbers == Array(1...40))
  }

  @Test("A key that another program has taken is an error that says so")
  func takenKey() throws {
    try insertTags(1...2)
    #expect(throws: StorageError.keyTaken(table: "Tag", key: 2)) { try insertTags(2...3) }
    #expect(try keys(in: store) == [1, 2])
  }

  @Test(
    "Many rows are saved into a table whose policies apply to the user",
    .enabled(if: TestServer.hasPrograms), arguments: [true, false])
  func rowSecurity(applies: Bool) throws {
    let server = try TestServer.ownServer
    let schema = "policies_\(applies)"
    let items = [URLQueryItem(name: "schema", value: schema)]
    let owned = try Store.open(
      Library.schema(), onServer: server.url.appending(queryItems: items), isReadOnly: false)
    let role = "role_\(applies)"
    try owned.withWriter { connection in
      try connection.execute(
        """
        CREATE ROLE \(role) LOGIN;
        GRANT USAGE ON SCHEMA \(schema) TO \(role);
        GRANT ALL ON ALL TABLES IN SCHEMA \(schema) TO \(role);
        GRANT ALL ON ALL SEQUENCES IN SCHEMA \(schema) TO \(role);
        """)
      guard applies else { return }
      try connection.execute(
        """
        ALTER TABLE "Tag" ENABLE ROW LEVEL SECURITY;
        CREATE POLICY own ON "Tag" USING (word <> 'tag 7') WITH CHECK (word <> 'tag 90');
        """)
    }
    let limited = try Store.open(
      Library.schema(), onServer: server.url(user: role).appending(queryItems: items),
      isReadOnly: false)
    try insertTags(1...80, in: limited)
    #expect(try keys(in: limited) == (1...80).filter { !applies || $0 != 7 })
    #expect(try keys(in: owned) == Array(1...80))
    if applies {
      #expect {
        try insertTags(81...120, in: limited)
      } throws: {
        guard case StorageError.server("42501", _, _) = $0 else { return false }
        return true
      }
      #expect(try keys(in: owned) == Array(1...80))
    }
  }

  // Citus isn't at hand. This is the catalog's table by which a store knows of it, with the columns that its
  // documentation names (docs.citusdata.com/en/stable/develop/api_metadata.html).
  @Test(
    "Tables that are distributed over several servers are refused",
    .enabled(if: TestServer.hasPrograms))
  func distributedTables() throws {
    let server = try PrivateServer()
    defer { withExtendedLifetime(server) {} }
    let url = server.url
    let store = try Store.open(Library.schema(), onServer: url, isReadOnly: false)
    try store.withWriter { connection in
      try connection.execute(
        """
        SET allow_system_table_mods = on;
        CREATE TABLE pg_catalog.pg_dist_partition
          (logicalrelid regclass, partmethod "char", partkey text, colocationid int, repmodel "char");
        GRANT SELECT ON pg_catalog.pg_dist_partition TO public;
        CREATE TABLE public."Tag" ();
        INSERT INTO pg_dist_partition VALUES ('public."Tag"', 'h', 'key', 1, 's');
        """)
      // A schema that is on one server as a whole, or a table that only the coordinator has.
      try connection.execute(
        "INSERT INTO pg_dist_partition VALUES ('strata.\"Book\"', 'n', NULL, 0, 's')")
    }
    _ = try Store.open(Library.schema(), onServer: url, isReadOnly: false)
    for (method, model) in [("h", "s"), ("n", "t")] {
      try store.withWriter { connection in
        try connection.execute("DELETE FROM pg_dist_partition")
        try connection.execute(
          "INSERT INTO pg_dist_partition VALUES ('strata.\"Tag\"', '\(method)', 'key', 1, '\(model)')"
        )
      }
      for isReadOnly in [true, false] {
        #expect {
          _ = try Store.open(Library.schema(), onServer: url, isReadOnly: isReadOnly)
        } throws: {
          "\($0)".contains("Citus") && "\($0)".contains("Tag") && !"\($0)".contains("Book")
        }
      }
    }
  }

  @Test("Each reader waits for one of the store's connections, and gives it back")
  func pool() throws {
    let readers = (0..<50).map { _ in store.makeReader() }
    for reader in readers { #expect(try reader.lastTransaction() == 0) }
  }

  @Test("A connection that the server has ended while nobody used it is replaced")
  func lostConnections() throws {
    try insertTags(1...1)
    #expect(try keys(in: store) == [1])
    let other = try again().makeReader()
    let end: SQL = """
      SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity
      WHERE pid <> pg_backend_pid() AND application_name = 'strata'
      AND pid = ANY(\(bind: "{\(try backends().map(String.init).joined(separator: ","))}")::integer[])
      """
    _ = try other.integers(end)
    try insertTags(2...2)
    #expect(try keys(in: store) == [1, 2])
  }

  /// The processes of the server that work for the store's connections.
  private func backends() throws -> [Int64] {
    try store.makeReader().integers("SELECT pg_backend_pid()")
      + store.withWriter { try $0.integers("SELECT pg_backend_pid()") }
  }

  @Test("Texts in long lists are those that they are, whatever marks combine in them")
  func longLists() throws {
    let words = ["a\\\u{301}b", "c\"\u{301}d", "e", "Éva"]
    try store.save(author: nil) { transaction in
      let insertion = try transaction.insertion(into: tags)
      for (index, word) in words.enumerated() {
        try insertion.insert(key: Int64(index + 1)) { try $0.encode(word) }
      }
      transaction.log.record(.insert, tags, key: 1)
    }
    let list = (0..<200).map { ColumnValue.text("other \($0)") } + words.map { .text($0) }
    #expect(try found(.membership(word, list)) == [1, 2, 3, 4])
  }

  @Test("Small letters are compared by their bytes")
  func lowercase() throws {
    try store.save(author: nil) { transaction in
      try transaction.insertion(into: tags).insert(key: 1) { try $0.encode("Éva") }
      transaction.log.record(.insert, tags, key: 1)
    }
    let small = QueryExpression.function(.lowercase, [word])
    #expect(try found(.comparison(.equal, small, .literal(.text("éva")))) == [1])
    #expect(try found(.comparison(.less, small, .literal(.text("f")))) == [])
  }

  private let word = QueryExpression.column(
    QueryPath(variable: 0),
    .init(property: "word", description: ColumnDescription("", .text)))

  private func found(_ predicate: QueryExpression) throws -> [Int64] {
    let query = try SQL(
      Query(entity: "Tag", predicate: predicate), select: .keys, tables: store.tables)
    return try store.makeReader().keys(query, of: tags)
  }

  @Test("A link comes behind those that were put at a position")
  func links() throws {
    let books = try store.tables.table("Book")
    let link = LinkTable.make(for: try #require(books.entity.relationships.last), of: "Book").table
    try insertTags(1...4)
    try store.save(author: nil) { transaction in
      try transaction.insertion(into: books).insert(key: 1) { binder in
        try binder.encode("Emma")
        try binder.encode(nil as Int?)
        try binder.encode(Date(timeIntervalSinceReferenceDate: 0.1))
        try binder.encode(nil as UUID?)
        try binder.encode(Decimal(string: "12.50"))
        try binder.encode("it's")
        try binder.encode(nil as Span?)
        binder.bindNull()
        binder.bindNull()
      }
      transaction.log.record(.insert, books, key: 1)
      // The second one finds its position taken.
      for (tag, place) in [(3, 1), (1, 1), (2, nil), (4, nil)] as [(Int64, Int64?)] {
        try transaction.link(link, owner: 1, member: tag, at: place)
      }
      try transaction.link(link, owner: 1, member: 2)
    }
    let property = try #require(books.entity.property(named: "tags"))
    let query = SQL(membersOf: 1, property, of: tags, link: (link, true))
    #expect(try store.makeReader().rows(query, of: tags) { key, _ in key } == [3, 1, 2, 4])
  }

  @Test("Its links refer to rows, and its columns say what they mean")
  func tables() throws {
    let reader = store.makeReader()
    let links = try reader.integers(
      """
      SELECT count(*) FROM pg_constraint WHERE contype = 'f' AND condeferred
      AND connamespace = quote_ident(current_schema())::regnamespace
      """)
    #expect(links.first ?? 0 >= 2)
    let types: SQL = """
      SELECT data_type FROM information_schema.columns
      WHERE table_schema = current_schema() AND table_name = 'Book' ORDER BY ordinal_position
      """
    let found = try reader.read { try $0.rows(types) { $0.text(at: 0) } }
    #expect(found.contains("uuid") && found.contains("numeric"))
  }

  @Test("A program with other models gets its columns, and others keep theirs")
  func otherModels() throws {
    let value = Schema.Attribute(name: "value", valueType: Double.self, columns: Double.columns)
    let other = try Schema(entities: [try .init(name: "Tag", properties: [.attribute(value)])])
    let count: SQL = """
      SELECT count(*) FROM information_schema.columns
      WHERE table_schema = current_schema() AND table_name = 'Tag'
      """
    let reader = store.makeReader()
    let before = try reader.integers(count)
    _ = try Store.open(other, onServer: url, isReadOnly: false)
    #expect(try reader.integers(count) == [(before.first ?? 0) + 1])
    _ = try Store.open(Library.schema(), onServer: url, isReadOnly: false)
    #expect(try reader.integers(count) == [(before.first ?? 0) + 1])
  }

  @Test("A store that isn't there can't be opened to read alone")
  func readOnly() throws {
    let url = TestServer.newStore()
    #expect(throws: StorageError.self) {
      _ = try Store.open(Library.schema(), onServer: url, isReadOnly: true)
    }
  }

  @Test("What is for files alone is refused by name")
  func filesOnly() throws {
    #expect(throws: StorageError.filesOnly(path: store.path, operation: "compacting")) {
      _ = try store.compact()
    }
  }

  private func observed(_ detail: StoreStatement.Detail = .none) throws -> (Store, EventRecorder) {
    let recorder = EventRecorder(detail)
    let observation = StoreObservation(
      of: Store.publicAddress(url).absoluteString, observer: recorder)
    let store = try Store.open(
      Library.schema(), onServer: url, isReadOnly: false, observation: observation)
    return (store, recorder)
  }

  @Test("Round trips, bytes and values are reported to an observer")
  func observer() throws {
    let (store, recorder) = try observed(.sqlAndValues)
    let before = store.statistics.roundTrips
    try insertTags(1...3, in: store)
    let save = try #require(recorder.events(.save).first?.result)
    #expect(save.rowsWritten == 3 && save.failure == nil)
    #expect(save.roundTrips >= 2 && save.roundTrips == store.statistics.roundTrips - before)
    #expect(save.bytesWritten >= 3 * (8 + "tag 1".utf8.count) && save.statements >= 5)
    let insertions = recorder.statements.filter { $0.sql.hasPrefix("INSERT INTO \"Tag\"") }
    #expect(insertions.map { $0.values?.first } == [.integer(1), .integer(2), .integer(3)])
    #expect(insertions.allSatisfy { $0.values?.contains(.null) == false })

    let reader = store.makeReader()
    let query = try SQL(Query(entity: "Tag"), select: .keys, tables: store.tables)
    let count = recorder.statements.count
    #expect(try reader.keys(query, of: tags) == [1, 2, 3])
    let selection = try #require(recorder.statements[count...].first)
    #expect(selection.rows == 3 && selection.roundTrips == 1 && selection.bytesRead >= 24)
    #expect(try reader.execution(of: query).roundTrips == 1)
    #expect(store.statistics.lentConnections == 0 && store.statistics.openConnections >= 2)
  }

  @Test("A save that waits for another program's reports it, as a part of itself")
  func lockWait() throws {
    let (store, recorder) = try observed()
    try insertTags(1...1, in: store)
    let other = try again()
    var waiting: RunningThread?
    try other.save(author: nil) { transaction in
      // The lock's answer isn't waited for before this.
      _ = try transaction.lastTransaction()
      waiting = RunningThread { try insertTags(2...2, in: store) }
      #expect(recorder.waitForBeginning(of: .lockWait))
    }
    try waiting?.wait()
    let wait = try #require(recorder.events(.lockWait).first)
    #expect(try #require(wait.result).duration >= .milliseconds(10))
    #expect(wait.parent.map { recorder.events[$0].operation.kind } == .save)
    #expect(store.statistics.waits == 1)
    #expect(try keys(in: store) == [1, 2])
  }

  @Test("A read that waits for a connection reports it")
  func leaseWait() throws {
    let (store, recorder) = try observed()
    let count = 8
    let arrived = Shared(0)
    try inThreads(count + 1) { thread in
      let reader = store.makeReader()
      if thread == count {
        while arrived.value < count { usleep(1000) }
        #expect(try reader.integers("SELECT 1") == [1])
      } else {
        try reader.snapshot {
          _ = try reader.integers("SELECT 1")
          arrived.update { $0 += 1 }
          #expect(recorder.waitForBeginning(of: .leaseWait))
        }
      }
    }
    #expect(recorder.events(.leaseWait).count == 1)
    #expect(recorder.events(.leaseWait).first?.result?.failure == nil)
    #expect(store.statistics.waits == 1 && store.statistics.lentConnections == 0)
  }
}
