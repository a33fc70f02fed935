import Foundation
import StrataSQLite
import StrataTestSupport
import Testing

extension StrataCommand {
  /// A store as Core Data made it before 2015, of the first version of the books' model.
  ///
  /// - Parameter changes: SQL that is run last.
  func makeStore(_ changes: String = "") throws {
    let connection = try Connection(path: shell.folder.file("Books.sqlite").path)
    defer { connection.close() }
    try connection.execute(
      """
      CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
      INSERT INTO Z_METADATA VALUES (1, '0A0B0C0D-0000-0000-0000-000000000001', NULL);
      CREATE TABLE Z_PRIMARYKEY
        (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
      INSERT INTO Z_PRIMARYKEY VALUES (1, 'Book', 0, 3), (2, 'Shelf', 0, 1);
      CREATE TABLE ZBOOK (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZPAGES INTEGER,
        ZSHELF INTEGER, ZTITLE VARCHAR);
      INSERT INTO ZBOOK VALUES (1, 1, 1, 300, 1, 'Emma'), (2, 1, 1, NULL, 1, 'Persuasion'),
        (3, 1, 1, 90, NULL, 'Lady Susan');
      CREATE TABLE ZSHELF (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER);
      INSERT INTO ZSHELF VALUES (1, 2, 1);
      \(changes)
      """)
    try shell.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>_XCCurrentVersionName</key>
      <string>Books.xcdatamodel</string></dict></plist>
      """, to: "Books.xcdatamodeld/.xccurrentversion")
  }

  func open(_ words: String...) throws -> AppShell.Result {
    try run(["open", "Books.sqlite", "--model", "Books.xcdatamodeld"] + words)
  }

  @Test func opensStoresOfCoreData() throws {
    try makeStore()
    let entities = try open("schema", "--format", "csv")
    #expect(
      entities.output == """
        entity,superentity,attributes,relationships,objects
        Book,,2,1,3
        Shelf,,0,1,1

        """)
    let found = try open(
      "fetch", "--format", "csv", "Book", "where", "pages", ">", "100", "OR", "shelf", "!=", "nil",
      "sort", "by", "title", "desc")
    #expect(found.error == "")
    #expect(
      found.output == """
        key,title,pages,shelf
        Book/2,Persuasion,,Shelf/1
        Book/1,Emma,300,Shelf/1

        """)
    #expect(try open("count", "Book", "where", "shelf", "==", "nil").output.contains("1"))
    let groups = try open(
      "aggregate", "--format", "csv", "Book", "count(*),", "sum(pages)", "group", "by", "shelf",
      "having", "count(*)", ">", "0", "sort", "by", "count(*)", "desc")
    #expect(groups.output == "shelf,count(*),sum(pages)\nShelf/1,2,300\n,1,90\n")
    #expect(try open("explain", "Book", "max(pages)").output.contains("max("))
    let shelf = try open("show", "Shelf/1", "--format", "json")
    #expect(shelf.output.contains(#""value":["Book/1","Book/2"]"#))
    #expect(try open("info").output.contains("0A0B0C0D-0000-0000-0000-000000000001"))
    #expect(try open("explain", "Book", "where", "title", "==", "\"Emma\"").output.contains("SCAN"))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: shell.folder.url.path).filter {
        $0.hasPrefix("Books.sqlite")
      } == ["Books.sqlite"])
  }

  @Test(arguments: ["open", "edit"])
  func showsObjectsThatHaveAKeyOfTheirOwn(command: String) throws {
    let connection = try Connection(path: shell.folder.file("Doors.sqlite").path)
    try connection.execute(
      """
      CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
      INSERT INTO Z_METADATA VALUES (1, '0A0B0C0D-0000-0000-0000-000000000001', NULL);
      CREATE TABLE Z_PRIMARYKEY
        (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
      INSERT INTO Z_PRIMARYKEY VALUES (1, 'Door', 0, 1);
      CREATE TABLE ZDOOR (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZKEY VARCHAR);
      INSERT INTO ZDOOR VALUES (1, 1, 1, 'brass');
      """)
    connection.close()
    try FileManager.default.createDirectory(
      at: shell.folder.file("Doors.xcdatamodel"), withIntermediateDirectories: false)
    try shell.write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
      <entity name="Door"><attribute name="key" optional="YES" attributeType="String"/></entity></model>
      """, to: "Doors.xcdatamodel/contents")
    let words = [command, "Doors.sqlite", "--model", "Doors.xcdatamodel"]
    let all = try run(words + ["fetch", "--format", "csv", "Door"])
    #expect(all.output == "_key,key\nDoor/1,brass\n" && all.error == "")
    let one = try run(words + ["show", "--format", "csv", "Door/1"])
    #expect(one.output == "property,value\n_key,Door/1\nkey,brass\n" && one.error == "")
  }

