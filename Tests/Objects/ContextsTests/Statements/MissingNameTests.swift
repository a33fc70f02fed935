import Foundation
import StrataStoreSupport
import Strata
import StrataSQLite
import StrataTestSupport
import Testing

/// The errors for tables and columns that aren't there: each says who may have caused it.
@Suite struct MissingNames {
  @Model final class Letter {
    var serial = 1
    var value = 2
    init() {}
  }

  private let folder: TemporaryFolder
  private let context: ModelContext

  init() throws {
    folder = try TemporaryFolder()
    context = ModelContext(
      try ModelContainer(for: Letter.self, configurations: ModelConfiguration(url: folder.store())))
    context.insert(Letter())
    try context.save()
  }

  private func missing(_ body: () throws -> Void) -> StorageError? {
    #expect(throws: StorageError.self) { try body() }
  }

  @Test(arguments: [
    ("SELECT serial FROM Letters", "etters"), ("SELECT name FROM \"Letter\"", "name"),
  ])
  func inYourSQLAreYours(_ query: String, _ name: String) throws {
    let read = missing { _ = try context.rows(SQL(stringLiteral: query)) }
    let inside = missing {
      try context.withConnection { db in _ = try db.rows(SQL(stringLiteral: query)) }
    }
    for error in [read, inside] {
      let text = "\(try #require(error))"
      #expect(text.contains(name) && !text.contains("newer program"), "\(text)")
    }
  }

  @Test(.enabled(if: TestServer.isWanted))
  func withoutQuotesAreSpelledOnAServer() throws {
    let error = missing { _ = try context.rows("SELECT serial FROM Letter") }
    #expect(
      "\(try #require(error))".contains(
        "has no table letter; put quotes around the name, \"Letter\""))
    #expect(try context.rows("SELECT serial FROM \"Letter\"").count == 1)
  }

  @Test(.enabled(if: !TestServer.isWanted)) func thatAnotherProgramHasRemovedAreNoMigration() throws
  {
    let path = try #require(context.container.configurations.first?.url.path)
    try Connection(path: path).execute("ALTER TABLE \"Letter\" RENAME COLUMN value TO worth")
    let error = missing { _ = try ModelContext(context.container).fetch(FetchDescriptor<Letter>()) }
    guard case .missingName(_, "column value", _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect("\(try #require(error))".contains("another program may have removed it"))
  }

  /// A newer version of the class, in a store that an older one has open.
  @Test func thatANewerProgramHasMigratedAreItsOwn() throws {
    _ = try ModelContainer(
      for: Newer.Letter.self, configurations: try #require(context.container.configurations.first))
    let error = missing { _ = try ModelContext(context.container).fetch(FetchDescriptor<Letter>()) }
    guard case .schemaChanged(_, "column value") = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect("\(try #require(error))".contains("a newer program has migrated the store"))
  }

  enum Newer {
    @Model final class Letter {
      var serial = 1
      @Attribute(originalName: "value") var worth = 2
      init() {}
    }
  }
}
