import Foundation
import StrataCoreDataStores
import StrataDescriptions
import StrataSQLite
import StrataSchema
import StrataTestSupport

/// A small library, in a file as Core Data makes it.
///
/// It has what such files differ in: a hierarchy in one table with names that collide, relationships of
/// all shapes, an order, a composite value, external data, numbers that look like others.
struct LibraryStore {
  let folder: TemporaryFolder
  let url: URL

  static let identifier = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
  static let uuid = UUID(uuid: (16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1))
  static let file = UUID(uuid: (9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9))

  /// - Parameter changes: SQL that is run last.
  init(_ changes: String = "") throws {
    folder = try TemporaryFolder()
    url = folder.file("Library.sqlite")
    let connection = try Connection(path: url.path)
    defer { connection.close() }
    try connection.execute(Self.tables)
    try connection.run(
      "INSERT INTO Z_METADATA VALUES (1, ?, NULL)", .text(Self.identifier.uuidString))
    try connection.execute(Self.rows)
    try connection.run(
      "UPDATE ZPUBLICATION SET ZCOVER = ? WHERE Z_PK = 1", .blob(Data([1, 7, 8, 9])))
    try connection.run(
      "UPDATE ZPUBLICATION SET ZCOVER = ? WHERE Z_PK = 2",
      .blob(Data([2]) + Data(Self.file.uuidString.utf8) + Data([0])))
    try connection.run(
      "UPDATE ZAUTHOR SET ZCODE = ? WHERE Z_PK = 1",
      .blob(withUnsafeBytes(of: Self.uuid.uuid) { Data($0) }))
    if !changes.isEmpty { try connection.execute(changes) }
    try FileManager.default.createDirectory(at: externalData, withIntermediateDirectories: true)
    try Data([5, 6]).write(to: externalData.appendingPathComponent(Self.file.uuidString))
  }

  /// The folder of data that is in files of its own.
  var externalData: URL { folder.url.appendingPathComponent(".Library_SUPPORT/_EXTERNAL_DATA") }

