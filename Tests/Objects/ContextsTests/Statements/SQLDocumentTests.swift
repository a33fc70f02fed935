import Strata
import StrataStoreSupport
import StrataTestSupport
import Testing

/// What `Docs/SQL.md` shows, run.
@Suite struct SQLDocument {
  @Model final class Crew {
    var name: String
    var rank: String
    var wage: Int
    init(name: String, rank: String, wage: Int) {
      (self.name, self.rank, self.wage) = (name, rank, wage)
    }
  }

  private struct Raise {
    let name: String
    let wage: Int
    struct TooMuch: Error {}
    func check() throws { if wage > 1000 { throw TooMuch() } }
  }

  private let context: ModelContext

  init() throws {
    context = ModelContext(try ModelContainer(for: Crew.self, configurations: .temporary))
    context.insert(Crew(name: "O'Neill", rank: "mate", wage: 10))
    context.insert(Crew(name: "Bea", rank: "stowaway", wage: 0))
    try context.save()
  }

  @Test func hasNoSwiftThatIsNotRun() throws {
    let page = try DocumentationPage("SQL.md")
    #expect(page.examples.count >= 4)
    let extensions = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("ExtensionTests.swift")
    #expect(try page.examples(missingIn: [#filePath, extensions.path]) == [])
  }

  @Test func changesRows() throws {
    let rank = "mate"
    let count = try context.withConnection { db in
      try db.execute("UPDATE \(Crew.self) SET wage = wage * 2 WHERE rank = \(rank)")
    }
    #expect(count == 1)
    let name = "O'Neill"
    let rows = try context.rows("SELECT rank, wage FROM \(Crew.self) WHERE name = \(name)")
    let wages = try rows.map { try $0.value("wage", as: Int.self) }
    #expect(wages == [20])
  }

  @Test func insertsAndDeletes() throws {
    try context.withConnection { db in
      let key = try db.newKey(for: Crew.self)
      try db.execute(
        "INSERT INTO \(Crew.self) (strata_key, name, rank, wage) VALUES (\(key), 'Ada', 'mate', 100)"
      )
      try db.execute("DELETE FROM \(Crew.self) WHERE rank = 'stowaway'")
    }
    #expect(
      try context.fetch(FetchDescriptor<Crew>(sortBy: [SortDescriptor(\.name)])).map(\.name)
        == ["Ada", "O'Neill"])
  }

  @Test(.enabled(if: !TestServer.isWanted, "a server has functions of its own"))
  func callsFunctions() throws {
    var configuration = ModelConfiguration(isStoredInMemoryOnly: true)
    configuration.functions = [
      SQLFunction("initials", argumentCount: 1) { arguments in
        guard case .text(let name) = arguments[0] else { return .null }
        return .text(String(name.split(separator: " ").compactMap(\.first)))
      }
    ]
    configuration.collations = [SQLCollation("dictionary") { $0.caseInsensitiveCompare($1) }]
    let context = ModelContext(
      try ModelContainer(for: Crew.self, configurations: configuration))
    for name in ["bea Ott", "Ada Lund", "Cem"] {
      context.insert(Crew(name: name, rank: "mate", wage: 1))
    }
    try context.save()
    let rows = try context.rows(
      "SELECT initials(name) AS short FROM \(Crew.self) ORDER BY name COLLATE dictionary")
    #expect(try rows.map { try $0.value("short", as: String.self) } == ["AL", "bO", "C"])
  }

  @Test func skipsWhatFails() throws {
    let raises = [Raise(name: "O'Neill", wage: 5000), Raise(name: "Bea", wage: 5)]
    var skipped: [String] = []
    try context.withConnection { db in
      for raise in raises {
        do {
          try db.transaction {
            try db.execute(
              "UPDATE \(Crew.self) SET wage = \(raise.wage) WHERE name = \(raise.name)")
            try raise.check()
          }
        } catch {
          skipped.append(raise.name)
        }
      }
    }
    #expect(skipped == ["O'Neill"])
    #expect(
      try context.fetch(FetchDescriptor<Crew>(sortBy: [SortDescriptor(\.name)])).map(\.wage)
        == [5, 10])
  }
}
