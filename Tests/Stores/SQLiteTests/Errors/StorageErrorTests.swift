import Testing

@testable import StrataSQLite

@Suite("Errors of SQLite")
struct StorageErrorTests {
  private func error(_ code: Int32, _ message: String) -> StorageError {
    StorageError(
      extendedCode: code, message: message, path: "/a.store", timeout: 1, sql: "SELECT secret")
  }

  @Test(
    "What is too large says what to do, and shows no SQL",
    arguments: [
      (1, "Expression tree is too large (maximum depth 1000)", "compare with a list"),
      (1, "parser stack overflow", "take it apart"), (1, "too many SQL variables", "in parts"),
      (1, "LIKE or GLOB pattern too complex", "give a shorter one"),
      (1, "at most 64 tables in a join", "at most 64 tables"),
      (1, "too many columns in result set", "too many columns"),
      (18, "string or blob too big", "more bytes than SQLite takes"),
    ] as [(Int32, String, String)])
  func limits(code: Int32, message: String, words: String) {
    let error = error(code, message)
    guard case .tooLarge("/a.store", _) = error else {
      Issue.record("\(error)")
      return
    }
    #expect("\(error)".contains(words))
    #expect("\(error)".contains("/a.store"))
    #expect(!"\(error)".contains("SELECT"))
  }

  @Test(
    "What isn't there any more is named",
    arguments: [
      ("no such table: Trip", "table Trip"), ("no such column: t0.title", "column title"),
      ("no such column: title", "column title"),
      ("table Trip has no column named title", "column title in the table Trip"),
    ])
  func missing(message: String, missing: String) {
    #expect(error(1, message) == .missingName(path: "/a.store", missing: missing, advice: nil))
    #expect("\(error(1, message))".contains("/a.store has no \(missing)"))
  }

  @Test("Anything else is told with its SQL, for who has to find the fault")
  func others() {
    #expect("\(error(1, "near \"x\": syntax error"))".contains("SELECT secret"))
  }
}
