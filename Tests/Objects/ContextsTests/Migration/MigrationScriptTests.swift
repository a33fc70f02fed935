import Foundation
import Strata
import StrataModelSupport
import StrataSQLite
import StrataStoreSupport
import StrataTestSupport
import Synchronization
import Testing

@testable import StrataContexts

private enum First {
  @Model final class Memo {
    var text: String
    init(_ text: String) { self.text = text }
  }
}

private enum Second {
  @Model final class Memo {
    @Attribute(.unique) var text: String
    var stars = 3
    @Relationship(inverse: \Label.memos) var labels: [Label] = []
    init(_ text: String) { self.text = text }
  }

  /// An album whose rows get a value each.
  @Model final class Album {
    var title: String
    var number = UUID()
    init(_ title: String) { self.title = title }
  }

  @Model final class Label {
    var name: String
    var memos: [Memo] = []
    init(_ name: String) { self.name = name }
  }
}

private enum Unsearched {
  @Model final class Note {
    var title: String
    var body: String?
    var isPinned = false
    var folder: Folder?
    init(_ title: String) { self.title = title }
  }

  @Model final class Folder {
    var name: String
    @Relationship(inverse: \Note.folder) var notes: [Note] = []
    init(_ name: String) { self.name = name }
  }

  @Model final class Page {
    var text: String
    init(_ text: String) { self.text = text }
  }

  @Model final class Sign {
    var text: String
    init(_ text: String) { self.text = text }
  }
}

/// The statements that somebody reads before a migration runs.
@Suite struct MigrationScripts {
  static let places = [false] + (TestServer.hasPrograms ? [true] : [])

  /// An error of a review.
  private struct NotReviewed: Error {}

  /// The scripts that a configuration has been asked to review.
  private final class Reviews: Sendable {
    private let scripts = Mutex<[MigrationScript]>([])
    var all: [MigrationScript] { scripts.withLock { $0 } }
    func add(_ script: MigrationScript) { scripts.withLock { $0.append(script) } }
  }

  /// The texts of all statements of a store.
  private final class Statements: StoreObserver {
    private let texts = Mutex<[String]>([])
    var all: [String] { texts.withLock { $0 } }
    let statementDetail = StoreStatement.Detail.sql
    func statementDidRun(_ statement: StoreStatement) {
      texts.withLock { $0.append(statement.sql) }
    }
  }

  @discardableResult
  private func open(
    _ depot: Depot, _ types: [any PersistentModel.Type],
    _ plan: (any SchemaMigrationPlan.Type)? = nil,
    reviews: Reviews, observer: (any StoreObserver)? = nil, refuses: Bool = false
  ) throws -> ModelContainer {
    var configuration = ModelConfiguration(url: depot.url)
    configuration.observer = observer
    configuration.reviewMigration = { script in
      reviews.add(script)
      if refuses { throw NotReviewed() }
    }
    return try ModelContainer(for: types, migrationPlan: plan, configuration: configuration)
  }

  /// The tables, indexes and rules of a store.
  private func tables(_ depot: Depot) throws -> [String] {
    guard !depot.isOnServer else { return try depot.rules() }
    return try Connection(path: depot.url.path).rows(
      "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name"
    ) { $0.text(at: 0) }
  }

  /// Whoever runs the statements has the tables of the migration.
  @Test(arguments: places) func makeTheTables(onServer: Bool) throws {
    let depots = [try Depot(isOnServer: onServer), try Depot(isOnServer: onServer)]
    for depot in depots {
      try depot.fill(First.Memo.self) { context in
        for text in ["a", "b"] { context.insert(First.Memo(text)) }
      }
    }
    let reviews = Reviews()
    try open(depots[0], [Second.Memo.self, Second.Label.self], reviews: reviews)
    let script = try #require(reviews.all.first)
    #expect(script.isOnServer == onServer && script.store == depots[0].path)
    #expect(script.stages.map(\.title) == [nil] && script.stages[0].losses.isEmpty)
    let statements = script.stages[0].statements
    #expect(statements.contains(where: \.blocksReads) == onServer)
    for statement in statements {
      #expect(script.description.contains(statement.sql))
    }
    #expect(script.description.hasSuffix(script.digest))
    #expect(try tables(depots[0]) != tables(depots[1]))
    try depots[1].execute("BEGIN; \(statements.map(\.sql).joined(separator: ";\n")); COMMIT")
    #expect(try tables(depots[0]) == tables(depots[1]))
  }

  /// Each kind of search index, over rows that are there.
  @Test(arguments: places) func fillSearchIndexes(onServer: Bool) throws {
    let models: [any PersistentModel.Type] = [
      Searched.Note.self, Searched.Page.self, Searched.Sign.self,
    ]
    var depots = [try Depot(isOnServer: onServer), try Depot(isOnServer: onServer)]
    // A script is for the database that it was made for: another one may lack an extension.
    while onServer, depots[0].url.path != depots[1].url.path {
      depots = [depots[1], try Depot(isOnServer: onServer)]
    }
    for depot in depots {
      try depot.fill(Unsearched.Note.self, Unsearched.Page.self, Unsearched.Sign.self) { context in
        context.insert(Unsearched.Note("harbour words"))
        context.insert(Unsearched.Page("running"))
        context.insert(Unsearched.Sign("lighthouse"))
      }
    }
    let reviews = Reviews()
    try open(depots[0], models, reviews: reviews)
    let statements = try #require(reviews.all.first).stages[0].statements.map(\.sql)
    try depots[1].execute("BEGIN; \(statements.joined(separator: ";\n")); COMMIT")
    #expect(try tables(depots[0]) == tables(depots[1]))
    // The store's record lacks the indexes, which are there.
    let context = ModelContext(try depots[1].container(models))
    #expect(try context.fetchCount(FetchDescriptor<Searched.Note>(search: "words")) == 1)
    #expect(try context.fetchCount(FetchDescriptor<Searched.Page>(search: "run")) == 1)
    #expect(try context.fetchCount(FetchDescriptor<Searched.Sign>(search: "hous")) == 1)
    #expect(try context.checkStore() == [])
  }

