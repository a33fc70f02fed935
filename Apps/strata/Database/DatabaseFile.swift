import Foundation
import StrataApplication
import StrataCoreDataStores
import StrataModelSource
import StrataSQLite
import StrataSchema
import StrataShell
import StrataStorage

/// A file with an SQLite database of any program, of which the schema is read.
struct DatabaseFile {
  private let path: String
  /// The number of rows whose values say which type a column has that declares none.
  private static let sampleCount = 1000

  /// Looks at the file.
  ///
  /// - Throws: ``ShellError`` if it is no database of a program without a model of its own.
  init(_ word: String) throws {
    let url: URL
    do {
      url = try NamedModel.storeFileURL(word)
    } catch let error as StorageError {
      throw ShellError(unreadable: error)
    }
    path = url.path
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw Self.unreadable("there is no \(path)", "give the file of an SQLite database")
    }
    guard !isFolder.boolValue else {
      throw Self.unreadable(
        "\(path) is a folder", "give the file of an SQLite database; model convert reads models")
    }
    let size: Int
    do {
      size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    } catch {
      throw Self.unreadable("\(path) can't be read: \(error.localizedDescription)", nil)
    }
    guard size > 0 else {
      throw Self.unreadable("\(path) is empty: there are no tables", "give another file")
    }
    guard FileManager.default.isReadableFile(atPath: path) else {
      throw Self.unreadable("\(path) can't be read", "change its permissions, or copy it")
    }
    let kind: DatabaseKind?
    do {
      kind = try DatabaseKind(recognizing: url)
    } catch let error as StorageError {
      throw ShellError(unreadable: error)
    }
    guard let kind else {
      throw Self.unreadable(
        "\(path) isn't an SQLite database, or is an encrypted one",
        "decrypt it with the program that has the key, or give another file")
    }
    guard kind != .strata else {
      throw Self.unreadable(
        "\(path) is a store of Strata, which records its model",
        "strata model convert \(word) --to model-source writes its classes")
    }
  }

  private static func unreadable(_ message: String, _ hint: String?) -> ShellError {
    ShellError(message, hint: hint, kind: .storeUnavailable)
  }

  /// Reads the schema, in one transaction.
  ///
  /// - Throws: ``ShellError`` if it can't be read, or is that of a store with a model.
  func description() throws -> DatabaseDescription {
    do {
      let connection = try Connection.reading(path)
      defer { connection.close() }
      try connection.configureForeignReader()
      return try connection.snapshot {
        let names = try connection.texts(
          "SELECT name FROM sqlite_schema WHERE name IN ('Z_METADATA', 'Z_PRIMARYKEY')")
        guard names.count < 2 else {
          throw Self.unreadable(
            "\(path) is a store of Core Data or SwiftData, which contains its model",
            "strata model convert FILE --to model-source writes its classes")
        }
        let tables = try tables(connection)
        guard !tables.isEmpty else {
          throw Self.unreadable("\(path) has no tables", "give another file")
        }
        return DatabaseDescription(tables: tables, otherParts: try otherParts(connection))
      }
    } catch let error as StorageError {
      throw ShellError(unreadable: error)
    }
  }

  private func tables(_ connection: Connection) throws -> [DatabaseTable] {
    let rows = try connection.rows(
      """
      SELECT l.name, l.wr, s.sql FROM pragma_table_list AS l
      JOIN sqlite_schema AS s ON s.name = l.name AND s.type = 'table'
      WHERE l.schema = 'main' AND l.type = 'table' AND l.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
      ORDER BY s.rowid
      """
    ) { row in (row.string(at: 0), row.integer(at: 1) != 0, row.string(at: 2)) }
    return try rows.map { name, isWithoutRowID, sql in
      let (columns, key) = try columns(of: name, connection)
      return DatabaseTable(
        name: name, columns: columns, primaryKey: key,
        foreignKeys: try foreignKeys(of: name, connection),
        indexes: try indexes(of: name, connection), isWithoutRowID: isWithoutRowID,
        hasChecks: sql.firstMatch(of: /(?i)\bCHECK\s*\(/) != nil)
    }
  }

  private func columns(
    of table: String, _ connection: Connection
  ) throws -> (columns: [DatabaseColumn], key: [String]) {
    var key: [(position: Int64, name: String)] = []
    let rows = try connection.rows(
      SQL(
        "SELECT name, type, \"notnull\", dflt_value, pk, hidden FROM pragma_table_xinfo(?)",
        .text(table))
    ) { row in
      let name = row.string(at: 0)
      if row.integer(at: 4) > 0 { key.append((row.integer(at: 4), name)) }
      return DatabaseColumn(
        name: name, type: row.string(at: 1), isRequired: row.integer(at: 2) != 0,
        defaultSQL: row.isNull(at: 3) ? nil : row.string(at: 3),
        isGenerated: row.integer(at: 5) > 1)
    }
    let columns = try rows.map { column in
      guard !column.hasKnownType, !column.isGenerated else { return column }
      var column = column
      column.storedTypes = Set(
        try connection.texts(
          """
          SELECT DISTINCT typeof(\(name: column.name)) FROM
          (SELECT \(name: column.name) FROM \(name: table) LIMIT \(Self.sampleCount))
          """))
      return column
    }
    return (columns, key.sorted { $0.position < $1.position }.map(\.name))
  }

  private func foreignKeys(
    of table: String, _ connection: Connection
  ) throws -> [DatabaseForeignKey] {
    var keys: [Int64: DatabaseForeignKey] = [:]
    try connection.forEachRow(
      SQL(
        "SELECT id, \"table\", \"from\", \"to\", on_delete FROM pragma_foreign_key_list(?) ORDER BY id, seq",
        .text(table))
    ) { row in
      let new = DatabaseForeignKey(
        columns: [], table: row.string(at: 1), onDelete: row.string(at: 4))
      keys[row.integer(at: 0), default: new].columns.append(row.string(at: 2))
      guard !row.isNull(at: 3) else { return }
      keys[row.integer(at: 0), default: new].targets.append(row.string(at: 3))
    }
    // SQLite numbers them from the last one.
    return keys.sorted { $0.key > $1.key }.map(\.value)
  }

  private func indexes(of table: String, _ connection: Connection) throws -> [DatabaseIndex] {
    let rows = try connection.rows(
      SQL(
        "SELECT name, \"unique\", partial FROM pragma_index_list(?) WHERE origin <> 'pk' ORDER BY seq DESC",
        .text(table))
    ) { row in
      DatabaseIndex(
        name: row.string(at: 0), columns: [], isUnique: row.integer(at: 1) != 0,
        isPartial: row.integer(at: 2) != 0)
    }
    return try rows.map { index in
      var index = index
      try connection.forEachRow(
        SQL(
          "SELECT name, coll FROM pragma_index_xinfo(?) WHERE key ORDER BY seqno",
          .text(index.name))
      ) { row in
        index.columns.append(row.isNull(at: 0) ? nil : row.string(at: 0))
        if row.string(at: 1).uppercased() != "BINARY" { index.hasCollation = true }
      }
      return index
    }
  }

  private func otherParts(_ connection: Connection) throws -> [DatabaseDescription.OtherPart] {
    let tables: [DatabaseDescription.OtherPart] = try connection.rows(
      """
      SELECT name, type FROM pragma_table_list
      WHERE schema = 'main' AND type IN ('view', 'virtual') ORDER BY name
      """
    ) { row in
      row.string(at: 1) == "view" ? .view(row.string(at: 0)) : .virtualTable(row.string(at: 0))
    }
    let triggers: [DatabaseDescription.OtherPart] = try connection.rows(
      "SELECT name, tbl_name FROM sqlite_schema WHERE type = 'trigger' ORDER BY rowid"
    ) { row in .trigger(row.string(at: 0), table: row.string(at: 1)) }
    return tables + triggers
  }
}

extension Connection {
  /// The texts in a query's first column.
  fileprivate func texts(_ query: SQL) throws -> [String] {
    try rows(query) { $0.string(at: 0) }
  }
}

extension Statement {
  /// The current row's text in a column, or an empty one for NULL, which SQLite's schema has for none.
  fileprivate func string(at index: Int) -> String {
    if case .text(let text) = value(at: index) { text } else { "" }
  }
}
