import Foundation
import GRDB
import Testing

/// Both libraries do the same, block by block of `Docs/ComingFromGRDB.md`.
@Suite(.timeLimit(.minutes(1))) @MainActor struct ComingFromGRDB {
  private let peer: GRDBLibrary
  private let library: StrataLibrary

  init() throws {
    peer = try GRDBLibrary()
    library = try StrataLibrary()
    try peer.fill()
    try library.fill()
  }

  @Test func insertsTheSame() throws {
    let lines = try library.lines()
    #expect(lines == ["1 The Moon - paper 300", "2 The Sun - sound 100", "3 Stars - paper 250"])
    #expect(try peer.lines() == lines)
  }

  @Test func changesTheSame() throws {
    try peer.changes()
    try library.changes()
    let lines = try library.lines()
    #expect(lines == ["1 The Moon A guide paper 300", "3 Stars - paper 250"])
    #expect(try peer.lines() == lines)
  }

  @Test func changesManyTheSame() throws {
    let counts = (try peer.changesMany(), try library.changesMany())
    #expect(counts == (2, 2))
    let lines = try library.lines()
    #expect(lines == ["1 The Moon - paper 310", "3 Stars - paper 260"])
    #expect(try peer.lines() == lines)
  }

  @Test func upsertsTheSame() throws {
    try peer.changes()
    try library.changes()
    try peer.upserts()
    try library.upserts()
    let lines = try library.lines()
    #expect(lines == ["1 The Moon, revised A guide paper 320", "3 Stars - paper 250"])
    #expect(try peer.lines() == lines)
    let books = ["Ada [\"The Moon, revised\"]", "Bea [\"Stars\"]"]
    #expect(try peer.includesAll() == books && library.includesAll() == books)
  }

  @Test func findsTheSame() throws {
    let titles = ["The Moon", "The Sun"]
    #expect(try peer.finds(1) == titles && library.finds() == titles)
  }

  @Test func filtersTheSame() throws {
    let titles = ["Stars", "The Sun"]
    #expect(try peer.filters() == titles && library.filters() == titles)
  }

  @Test func selectsTheSame() throws {
    let titles = ["Stars", "The Moon", "The Sun"]
    #expect(try peer.selects() == titles && library.selects() == titles)
  }

  @Test func countsTheSame() throws {
    #expect(try peer.counts() == [2, 650] && library.counts() == [2, 650])
  }

  @Test func groupsTheSame() throws {
    let groups = ["paper 2 550", "sound 1 100"]
    #expect(try peer.groups() == groups && library.groups() == groups)
  }

  @Test func followsTheSameLinks() throws {
    let books = ["Ada [\"The Moon\", \"The Sun\"]", "Bea [\"Stars\"]"]
    #expect(try peer.includesAll() == books && library.includesAll() == books)
    #expect(try peer.joins() == ["The Moon", "The Sun"] && library.joins() == peer.joins())
    #expect(try peer.joinsMany() == ["Ada"] && library.joinsMany() == ["Ada"])
    #expect(try peer.tags() == ["The Moon"] && library.tags() == ["The Moon"])
  }

  @Test func rollsTheSameBack() async throws {
    let lines = try library.lines()
    #expect(try peer.rollsBack() == lines)
    #expect(try await library.rollsBack() == lines)
    let more = lines + ["4 Comets - paper 0"]
    #expect(try peer.nests() == more && library.nests() == more)
  }

  @Test func runsTheSameSQL() throws {
    #expect(try peer.runsSQL() == ["Stars", "The Moon"] && library.runsSQL() == peer.runsSQL())
    #expect(try peer.lines() == library.lines())
  }

  @Test func observesTheSame() async throws {
    #expect(try await peer.observes() == [2, 3])
    #expect(try await library.observes() == [2, 3])
  }

  @Test func searchesTheSame() throws {
    let found = try (peer.searches("moo"), library.searches("moo"))
    #expect(found == (["The Moon"], ["The Moon"]))
  }

  @Test func queriesTheSameParts() throws {
    #expect(try peer.queriesJSON() == ["Stars"] && library.queriesColumns() == ["Stars"])
  }

  @Test func encodesTheSameValues() throws {
    struct Part: Decodable, Equatable {
      let isbn, title, format: String
      let pages: Int
    }
    let parts = try [peer.encodes(), library.encodes()].map {
      try JSONDecoder().decode(Part.self, from: $0)
    }
    #expect(parts[0] == parts[1] && parts[0].title == "The Moon")
  }

  @Test func showsTheSamePages() throws {
    #expect(try peer.pages() == ["The Sun"] && library.pages() == ["The Sun"])
  }

  @Test func addsTheSameColumn() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let url = folder.url.appendingPathComponent("library.store")
    try StrataLibrary(url: url).fill()
    let lines = ["The Moon 1", "The Sun 1", "Stars 1"]
    #expect(try peer.addsAColumn() == lines && Later.lines(url: url) == lines)
  }

  @Test func readsAndWritesBeside() async throws {
    let folder = try Folder()
    defer { folder.remove() }
    let path = folder.url.appendingPathComponent("library.sqlite").path
    try GRDBLibrary(path: path).fill()
    #expect(try await GRDBPool.counts(path: path) == [3, 4])
    #expect(try await library.countsAndInserts() == [3, 4])
  }

  /// The import has all values and links of the file, and a second one finds nothing to do.
  @Test func movesAFile() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let file = try GRDBLibrary(path: folder.url.appendingPathComponent("library.sqlite").path)
    try file.fill()
    #expect(try file.tags() == ["The Moon"])
    let moved = try StrataLibrary(url: folder.url.appendingPathComponent("library.store"))
    let result = try move(file.dbQueue, to: moved.container)
    #expect(result.counts.inserted == 3 && result.failures.isEmpty)
    #expect(try moved.lines() == file.lines())
    #expect(try moved.includesAll() == file.includesAll())
    let again = try move(file.dbQueue, to: moved.container)
    #expect(again.counts.unchanged == 3 && again.failures.isEmpty)
  }

  /// `strata model from-database` is tested with these statements, and writes `Stored.swift` of them.
  @Test func declaresItsTables() throws {
    let statements = try peer.dbQueue.read { db in
      try String.fetchAll(
        db, sql: "SELECT sql FROM sqlite_schema WHERE sql NOT NULL AND name <> 'sqlite_sequence'")
    }
    let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("library.sql")
    #expect(try String(contentsOf: url, encoding: .utf8) == statements.map { $0 + ";\n" }.joined())
  }

  @Test func testsInMemory() throws {
    #expect(try GRDBPool.countInMemory() == 1 && StrataLibrary.countInMemory() == 1)
  }
}

/// A folder for the files of a test.
private struct Folder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  func remove() {
    // Dropped: a folder that stays behind in the temporary one doesn't fail the test.
    try? FileManager.default.removeItem(at: url)
  }
}