  /// A store as Core Data makes it, of visits to places: dates, a composite, a hierarchy with equal names,
  /// pictures in files of their own.
  private func makeVisits() throws {
    let connection = try Connection(path: shell.folder.file("Visits.sqlite").path)
    defer { connection.close() }
    try connection.execute(
      """
      CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
      INSERT INTO Z_METADATA VALUES (1, '0A0B0C0D-0000-0000-0000-000000000001', NULL);
      CREATE TABLE Z_PRIMARYKEY
        (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
      INSERT INTO Z_PRIMARYKEY VALUES (1, 'Note', 0, 2), (2, 'Letter', 1, 0), (3, 'Memo', 1, 0),
        (4, 'Visit', 0, 2);
      CREATE TABLE ZVISIT (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZBEGAN TIMESTAMP,
        ZRATING NUMERIC, ZCOST DECIMAL, ZISOPEN INTEGER, ZCITY VARCHAR, ZHEIGHT INTEGER, ZPICTURE BLOB);
      INSERT INTO ZVISIT VALUES (1, 4, 1, 86400.0, 4.0, 12.0, 1, 'Rome', 37, x'01AABB'),
        (2, 4, 1, 86400.5, 4.5, 1.5, 0, NULL, NULL,
          CAST(x'02' || '09090909-0909-0909-0909-090909090909' || x'00' AS BLOB));
      CREATE TABLE ZNOTE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZTITLE VARCHAR,
        ZTITLE1 VARCHAR);
      INSERT INTO ZNOTE VALUES (1, 2, 1, 'Dear', NULL), (2, 3, 1, NULL, 'Milk');
      """)
    try write(
      """
      <entity name="Note"/>
      <entity name="Letter" parentEntity="Note"><attribute name="title" optional="YES" attributeType="String"/></entity>
      <entity name="Memo" parentEntity="Note"><attribute name="title" optional="YES" attributeType="String"/></entity>
      <entity name="Visit">
        <attribute name="began" optional="YES" attributeType="Date"/>
        <attribute name="rating" optional="YES" attributeType="Double"/>
        <attribute name="cost" optional="YES" attributeType="Decimal"/>
        <attribute name="isOpen" optional="YES" attributeType="Boolean"/>
        <attribute name="place" optional="YES" attributeType="Composite" composite="Place"/>
        <attribute name="picture" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
      </entity>
      <composite name="Place">
        <attribute name="city" optional="YES" attributeType="String"/>
        <attribute name="height" optional="YES" attributeType="Integer 32"/>
      </composite>
      """, to: "Visits.xcdatamodel")
  }

  private func visits(_ words: String...) throws -> AppShell.Result {
    try run(["open", "Visits.sqlite", "--model", "Visits.xcdatamodel"] + words)
  }

