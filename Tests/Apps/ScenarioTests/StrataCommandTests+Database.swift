import Foundation
import StrataSQLite
import StrataTestSupport
import Testing

// The command `strata model from-database`, on databases that other programs have made.
extension StrataCommand {
  /// The tables of a shop, with what SQLite's schemas have.
  static let shop = """
    CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, email TEXT UNIQUE COLLATE NOCASE,
      created_at DATETIME DEFAULT CURRENT_TIMESTAMP, vip BOOLEAN NOT NULL DEFAULT 0);
    CREATE TABLE orders (id INTEGER PRIMARY KEY AUTOINCREMENT,
      customer_id INTEGER NOT NULL REFERENCES customers(id) ON DELETE CASCADE,
      billing_id INTEGER REFERENCES customers ON DELETE SET NULL, total DECIMAL(10,2) DEFAULT 0.5,
      note TEXT DEFAULT 'it''s', "class" TEXT, odd, CHECK (total >= 0));
    CREATE TABLE products (sku TEXT PRIMARY KEY, price REAL NOT NULL, photo BLOB,
      double_price REAL AS (price * 2), parent_id TEXT REFERENCES products(sku)) WITHOUT ROWID;
    CREATE TABLE order_items (order_id INTEGER NOT NULL REFERENCES orders ON DELETE CASCADE, line INT,
      sku TEXT NOT NULL REFERENCES products ON DELETE RESTRICT, PRIMARY KEY (order_id, line));
    CREATE TABLE shipments (ID INTEGER PRIMARY KEY, order_id INT, line INT, weight POUNDS,
      FOREIGN KEY (order_id, line) REFERENCES order_items ON DELETE CASCADE);
    CREATE TABLE passports (customer_id INTEGER PRIMARY KEY REFERENCES customers ON DELETE CASCADE,
      number TEXT NOT NULL, hashValue INT, ghost INT REFERENCES nowhere);
    CREATE TABLE tags (id INTEGER PRIMARY KEY, label TEXT);
    CREATE TABLE product_tags (sku TEXT REFERENCES products ON DELETE CASCADE,
      tag_id INTEGER REFERENCES tags ON DELETE CASCADE, PRIMARY KEY (sku, tag_id));
    CREATE TABLE follows (follower_id INTEGER REFERENCES customers, followed_id INTEGER REFERENCES customers);
    CREATE INDEX by_note ON orders(note, total DESC);
    CREATE INDEX by_lower ON orders(lower(note));
    CREATE UNIQUE INDEX one_open ON orders(customer_id) WHERE total = 0;
    CREATE VIEW big AS SELECT * FROM orders WHERE total > 10;
    CREATE TRIGGER audit AFTER INSERT ON orders BEGIN SELECT 1; END;
    INSERT INTO orders(customer_id, total, odd) VALUES (1, 1, 2.5), (1, 2, 3);
    """

  private func makeDatabase(_ sql: String = Self.shop, named name: String = "shop.db") throws {
    let connection = try Connection(path: shell.folder.file(name).path)
    defer { connection.close() }
    try connection.execute(sql)
  }

  /// The example is compiled with this source, and has the statements by which GRDB makes the tables.
  @Test func writesTheClassesOfAnExample() throws {
    let example = "Docs/Examples/ComingFromGRDB/Tests/ComingFromGRDBTests"
    try makeDatabase(try Repository.text(of: "\(example)/library.sql"), named: "library.sqlite")
    let source = try run(["model", "from-database", "library.sqlite", "--namespace", "Stored"])
    #expect(source.status == 0)
    let url = Repository.root.appendingPathComponent("\(example)/Stored.swift")
    if Recording.isOn { return try Recording.write(source.output, to: url) }
    #expect(try String(contentsOf: url, encoding: .utf8) == source.output)
  }

