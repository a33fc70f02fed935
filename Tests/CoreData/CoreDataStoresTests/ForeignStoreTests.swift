import Foundation
import StrataCoreDataStores
import StrataDescriptions
import StrataModelFiles
import StrataSQLite
import StrataSchema
import StrataStorage
import StrataTestSupport
import Testing

/// The stores of the folder that `STRATA_COREDATA_STORES` names, each compared with what its tables say;
/// and one that is always there.
@Suite struct ForeignStores {
  @Test(arguments: RealStores.files) func haveWhatTheirTablesHave(file: URL?) throws {
    let folder = try TemporaryFolder()
    var library: LibraryStore?
    let url: URL
    if let file {
      url = folder.file(file.lastPathComponent)
      for suffix in ["", "-wal"]
      where FileManager.default.fileExists(atPath: file.path + suffix) {
        try FileManager.default.copyItem(atPath: file.path + suffix, toPath: url.path + suffix)
        try FileManager.default.setAttributes(
          [.posixPermissions: 0o644], ofItemAtPath: url.path + suffix)
      }
    } else {
      let made = try LibraryStore()
      url = made.url
      library = made
    }
    // Of one that has no model within, and none beside it, that is all that can be said.
    guard let store = try Self.open(url, library) else {
      #expect(throws: CoreDataStoreError.noModel(path: url.path)) { try CoreDataStore(url: url) }
      return
    }
    let destination = folder.file("imported.store")
    let report = try store.importAll(to: destination)
    #expect(report.problemCount == 0, "\(report.problems)")

    // SQLite itself counts what is in the tables, with what is in the log.
    let raw = try Connection(path: url.path)
    defer { raw.close() }
    var expected = 0
    let tables = try raw.rows(
      SQLQuery(
        """
        SELECT DISTINCT t.name FROM sqlite_schema AS t JOIN pragma_table_info(t.name) AS c
        WHERE t.type = 'table' AND t.name GLOB 'Z*' AND c.name = 'Z_ENT' AND t.name <> 'Z_PRIMARYKEY'
        """)
    ) { $0.text(at: 0) }
    for table in tables {
      expected += Int(try raw.integer("SELECT count(*) FROM \(name: table)") ?? 0)
    }
    #expect(report.objectCounts.values.reduce(0, +) == expected)
    // Relationships of real stores may have ends that disagree.
    #expect(report.faults.allSatisfy { $0.kind == .inverse }, "\(report.faults)")
  }

  /// A store with its own model, or with one of the folder `models` that fits, where it has none;
  /// nil where there is none.
  private static func open(_ url: URL, _ library: LibraryStore?) throws -> CoreDataStore? {
    if let library { return try library.open() }
    do {
      return try CoreDataStore(url: url)
    } catch CoreDataStoreError.noModel {
      for model in try models() {
        let store = try CoreDataStore(url: url, model: model)
        do {
          _ = try store.store(of: Schema(model))
          return store
        } catch CoreDataStoreError.mismatch {
          continue
        }
      }
      return nil
    }
  }

  private static func models() throws -> [ManagedObjectModel] {
    let folder = ProcessInfo.processInfo.environment["STRATA_COREDATA_STORES"] ?? ""
    let models = URL(fileURLWithPath: folder).appendingPathComponent("models")
    let all =
      FileManager.default.enumerator(atPath: models.path)?.compactMap { $0 as? String } ?? []
    return try all.filter { $0.hasSuffix("/contents") }.map {
      try ModelDocument(contentsOf: models.appendingPathComponent($0)).model
    }
  }
}