  /// All files of the store's folder.
  func contents() throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) {
      let file = folder.url.appendingPathComponent(name)
      contents[name] = name.hasPrefix(".") ? Data() : try Data(contentsOf: file)
    }
    return contents
  }

  /// The store with its model.
  func open() throws -> CoreDataStore { try CoreDataStore(url: url, model: Self.model) }

  static var model: ManagedObjectModel {
    var cover = AttributeDescription(name: "cover", type: .binaryData)
    cover.allowsExternalBinaryDataStorage = true
    var mood = AttributeDescription(name: "mood", type: .string)
    mood.isTransient = true
    let author = EntityDescription(
      name: "Author",
      properties: [
        .attribute(AttributeDescription(name: "name", type: .string, isOptional: false)),
        .attribute(AttributeDescription(name: "born", type: .date)),
        .attribute(AttributeDescription(name: "code", type: .uuid)),
        .attribute(AttributeDescription(name: "isAlive", type: .boolean, isOptional: false)),
        .attribute(
          AttributeDescription(
            name: "home",
            composite: [
              AttributeDescription(name: "city", type: .string),
              AttributeDescription(name: "number", type: .integer32),
            ])),
        .attribute(mood),
        .relationship(
          RelationshipDescription(
            name: "publications", destination: "Publication", inverse: "authors")),
        .relationship(
          RelationshipDescription(
            name: "idols", destination: "Author", inverse: "fans", isOrdered: true)),
        .relationship(
          RelationshipDescription(name: "fans", destination: "Author", inverse: "idols")),
        .relationship(RelationshipDescription(name: "shelf", destination: "Publication")),
        .relationship(
          RelationshipDescription(
            name: "agent", destination: "Agent", inverse: "author", maxCount: 1)),
      ])
    let agent = EntityDescription(
      name: "Agent",
      properties: [
        .attribute(AttributeDescription(name: "name", type: .string)),
        .relationship(
          RelationshipDescription(
            name: "author", destination: "Author", inverse: "agent", maxCount: 1)),
      ])
    let publication = EntityDescription(
      name: "Publication", isAbstract: true,
      properties: [
        .attribute(AttributeDescription(name: "title", type: .string, isOptional: false)),
        .attribute(AttributeDescription(name: "price", type: .decimal)),
        .attribute(cover),
        .relationship(
          RelationshipDescription(name: "authors", destination: "Author", inverse: "publications")),
        .relationship(
          RelationshipDescription(
            name: "chapters", destination: "Chapter", inverse: "publication", isOrdered: true,
            deleteRule: .cascade)),
      ])
    let book = EntityDescription(
      name: "Book", superentityName: "Publication",
      properties: [.attribute(AttributeDescription(name: "pages", type: .integer16))])
    let magazine = EntityDescription(
      name: "Magazine", superentityName: "Publication",
      properties: [
        .attribute(AttributeDescription(name: "issue", type: .integer64)),
        // Another than the one of books, with its own column.
        .attribute(AttributeDescription(name: "pages", type: .double)),
      ])
    let chapter = EntityDescription(
      name: "Chapter",
      properties: [
        .attribute(AttributeDescription(name: "title", type: .string)),
        .relationship(
          RelationshipDescription(
            name: "publication", destination: "Publication", inverse: "chapters", maxCount: 1)),
      ])
    return ManagedObjectModel(entities: [author, agent, publication, book, magazine, chapter])
  }

  // Numbered as Core Data does it: roots by name, each before those below it.
  private static let tables = """
    CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB);
    CREATE TABLE Z_PRIMARYKEY
      (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER);
    INSERT INTO Z_PRIMARYKEY VALUES (1, 'Agent', 0, 1), (2, 'Author', 0, 3), (3, 'Chapter', 0, 3),
      (4, 'Publication', 0, 3), (5, 'Book', 4, 0), (6, 'Magazine', 4, 0);
    CREATE TABLE ZAGENT (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZAUTHOR INTEGER,
      ZNAME VARCHAR);
    CREATE TABLE ZAUTHOR (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZISALIVE INTEGER,
      ZNUMBER INTEGER, ZAGENT INTEGER, ZBORN TIMESTAMP, ZCITY VARCHAR, ZNAME VARCHAR, ZCODE BLOB);
    CREATE TABLE ZCHAPTER (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER,
      ZPUBLICATION INTEGER, Z4_PUBLICATION INTEGER, Z_FOK_PUBLICATION INTEGER, ZTITLE VARCHAR);
    CREATE TABLE ZPUBLICATION (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER,
      ZPAGES INTEGER, ZISSUE INTEGER, Z2SHELF INTEGER, ZPAGES1 FLOAT, ZPRICE DECIMAL,
      ZTITLE VARCHAR, ZCOVER BLOB);
    CREATE TABLE Z_2PUBLICATIONS (Z_2AUTHORS INTEGER, Z_4PUBLICATIONS INTEGER,
      PRIMARY KEY (Z_2AUTHORS, Z_4PUBLICATIONS));
    CREATE TABLE Z_2IDOLS (Z_2FANS INTEGER, Z_2IDOLS INTEGER, Z_FOK_2IDOLS INTEGER,
      PRIMARY KEY (Z_2FANS, Z_2IDOLS));
    """

  private static let rows = """
    INSERT INTO ZAGENT VALUES (1, 1, 1, 1, 'Smith');
    INSERT INTO ZAUTHOR VALUES (1, 2, 1, 1, 7, 1, 0, 'Rome', 'Ada', NULL),
      (2, 2, 1, 0, NULL, NULL, -86400.5, NULL, 'Bob', NULL),
      (3, 2, 1, 2, NULL, NULL, NULL, NULL, 'Cyd', NULL);
    INSERT INTO ZPUBLICATION VALUES (1, 5, 1, 300, NULL, 1, NULL, 10.1, 'A Book', NULL),
      (2, 6, 1, NULL, 12, 1, 45.5, 3, 'A Magazine', NULL),
      (3, 5, 1, 0, NULL, NULL, NULL, NULL, 'B Book', NULL);
    INSERT INTO ZCHAPTER VALUES (1, 3, 1, 1, 5, 3072, 'second'), (2, 3, 1, 1, 5, 2048, 'first'),
      (3, 3, 1, NULL, NULL, NULL, 'loose');
    INSERT INTO Z_2PUBLICATIONS VALUES (1, 1), (1, 3), (2, 1), (2, 2);
    INSERT INTO Z_2IDOLS VALUES (1, 2, 4096), (1, 3, 2048), (2, 1, 2048);
    """
}
