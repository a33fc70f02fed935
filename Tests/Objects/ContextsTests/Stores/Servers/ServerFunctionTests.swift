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

  /// The ranges that are written down are those of Swift's `Character`, of Unicode 15 and before.
  @Test func knowWhatJoinsScalars() throws {
    let found = try depot.sql(
      """
      SELECT string_agg(n::text, ' ') FROM generate_series(1, 1114111) AS n
      WHERE n NOT BETWEEN 55296 AND 57343 AND chr(n) ~ strata_joiners()
      """)
    guard case .text(let text) = found else {
      Issue.record("\(found)")
      return
    }
    let joiners = Set(text.split(separator: " ").compactMap { UInt32($0) })
    var differences: [String] = []
    for number in UInt32(1)...0x10ffff {
      guard let scalar = Unicode.Scalar(number), let age = scalar.properties.age, age.major <= 15,
        scalar.properties.generalCategory != .privateUse
      else { continue }
      let joins =
        ("a" + String(scalar)).count == 1 || (String(scalar) + "a").count == 1
        || (0x1100...0x11ff).contains(number) || (0xa960...0xa97c).contains(number)
        || (0xd7b0...0xd7fb).contains(number) || (0x1f1e6...0x1f1ff).contains(number)
        || scalar == "\r"
      if joins != joiners.contains(number) { differences.append(String(number, radix: 16)) }
    }
    #expect(differences == [])
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
