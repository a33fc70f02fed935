import StrataModelSupport
import Strata
import StrataSQLite
import StrataTestSupport
import Testing

/// The functions that a server's queries call, when somebody or another version of the library has changed them.
@Suite(.enabled(if: TestServer.isInstalled)) struct ServerFunctionDefinitions {
  private let depot: Depot

  init() throws {
    depot = try Depot(isOnServer: true)
    try depot.fill(Parcel.self, Author.self) { context in
      for name in ["Ann", "Bob"] { context.insert(Author(name: name)) }
    }
  }

  private func named(_ part: String) throws -> [String] {
    let context = try depot.open(Parcel.self, Author.self)
    return try context.fetch(
      FetchDescriptor<Author>(
        predicate: #Predicate { $0.name.localizedStandardContains(part) || $0.name.contains(part) }
      )
    ).map(\.name)
  }

  private static let spoiled = """
    CREATE OR REPLACE FUNCTION strata_contains(a text, b text, options integer) RETURNS boolean
    LANGUAGE sql IMMUTABLE STRICT AS 'SELECT true'
    """

  @Test(arguments: [
    spoiled, "DROP FUNCTION strata_contains(text, text, integer)",
    "DROP FUNCTION strata_fold(text, integer) CASCADE",
  ])
  func areMadeAgain(_ statement: String) throws {
    #expect(try named("nn") == ["Ann"])
    try depot.execute(statement)
    #expect(try named("nn") == ["Ann"])
    // The opening that follows has nothing to compare.
    #expect(try named("ob") == ["Bob"])
  }

  @Test func areMissedByAProgramThatOnlyReads() throws {
    try depot.execute("DROP FUNCTION strata_contains(text, text, integer)")
    let container = try ModelContainer(
      for: [Parcel.self, Author.self],
      configuration: ModelConfiguration(url: depot.url, allowsSave: false))
    let error = #expect(throws: StorageError.self) {
      try ModelContext(container).fetch(
        FetchDescriptor<Author>(predicate: #Predicate { $0.name.contains("nn") }))
    }
    #expect("\(error, default: "no error")".contains("open the store once as its owner"))
    #expect(try named("nn") == ["Ann"])
  }

  @Test func areLeftToANewerVersion() throws {
    try depot.execute(Self.spoiled)
    try depot.execute("INSERT INTO strata_metadata VALUES ('functions', '1000')")
    #expect(try named("nn") == ["Ann", "Bob"])
  }
}
