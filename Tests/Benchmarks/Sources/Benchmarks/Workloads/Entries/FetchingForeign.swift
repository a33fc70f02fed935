import Foundation
import SQLiteC
import Strata
import StrataCoreDataStores
import StrataDescriptions

/// X: fetch all rows of a store that is laid out as Core Data's, as objects of a model class.
struct FetchingForeign: Workload {
  let name = "X"
  let count: Int
  let expected: Checksum
  private let container: ModelContainer
  private let own: ModelContainer
  private let database: RawDatabase

  init(count: Int) throws {
    self.count = count
    let store = try EntryStore(count: count)
    own = store.container
    expected = store.expected
    let foreign = try ScratchFolder.keptFile()
    let writer = try RawDatabase(foreign)
    for sql in Self.tables { try writer.execute(sql) }
    try writer.execute("ATTACH '\(store.url.path)' AS own")
    try writer.execute(
      """
      INSERT INTO ZENTRY SELECT strata_key, 1, 1, isActive, quantity, rank, created, due, price, note,
        summary, title, identifier FROM own.Entry
      """)
    try writer.execute("DETACH own")
    container = try ModelContainer(
      for: Entry.self,
      in: CoreDataStore(url: foreign, model: ManagedObjectModel(Schema(Entry.self))))
    database = try RawDatabase(foreign)
  }

  private static let tables = [
    """
    CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)
    """,
    "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
    """
    CREATE TABLE ZENTRY (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZISACTIVE INTEGER,
      ZQUANTITY INTEGER, ZRANK INTEGER, ZCREATED TIMESTAMP, ZDUE TIMESTAMP, ZPRICE FLOAT, ZNOTE VARCHAR,
      ZSUMMARY VARCHAR, ZTITLE VARCHAR, ZIDENTIFIER BLOB)
    """,
    "INSERT INTO Z_PRIMARYKEY VALUES (1, 'Entry', 0, 0)",
    "INSERT INTO Z_METADATA VALUES (1, '01020304-0506-0708-090A-0B0C0D0E0F10', NULL)",
  ]

  var aim: Double? { nil }

  var ours: Contender { { try read(container, &$0) } }

  var raw: Contender {
    { stopwatch in
      var entries = try stopwatch.measure {
        let statement = try database.prepare(
          """
          SELECT ZTITLE, ZNOTE, ZCREATED, ZQUANTITY, ZPRICE, ZISACTIVE, ZIDENTIFIER, ZSUMMARY, ZRANK, ZDUE
          FROM ZENTRY ORDER BY Z_PK
          """)
        var entries: [RawEntry] = []
        while try statement.step() { entries.append(RawEntry(statement)) }
        return entries
      }
      let checksum = Checksum(of: entries)
      stopwatch.measure { entries = [] }
      return checksum
    }
  }

  var peers: [(name: String, run: Contender)] {
    [("a store of ours", { try read(own, &$0) })]
  }

  private func read(
    _ container: ModelContainer, _ stopwatch: inout Stopwatch
  ) throws -> Checksum {
    let context = ModelContext(container)
    var entries = try stopwatch.measure { try context.fetch(FetchDescriptor<Entry>()) }
    let checksum = Checksum(of: entries)
    stopwatch.measure { entries = [] }
    return checksum
  }
}