  /// A line break in a name doesn't become a statement.
  @Test func keepNamesInComments() throws {
    let depot = try Depot(isOnServer: false)
    try depot.fill(First.Memo.self) { $0.insert(First.Memo("a")) }
    let odd = depot.folder.file("odd\nDROP TABLE Memo; --.store")
    try FileManager.default.copyItem(at: depot.url, to: odd)
    let reviews = Reviews()
    var configuration = ModelConfiguration(url: odd)
    configuration.reviewMigration = { reviews.add($0) }
    _ = try ModelContainer(for: [Second.Memo.self], configuration: configuration)
    let text = try #require(reviews.all.first).description
    #expect(!text.split(separator: "\n").contains { $0.hasPrefix("DROP") }, "\(text)")
  }

  /// The values that Swift makes for rows are asked for where the script says so.
  @Test func listWhatRunsInAFile() throws {
    let depot = try Depot(isOnServer: false)
    try depot.fillAlbums()
    let (reviews, statements) = (Reviews(), Statements())
    try open(depot, [Second.Album.self], reviews: reviews, observer: statements)
    let script = try #require(reviews.all.first)
    let listed = script.stages.flatMap { $0.statements.map(\.sql) }
    let run = statements.all.filter { sql in
      ["CREATE ", "ALTER ", "DROP ", "INSERT INTO \"strata_new_"].contains { sql.hasPrefix($0) }
    }
    #expect(run == listed.filter { !$0.hasPrefix("INSERT INTO strata_keys") }, "\(run)\n\(listed)")
    #expect(listed.contains { $0.contains("strata_value(") })
  }

  @Test(arguments: places) func areAskedForOnlyIfTablesChange(onServer: Bool) throws {
    let depot = try Depot(isOnServer: onServer)
    let reviews = Reviews()
    for types: [any PersistentModel.Type] in [[First.Memo.self], [Second.Memo.self]] {
      for _ in 0..<2 { try open(depot, types, reviews: reviews) }
    }
    #expect(reviews.all.count == 1)
  }

  @Test(arguments: places, [false, true]) func thatAreRefusedChangeNothing(
    onServer: Bool, hasPlan: Bool
  ) throws {
    let depot = try Depot(isOnServer: onServer)
    try depot.fillAlbums()
    let before = try depot.content()
    let reviews = Reviews()
    let plan: (any SchemaMigrationPlan.Type)? = hasPlan ? AlbumsPlan.self : nil
    for _ in 0..<2 {
      #expect(throws: NotReviewed.self) {
        try open(
          depot, hasPlan ? [AlbumsV3.Album.self] : [AlbumsV1.Album.self, First.Memo.self], plan,
          reviews: reviews,
          refuses: true)
      }
      #expect(try depot.content() == before)
    }
    #expect(reviews.all.count == 2 && Set(reviews.all).count == 1)
    // The same statements run once they were reviewed.
    let digest = try #require(reviews.all.first?.digest)
    let again = Reviews()
    try open(
      depot, hasPlan ? [AlbumsV3.Album.self] : [AlbumsV1.Album.self, First.Memo.self], plan,
      reviews: again)
    #expect(again.all.map(\.digest) == [digest])
  }

  @Test(arguments: places) func sayWhatIsLost(onServer: Bool) throws {
    let depot = try Depot(isOnServer: onServer)
    try depot.fillAlbums()
    let reviews = Reviews()
    try open(depot, [AlbumsV3.Album.self], AlbumsPlan.self, reviews: reviews)
    let stages = try #require(reviews.all.first?.stages)
    #expect(stages.map(\.title) == ["1.0.0 to 2.0.0", "2.0.0 to 3.0.0"])
    #expect(
      stages.map(\.runsWillMigrate) == [false, true]
        && stages.map(\.runsDidMigrate) == [false, true])
    // The first stage renames, and loses nothing.
    #expect(stages[0].losses == [])
    #expect(stages[1].losses.sorted() == ["Album.note", "Album.rating", "Photo", "Photo.sights"])
  }

  @Test(arguments: places) func haveADigestThatRowsDontChange(onServer: Bool) throws {
    var digests: [String] = []
    for count in [0, 3] {
      let depot = try Depot(isOnServer: onServer)
      try depot.fill(First.Memo.self) { context in
        for number in 0..<count { context.insert(First.Memo("\(number)")) }
      }
      let reviews = Reviews()
      try open(depot, [Second.Memo.self], reviews: reviews)
      digests += reviews.all.map(\.digest)
    }
    #expect(digests.count == 2 && Set(digests).count == 1)
  }

  @Test(arguments: places) func areThoseOfARehearsal(onServer: Bool) throws {
    let depot = try Depot(isOnServer: onServer)
    try depot.fillAlbums()
    var rehearsal = try StagedMigration(
      AlbumsPlan.self, Schema(versionedSchema: AlbumsV3.self), ModelConfiguration(url: depot.url))
    let rehearsed = try rehearsal.rehearse().script
    let reviews = Reviews()
    try open(depot, [AlbumsV3.Album.self], AlbumsPlan.self, reviews: reviews)
    #expect(reviews.all == [rehearsed])
  }
}