  /// The statements are those of a file that Fluent has made; `Docs/ComingFromFluent.md` names the classes.
  @Test func writesClassesForTablesOfFluent() throws {
    try makeDatabase(
      """
      CREATE TABLE "_fluent_migrations" ("id" UUID PRIMARY KEY, "name" TEXT NOT NULL, "batch" INTEGER NOT NULL,
        "created_at" REAL, "updated_at" REAL, CONSTRAINT "uq:_fluent_migrations.name" UNIQUE ("name"));
      CREATE TABLE "authors" ("id" UUID PRIMARY KEY, "name" TEXT NOT NULL,
        CONSTRAINT "uq:authors.name" UNIQUE ("name"));
      CREATE TABLE "books" ("id" UUID PRIMARY KEY, "isbn" TEXT NOT NULL, "size_width" INTEGER NOT NULL,
        "author_id" UUID REFERENCES "authors" ("id") ON DELETE CASCADE ON UPDATE NO ACTION, "created_at" REAL,
        CONSTRAINT "uq:books.isbn" UNIQUE ("isbn"));
      CREATE TABLE "tags" ("id" UUID PRIMARY KEY, "name" TEXT NOT NULL);
      CREATE TABLE "book_tags" ("id" UUID PRIMARY KEY,
        "book_id" UUID NOT NULL REFERENCES "books" ("id") ON DELETE CASCADE ON UPDATE NO ACTION,
        "tag_id" UUID NOT NULL REFERENCES "tags" ("id") ON DELETE CASCADE ON UPDATE NO ACTION,
        CONSTRAINT "uq:book_tags.book_id+book_tags.tag_id" UNIQUE ("book_id", "tag_id"));
      """, named: "fluent.db")
    let source = try run(["model", "from-database", "fluent.db"])
    #expect(source.status == 0)
    for line in [
      "final class FluentMigrations {", "final class Authors {", "final class Books {",
      "final class Tags {", "  var sizeWidth: Int", "  var author: Authors?",
      "  var createdAt: Double?", #"  @Relationship(inverse: \Tags.books) var tags: [Tags] = []"#,
    ] {
      #expect(source.output.contains("\n\(line)\n"), "\(line)")
    }
    #expect(!source.output.contains("BookTags"))
  }

  /// The source that is written is compiled with the tests of the module.
  @Test func writesClassesForTablesThatCompile() throws {
    try makeDatabase()
    let source = try run([
      "model", "from-database", "shop.db", "--import", "SwiftData", "--namespace", "Shop",
    ])
    #expect(source.status == 0)
    let url = Repository.root.appendingPathComponent(
      "Tests/CoreData/ModelSourceTests/GeneratedOfTables.swift")
    if Recording.isOn { return try Recording.write(source.output, to: url) }
    #expect(try String(contentsOf: url, encoding: .utf8) == source.output)
    let files = try run(["model", "from-database", "shop.db", "--output", "Sources"])
    #expect(files.status == 0 && files.output == "7 files in Sources\n")
    #expect(try shell.read("Sources/Tags.swift").hasPrefix("import Strata\n\n@Model\n"))
  }

  @Test(arguments: [
    "customers.created_at: SQLite has no dates",
    "customers.created_at: the database computes the default CURRENT_TIMESTAMP",
    "customers: the index of email has a collation",
    "orders: its CHECK constraints aren't taken over",
    "orders.odd: it has no declared type; its first values are numbers",
    "orders: the trigger audit is left out", "orders: the rule of the unique index one_open",
    "Orders: the index by_lower is over an expression",
    "products.double_price: the database generates it",
    "order_items: its primary key is of several",
    "shipments: the foreign key of order_id, line to order_items becomes orderItems",
    "shipments.weight: the type POUNDS isn't known", "passports.hashValue: each model has",
    "passports.ghost: its foreign key leads to nowhere",
    "follows: it may hold a link twice", "big: a view has no class",
  ])
  func warnsOfWhatIsNotTakenOver(warning: String) throws {
    try makeDatabase()
    let made = try run(["model", "from-database", "shop.db"])
    #expect(made.error.contains("warning: \(warning)"), "\(made.error)")
  }

  @Test func tellsNotesOnlyWhenTheyAreAskedFor() throws {
    try makeDatabase()
    let notes = ["orders.class: class is a word of Swift", "products: it is WITHOUT ROWID"]
    let plain = try run(["model", "from-database", "shop.db"]).error
    let all = try run(["model", "from-database", "shop.db", "--notes"]).error
    for note in notes { #expect(!plain.contains(note) && all.contains(note)) }
  }

  @Test(arguments: [
    ("missing.db", "there is no "), ("folder", "is a folder"), ("empty.db", "is empty"),
    ("text.db", "isn't an SQLite database, or is an encrypted one"), ("bare.db", "has no tables"),
    ("Books.sqlite", "store of Core Data or SwiftData"), ("own.store", "is a store of Strata"),
    ("cut.db", "damaged"), ("postgresql://host/database", "stores in files"),
  ])
  func refusesWhatIsNoDatabase(file: String, message: String) throws {
    try FileManager.default.createDirectory(
      at: shell.folder.file("folder"), withIntermediateDirectories: false)
    try shell.write("", to: "empty.db")
    try shell.write(String(repeating: "encrypted ", count: 1000), to: "text.db")
    try makeDatabase("PRAGMA user_version = 1", named: "bare.db")
    try makeStore()
    try makeDatabase("PRAGMA application_id = 0x53747261", named: "own.store")
    try makeDatabase(named: "cut.db")
    let whole = try Data(contentsOf: shell.folder.file("cut.db"))
    try whole.prefix(600).write(to: shell.folder.file("cut.db"))
    let refused = try run(["model", "from-database", file])
    #expect(refused.status == 3 && refused.output == "")
    #expect(refused.error.contains(message), "\(refused.error)")
  }
}
