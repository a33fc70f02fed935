import Foundation
import StrataTestSupport
import Testing

/// Tests that errors about SQLite's limits say what to do, without SQL.
@Suite struct SQLiteLimits {
  private let shell: AppShell

  init() throws {
    shell = try AppShell()
    #expect(try shell.lines("item add Weight --kind singleValue").status == 0)
  }

  private func expect(_ line: String, _ message: String) throws {
    try shell.write(line + "\n", to: "a.txt")
    let result = try shell.run(["--store", shell.store, "-f", "a.txt"])
    #expect(result.status == 1)
    #expect(result.error.contains(message), "\(result.error.prefix(500))")
    for word in ["SELECT", "SQLite:", "(code"] { #expect(!result.error.contains(word)) }
  }

  @Test func ofConditions() throws {
    let terms = (0..<1500).map { "unit == \"u\($0)\"" }.joined(separator: " OR ")
    try expect("count Item where \(terms)", "compare with a list")
  }

  @Test(
    arguments: [
      ("ALTER TABLE Item RENAME COLUMN unit TO dimension", "column unit"),
      ("ALTER TABLE Tag RENAME TO Label", "table Tag"),
    ], ["item list", "item add Height --kind interval --tag x --unit m"])
  func ofAStoreThatWasMigratedMeanwhile(change: (sql: String, missing: String), line: String) throws
  {
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/sqlite3") else { return }
    let result = try shell.pipeline(
      """
      { echo 'echo ready'; until [ -e go ]; do sleep 0.01; done; echo '\(line)'; } \
        | "$APPSHELL" --store tracker.store >out 2>errors & program=$!
      tries=0; until grep -q ready out; do tries=$((tries+1)); [ $tries -lt 20000 ] || exit 9; done
      sqlite3 tracker.store '\(change.sql)'; touch go; wait $program; echo "status $?"; cat errors
      """)
    #expect(result.output.hasPrefix("status 1\n<stdin>:2: error: "), "\(result)")
    #expect(result.output.contains("has no \(change.missing)"), "\(result)")
    // The store's record says that nobody has migrated it.
    #expect(!result.output.contains("a newer program"))
    #expect(result.output.contains("another program may have removed it"))
    for word in ["SELECT", "INSERT", "SQLite:", "(code"] { #expect(!result.output.contains(word)) }
  }
}