  @Test func showsWholeNumbersAsTheTypesOfTheirAttributes() throws {
    try makeVisits()
    let all = try visits("fetch", "--format", "json", "Visit", "limit", "1")
    #expect(all.output.contains(#""began":"2001-01-02T00:00:00Z","rating":4.0,"#), "\(all.output)")
    let one = try visits("show", "--format", "csv", "Visit/1")
    #expect(one.output.contains("began,2001-01-02T00:00:00Z\nrating,4.0\n"), "\(one.output)")
    #expect(
      try visits("show", "--format", "csv", "Visit/2").output.contains("2001-01-02T00:00:00.5"))
  }

  @Test func namesColumnsAsPredicatesDo() throws {
    try makeVisits()
    let all = try visits("fetch", "--format", "csv", "Visit", "where", "place.city == 'Rome'")
    #expect(
      all.output.hasPrefix(
        "key,began,rating,cost,isOpen,place.exists,place.city,place.height,picture\n"),
      "\(all.output)\(all.error)")
    let memos = try visits("fetch", "--format", "csv", "Memo", "where", "title == 'Milk'")
    #expect(memos.output == "key,title\nMemo/2,Milk\n")
    #expect(try visits("show", "--format", "csv", "Memo/2").output.contains("\ntitle,Milk\n"))
  }

  @Test func showsObjectsWithoutExternalDataThatIsMissing() throws {
    try makeVisits()
    let all = try visits("fetch", "--format", "csv", "Visit", "where", "picture != nil")
    #expect(all.output.contains("\nVisit/1,") && all.output.contains("37,2 bytes\nVisit/2,"))
    #expect(
      all.error.contains("warning: Visit/2.picture isn't shown: the file of external data ")
        && all.error.contains("error: 1 value of external data can't be read"), "\(all.error)")
    #expect(all.status == 1)
    #expect(try visits("show", "Visit/2").status == 1)
    #expect(try visits("show", "Visit/1").status == 0)
    #expect(try visits("count", "Visit", "where", "picture == nil").error == "")
  }

  @Test func takesFormatsBeforeTheCommandsOfAStore() throws {
    try makeStore()
    let wanted = "count\n3\n"
    #expect(try open("--format", "csv", "count", "Book").output == wanted)
    #expect(
      try run([
        "open", "--format=csv", "--model", "Books.xcdatamodeld", "Books.sqlite", "count", "Book",
      ]).output == wanted)
    #expect(try open("--format", "csv", "--no-header", "count", "Book").output == "3\n")
    #expect(
      try run([
        "edit", "Books.sqlite", "--model", "Books.xcdatamodeld", "--format", "csv", "count", "Book",
      ]).output == wanted)
    let wrong = try open("--format", "xls", "count", "Book")
    #expect(wrong.status == 2 && wrong.error.contains("--format takes table or"))
    let wanted1 = "key,title,pages,shelf\nBook/1,Emma,300,Shelf/1\n"
    let query = ["where", "pages", "-", "1", ">", "100"]
    for words in [
      query + ["--format", "csv", "limit", "1"], query + ["limit", "1", "--format=csv"],
    ] {
      #expect(
        try run(["open", "--model", "Books.xcdatamodeld", "Books.sqlite", "fetch", "Book"] + words)
          == .init(status: 0, output: wanted1, error: ""))
      #expect(
        try run(["open", "Books.sqlite", "fetch", "Book"] + words + ["--model=Books.xcdatamodeld"])
          == .init(status: 0, output: wanted1, error: ""))
    }
    let less = try open("fetch")
    #expect(less.error.contains("usage: strata open STORE fetch ENTITY"), "\(less.error)")
    let help = try open("fetch", "--help").output
    #expect(
      help.contains("  echo 'fetch Note where") && help.contains("' | strata open STORE"), "\(help)"
    )
    let odd = try open("fetch", "Book", "limit", "1", "--fromat", "json")
    #expect(odd.status == 2)
    #expect(odd.error.contains("hint: the command has no option --fromat"), "\(odd.error)")
  }

  @Test func showsTheColumnsOfSubentities() throws {
    try makeVisits()
    let notes = try visits("fetch", "Note", "--format", "csv")
    #expect(notes == .init(status: 0, output: "key,title\nLetter/1,Dear\nMemo/2,Milk\n", error: ""))
    let one = try visits("fetch", "Note", "limit", "1", "--format", "json")
    #expect(one.output == #"{"key":"Letter/1","title":"Dear"}"# + "\n")
  }

  @Test func givesBinaryValues() throws {
    try makeVisits()
    let query = ["fetch", "Visit", "limit", "1"]
    func fetch(_ words: String...) throws -> AppShell.Result {
      try run(["open", "Visits.sqlite", "--model", "Visits.xcdatamodel"] + query + words)
    }
    #expect(try fetch("--format", "csv").output.hasSuffix(",2 bytes\n"))
    #expect(try fetch("--format", "json").output.hasSuffix(#","picture":"qrs="}"# + "\n"))
    #expect(
      try visits("show", "Visit/1", "--format", "json").output.contains(#""value":"qrs=""#))
    let files = try fetch("--blobs", "out/all", "--format", "csv")
    #expect(files.status == 0 && files.output.hasSuffix(",Visit-1-picture.bin\n"))
    let file = shell.folder.file("out/all/Visit-1-picture.bin")
    #expect(try Data(contentsOf: file) == Data([0xAA, 0xBB]))
    let again = try fetch("--blobs", "out/all")
    #expect(again.status == 1 && again.error.contains("is there already\n  hint: --force"))
    #expect(try fetch("--blobs", "out/all", "--force").status == 0)
    #expect(try fetch("--force").status == 2)
    #expect(try fetch("--blobs", "Visits.sqlite").error.contains("can't be made"))
  }

  @Test func checksStoresOfStrata() throws {
    _ = try shell.run(["--store", shell.store, "demo"])
    let sound = try run(["store", "check", shell.store])
    #expect(sound == .init(status: 0, output: "the store is sound\n", error: ""))
    try Connection(path: shell.store).execute(
      "PRAGMA foreign_keys = OFF; DELETE FROM Item WHERE strata_key = 1")
    let broken = try run(["store", "check", "--format", "csv", shell.store])
    #expect(broken.status == 1)
    #expect(broken.output.hasPrefix("fault,where,what\n") && broken.output.contains("isn't there"))
    #expect(broken.error.contains("faults"), "\(broken.error)")
    try makeStore()
    let foreign = try run(["store", "check", "Books.sqlite"])
    #expect(foreign.status == 1 && foreign.error.contains("no store of Strata"), "\(foreign.error)")
    let missing = try run(["store", "check", "none.store"])
    #expect(missing.status == 3 && missing.error.contains("none.store"), "\(missing.error)")
  }

  @Test func readsLinesAboutAStore() throws {
    try makeStore()
    let result = try RunningProgram(
      BuiltProgram.url("strata"), ["open", "Books.sqlite", "--model", "Books.xcdatamodeld"],
      input: try shell.write("count Book\nfetch Bok\n", to: "lines"),
      environment: ["PATH": "/usr/bin:/bin", "HOME": shell.folder.url.path, "TZ": "UTC"],
      folder: shell.folder
    ).result()
    #expect(result.status != 0 && result.lines.contains { $0.contains("3") })
    #expect(result.error.contains("there is no entity “Bok”"))
    #expect(result.error.contains("did you mean Book?"))
  }

  @Test(arguments: ["open", "edit"])
  func explainsTheShellsOnStores(command: String) throws {
    let help = try run([command, "--help"])
    #expect(help.status == 0 && help.output.hasPrefix("usage: strata \(command) STORE "))
    #expect(try run(["help", command]).output == help.output)
    let manual = try run(["man"])
    #expect(manual.output.contains("\(command) STORE"))
  }

  @Test(arguments: [
    (["--history=never", "Books.sqlite"], "--history takes append or leave, not “never”"),
    (["--leave-cloudkit=yes", "Books.sqlite"], "--leave-cloudkit takes no value"),
    (["Books.sqlite", "--author"], "--author needs a value"),
    (["--author", "a", "--author=b"], "--author is given twice"),
    (["--verbose", "Books.sqlite"], "there is no option “--verbose” of edit"),
    ([], "edit needs the path of a store"),
  ])
  func refusesWrongWordsOfAShell(words: [String], message: String) throws {
    let result = try run(["edit"] + words)
    #expect(result.status == 2 && result.error.hasPrefix("error: \(message)\n  hint: usage: "))
  }

  @Test func namesNoOptionThatItLacks() throws {
    try shell.write("no store", to: "text")
    for command in ["open", "edit"] {
      let result = try run([command, "text"])
      #expect(result.status == 3 && result.error.contains("text is not a database; "))
    }
  }

  @Test func editsStoresOfCoreData() throws {
    try makeStore()
    func edit(_ words: String...) throws -> AppShell.Result {
      try run(["edit", "Books.sqlite", "--model", "Books.xcdatamodeld"] + words)
    }
    #expect(try edit("insert", "Book", "title=Sanditon", "shelf=Shelf/1").status == 0)
    #expect(try edit("set", "Book/2", "pages", "249").status == 0)
    #expect(try edit("delete", "Book", "where", "pages", "<", "100").status == 0)
    let all = try edit("fetch", "--format", "csv", "Book", "sort", "by", "title")
    #expect(
      all.output == """
        key,title,pages,shelf
        Book/1,Emma,300,Shelf/1
        Book/2,Persuasion,249,Shelf/1
        Book/4,Sanditon,,Shelf/1

        """)
    let wrong = try edit("set", "Book/1", "pages", "many")
    #expect(wrong.status == 2 && wrong.error.contains("“many” is not"))
    let dropped = try run(
      ["edit", "Books.sqlite", "--model", "Books.xcdatamodeld"],
      input: "begin\nset Book/1 title Other\n")
    #expect(dropped.status == 1 && dropped.error.contains("1 change was dropped"))
    #expect(
      try open("count", "--format", "csv", "Book", "where", "title", "==", "\"Other\"").output
        == "count\n0\n")
  }

  @Test func editsNoStoreWhoseHistoryWouldBeLeftBehind() throws {
    try makeStore(
      "CREATE TABLE ATRANSACTION (Z_PK INTEGER PRIMARY KEY); CREATE TABLE ACHANGE (Z_PK INTEGER PRIMARY KEY)"
    )
    let refused = try run([
      "edit", "Books.sqlite", "--model", "Books.xcdatamodeld", "set", "Book/2", "pages", "249",
    ])
    #expect(refused.status == 3 && refused.error.contains("--history append"))
    let unknown = try run(["edit", "Books.sqlite", "--history", "drop"])
    #expect(unknown.status == 2 && unknown.error.contains("append or leave"))
  }

  @Test func importsStoresOfCoreData() throws {
    try makeStore()
    let imported = try run(
      ["import", "Books.sqlite", "books.store", "--model", "Books.xcdatamodeld", "--format", "csv"])
    #expect(imported.status == 0)
    #expect(imported.output.hasPrefix("entity,objects\nBook,3\nShelf,1\n"))
    let found = try run(["open", "books.store", "fetch", "--format", "csv", "Book", "limit", "1"])
    #expect(found.output == "key,title,pages,shelf\nBook/1,Emma,300,Shelf/1\n")
    let history = try run(["open", "books.store", "history", "--format", "csv"])
    #expect(history.lines.count == 2 && history.lines[1].contains(",import,"))
    #expect(try run(["model", "show", "books.store"]).output.contains("pages"))
    let again = try run(["import", "Books.sqlite", "books.store", "--model", "Books.xcdatamodeld"])
    #expect(again.status == 1 && again.error.contains("is there already"))
  }

  @Test func tellsWhatAStoreSaysWithoutAModel() throws {
    try makeStore(
      """
      INSERT INTO Z_PRIMARYKEY VALUES (3, 'Novel', 1, 0), (4, 'Lost', 0, 0);
      UPDATE ZBOOK SET Z_ENT = 3 WHERE Z_PK = 1;
      """)
    let schema = try run(["open", "Books.sqlite", "schema", "--format", "csv"])
    #expect(
      schema.status == 0 && schema.error.contains("with --model MODEL the objects can be read"))
    #expect(
      schema.output == """
        number,entity,superentity,table,objects,lastKey
        1,Book,,ZBOOK,2,3
        2,Shelf,,ZSHELF,1,1
        3,Novel,Book,ZBOOK,1,0
        4,Lost,,,,0

        """)
    let tables = try run(["open", "Books.sqlite", "tables", "--format", "csv"])
    #expect(
      tables.output == """
        table,columns,rows
        ZBOOK,6,3
        ZSHELF,3,1
        Z_METADATA,3,1
        Z_PRIMARYKEY,4,4

        """)
    let columns = try run(["open", "Books.sqlite", "tables", "zbook", "--format", "csv"])
    #expect(columns.output.hasPrefix("column,type,values\nZ_PK,INTEGER,3\n"))
    #expect(columns.output.hasSuffix("ZPAGES,INTEGER,2\nZSHELF,INTEGER,2\nZTITLE,VARCHAR,3\n"))
    // Those of a store whose model is given are the same.
    #expect(try open("tables", "ZBOOK", "--format", "csv").output == columns.output)
    let info = try run(["open", "Books.sqlite", "info"])
    #expect(info.status == 0 && info.output.contains("0A0B0C0D-0000-0000-0000-000000000001"))
    let missing = try run(["open", "Books.sqlite", "tables", "ZBOK"])
    #expect(missing.status == 2 && missing.error.contains("there is no table “ZBOK”"))
    let history = try run(["open", "Books.sqlite", "history", "--author", "app"])
    #expect(history.status != 0 && history.error.contains("--model"))
  }

  @Test func showsTheBytesOfTextThatIsNone() throws {
    try makeStore("UPDATE ZBOOK SET ZTITLE = CAST(x'456DFF61' AS TEXT) WHERE Z_PK = 1")
    let found = try open("fetch", "--format", "csv", "Book", "sort", "by", "pages")
    #expect(found.status == 1 && found.error.contains("Book/1.title is text that isn't UTF-8"))
    #expect(found.error.contains("1 text isn't UTF-8"))
    #expect(found.output.contains("Book/1,not UTF-8: 456dff61,300,Shelf/1\n"))
    #expect(found.output.contains("Book/3,Lady Susan,90,\n"))
    let shown = try open("show", "Book/1")
    #expect(shown.status == 1 && shown.output.contains("456dff61"))
    #expect(try open("show", "Book/2").status == 0)
  }

  @Test func tellsOfStoresThatItCantOpen() throws {
    try makeStore()
    let bare = try run(["open", "Books.sqlite", "fetch", "Book"])
    #expect(bare.status != 0 && bare.error.contains("give its .xcdatamodel"))
    let wrong = try run([
      "open", "Books.sqlite", "--model", "Books.xcdatamodeld/Books 3.xcdatamodel",
    ])
    #expect(wrong.status == 3 && wrong.error.contains("has no column ZLENGTH for Book.length"))
    try shell.write("no database", to: "text.sqlite")
    #expect(try run(["open", "text.sqlite", "info"]).status == 3)
    #expect(try run(["open", "missing.sqlite", "info"]).status == 3)
    #expect(try run(["open"]).status == 2)
    #expect(try run(["open", "--modle", "x"]).status == 2)
    #expect(
      try open("fetch", "Book", "where", "pags", ">", "1").error.contains("did you mean pages?"))
  }
}
