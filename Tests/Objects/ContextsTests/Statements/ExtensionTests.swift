import Foundation
import StrataModelSupport
import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

/// Extensions of SQLite that a program loads, and what it sets on each connection.
@Suite(.enabled(if: !TestServer.isWanted, "a server has extensions of its own"))
struct Extensions {
  private let store: Storehouse
  private let folder: TemporaryFolder

  init() throws {
    store = try Storehouse()
    folder = try TemporaryFolder()
  }

  /// Compiles an extension with the function `double`, whose entry point is not that of its file.
  private func library() throws -> URL {
    let source = folder.file("double.c")
    try Data(
      """
      #include <sqlite3ext.h>
      SQLITE_EXTENSION_INIT1
      static void twice(sqlite3_context *context, int count, sqlite3_value **values) {
        sqlite3_result_int64(context, 2 * sqlite3_value_int64(values[0]));
      }
      int sqlite3_double_init(sqlite3 *db, char **error, const sqlite3_api_routines *api) {
        SQLITE_EXTENSION_INIT2(api);
        return sqlite3_create_function(db, "double", 1, SQLITE_UTF8, 0, twice, 0, 0);
      }
      """.utf8
    ).write(to: source)
    let library = folder.file("doubles.so")
    let compiler = Process()
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    compiler.arguments = ["clang", "-shared", "-fPIC", source.path, "-o", library.path]
    try compiler.run()
    compiler.waitUntilExit()
    #expect(compiler.terminationStatus == 0)
    return library
  }

  private func container(_ change: (inout ModelConfiguration) -> Void) throws -> ModelContainer {
    var configuration = ModelConfiguration(url: store.url)
    change(&configuration)
    return try ModelContainer(for: Storehouse.models, configuration: configuration)
  }

  @Test func areInAllConnections() throws {
    let (url, library) = (store.url, try self.library())

    var configuration = ModelConfiguration(url: url)
    configuration.extensions = [SQLExtension(at: library, entryPoint: "sqlite3_double_init")]
    configuration.prepare = { connection in
      try connection.set(.cacheSize, to: -64_000)
      try connection.run("SELECT double(1)")
    }

    let container = try ModelContainer(for: Storehouse.models, configuration: configuration)
    let context = ModelContext(container)
    context.insert(Parcel(serial: 4))
    try context.save()
    try context.withConnection {
      try $0.execute("UPDATE \(Parcel.self) SET value = double(serial)")
    }
    let rows = try ModelContext(container).rows("SELECT double(value) AS d FROM \(Parcel.self)")
    #expect(rows.map(\.values) == [[.integer(16)]])
    let size = try ModelContext(container).rows("SELECT cache_size FROM pragma_cache_size")
    #expect(size.map(\.values) == [[.integer(-64_000)]])
  }

  @Test func cannotBeLoadedByAStatement() throws {
    let library = try self.library()
    let context = ModelContext(
      try container {
        $0.extensions = [SQLExtension(at: library, entryPoint: "sqlite3_double_init")]
      })
    #expect(throws: StorageError.self) {
      try context.rows("SELECT load_extension(\(library.path), 'sqlite3_double_init')")
    }
  }

  @Test func thatCannotBeLoadedKeepTheContainerFromOpening() throws {
    let library = try self.library()
    let missing = folder.file("none.so")
    for wanted in [SQLExtension(at: missing), SQLExtension(at: library, entryPoint: "other_init")] {
      let error = #expect(throws: StorageError.self) {
        try container { $0.extensions = [wanted] }
      }
      guard case .extensionNotLoaded(let path, let reason)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(path == wanted.url.path && !reason.isEmpty)
    }
  }

  @Test(arguments: [
    "CREATE TABLE t (a)", "DELETE FROM Parcel", "PRAGMA journal_mode = DELETE", "BEGIN",
    "SELECT 1; SELECT 2", "ATTACH 'x' AS y", "",
  ])
  func arePreparedByReadingAlone(_ sql: String) throws {
    #expect(throws: StorageError.self) {
      try container { $0.prepare = { try $0.run(sql) } }
    }
  }

  @Test func passOnTheProgramsErrors() throws {
    struct Refusal: Error {}
    #expect(throws: Refusal.self) { try container { $0.prepare = { _ in throw Refusal() } } }
  }
}
