import Foundation
import StrataSQLite
import StrataTestSupport
import Testing

// Stores that aren't as they should be.
extension StrataCommand {
  private func importing(_ destination: String = "books.store") throws -> AppShell.Result {
    try run([
      "import", "Books.sqlite", destination, "--model", "Books.xcdatamodeld", "--format", "csv",
    ])
  }

  private func waits(_ condition: () -> Bool) -> Bool {
    let deadline = ContinuousClock.now + .seconds(TimeScale.seconds(120))
    while !condition(), ContinuousClock.now < deadline { usleep(1000) }
    return condition()
  }

  @Test func tellsWhatOfAStoreNobodyGetsToSee() throws {
    try makeStore(
      """
      INSERT INTO ZBOOK VALUES (4, 9, 1, NULL, NULL, 'of no entity');
      ALTER TABLE ZBOOK ADD COLUMN ZCOLOR VARCHAR; UPDATE ZBOOK SET ZCOLOR = 'red' WHERE Z_PK = 1;
      """)
    let opened = try open("count", "Book", "--format", "csv")
    #expect(opened.status == 0 && opened.output == "count\n3\n")
    #expect(opened.error.contains("1 row of its table ZBOOK is of no entity of the model"))
    #expect(opened.error.contains("the column ZCOLOR of its table ZBOOK has a value in 1 row"))
    let imported = try importing()
    #expect(imported.status == 1 && imported.output.hasPrefix("entity,objects\nBook,3\nShelf,1\n"))
    #expect(imported.error.contains("Book/p4: it is of no entity: the number 9"))
    #expect(imported.error.contains("the column ZCOLOR of its table ZBOOK has a value in 1 row"))
    #expect(imported.error.contains("1 values or objects couldn't be imported"))
  }

  @Test func tellsOfALogThatIsDamaged() throws {
    try makeStore()
    try shell.write("no log at all", to: "Books.sqlite-wal")
    let opened = try open("count", "Book", "--format", "csv")
    #expect(opened.status == 0 && opened.output == "count\n3\n")
    #expect(opened.error.contains("the log's beginning is damaged"))
    #expect(try importing().error.contains("the log's beginning is damaged"))
  }

  @Test func tellsOfAnUnreadableStoreWithOneStatus() throws {
    let folder = shell.folder
    #expect(mkfifo(folder.file("pipe.sqlite").path, 0o600) == 0)
    try shell.write("no database", to: "text.sqlite")
    // The beginning of a database, and nothing behind it.
    try shell.write(
      "SQLite format 3\0" + String(repeating: "x", count: 200), to: "header.sqlite")
    let names = [
      "pipe.sqlite", "text.sqlite", "missing.sqlite", "Books.xcdatamodeld", "header.sqlite",
    ]
    for name in names {
      let imported = try run(["import", name, "books.store"])
      #expect(imported.status == 3, "\(imported)")
      #expect(try run(["open", name, "info"]).status == 3)
    }
    #expect(!FileManager.default.fileExists(atPath: folder.file("books.store").path))
    #expect(try run(["model", "show", "header.sqlite"]).status == 3)
  }

  @Test func writesFewLinesOfManyProblems() throws {
    try makeStore(
      """
      WITH RECURSIVE n(i) AS (VALUES (10) UNION ALL SELECT i + 1 FROM n WHERE i < 1509)
      INSERT INTO ZBOOK SELECT i, 1, 1, NULL, i, 'astray' FROM n;
      """)
    let imported = try importing()
    #expect(imported.status == 1)
    #expect(imported.error.contains("led to Shelf/p10, which isn't there"))
    #expect(imported.error.contains("… and 500 further problems"))
    #expect(imported.error.split(separator: "\n").count < 1010)
  }

  @Test(arguments: [SIGINT, SIGTERM]) func leavesNothingOfAnImportThatIsStopped(
    signal: Int32
  ) throws {
    try makeStore(
      """
      WITH RECURSIVE n(i) AS (VALUES (10) UNION ALL SELECT i + 1 FROM n WHERE i < 1000000)
      INSERT INTO ZBOOK SELECT i, 1, 1, NULL, NULL, 'A Book' FROM n;
      """)
    func names() throws -> [String] { try shell.folder.names().filter { $0.hasPrefix("books") } }
    let program = try RunningProgram(
      BuiltProgram.url("strata"),
      ["import", "Books.sqlite", "books.store", "--model", "Books.xcdatamodeld"],
      input: try shell.write("", to: "nothing"),
      environment: ["PATH": "/usr/bin:/bin", "HOME": shell.folder.url.path, "TZ": "UTC"],
      folder: shell.folder)
    // The file of another name is there from the beginning on.
    let hasBegun = waits { (try? names().contains { $0.contains(".partial-") }) ?? false }
    #expect(hasBegun)
    program.send(signal)
    let result = try program.result()
    #expect(result.status != 0)
    #expect(try names() == [])
  }

  @Test func tellsOfAHistoryThatCantBeRead() throws {
    try makeStore(
      """
      CREATE TABLE ATRANSACTION (Z_PK INTEGER PRIMARY KEY, ZTIMESTAMP FLOAT, ZAUTHOR VARCHAR);
      CREATE TABLE ACHANGE (Z_PK INTEGER PRIMARY KEY, ZCHANGETYPE INTEGER, ZENTITY INTEGER,
        ZENTITYPK INTEGER, ZTRANSACTIONID INTEGER, ZCOLUMNS BLOB);
      INSERT INTO ATRANSACTION VALUES (1, 700000000, 'app');
      INSERT INTO ACHANGE VALUES (1, 0, 1, 1, 1, NULL), (2, 0, 7, 1, 1, NULL);
      """)
    let history = try open("history", "--format", "csv")
    #expect(history.status == 1 && history.lines.count == 2 && history.lines[1].hasPrefix("1,app,"))
    #expect(history.error.contains("ACHANGE/p2: the number 7 is the number of no entity"))
    #expect(history.error.contains("1 row of the history can't be read"))
  }
}
