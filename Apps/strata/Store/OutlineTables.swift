import Foundation
import StrataApplication
import StrataCoreDataStores
import StrataModelFiles
import StrataShell

/// Tables of a store's outline, which needs no model.
@MainActor struct OutlineTables {
  private let outline: StoreOutline

  init(_ outline: StoreOutline) { self.outline = outline }

  /// Returns the table of the store's general properties.
  func information(_ path: String) -> Table {
    var rows: [[Cell]] = [
      [.text("path"), .text(path)],
      [.text("made by"), .text("Core Data or SwiftData")],
      [.text("identifier"), .text(outline.identifier.uuidString)],
      [.text("model"), .text("none; --model MODEL gives it")],
    ]
    if let version = outline.metadata?.frameworkVersion {
      rows.append([.text("framework version"), Cell(version)])
    }
    let identifiers = outline.metadata?.versionIdentifiers.sorted() ?? []
    if !identifiers.isEmpty {
      rows.append([.text("model version"), .text(identifiers.joined(separator: ", "))])
    }
    for (entity, hash) in (outline.metadata?.versionHashes ?? [:]).sorted(by: { $0.key < $1.key }) {
      rows.append([.text("hash of \(entity)"), .text(hash.base64EncodedString())])
    }
    rows.append([.text("entities"), Cell(outline.entities.count)])
    let count = outline.entities.reduce(0) { $0 + ($1.objectCount ?? 0) }
    rows.append([.text("objects"), .integer(count)])
    return Table(["what", "value"], rows: rows)
  }

  /// The table of entities. Each is counted without its subentities' objects.
  var entities: Table {
    Table(
      ["number", "entity", "superentity", "table", "objects", "lastKey"],
      rows: outline.entities.map { entity in
        [
          .integer(entity.number), .text(entity.name), Cell(entity.superentity),
          Cell(entity.table), entity.objectCount.map { .integer($0) } ?? .null,
          entity.lastKey.map { .integer($0) } ?? .null,
        ]
      })
  }

  /// Prints all tables, or the columns of the table that an argument names.
  func print(_ invocation: Invocation, _ output: Output) throws {
    guard let name = invocation.argument("TABLE") else {
      return try output.print(
        Table(
          ["table", "columns", "rows"],
          rows: outline.tables.map {
            [.text($0.name), Cell($0.columns.count), .integer($0.rowCount)]
          }))
    }
    let wanted = name.text.uppercased()
    guard let table = outline.tables.first(where: { $0.name.uppercased() == wanted }) else {
      throw name.error("there is no table “\(name.text)”", hint: "tables lists them")
    }
    try output.print(
      Table(
        ["column", "type", "values"],
        rows: table.columns.map { [.text($0.name), .text($0.type), .integer($0.valueCount)] }))
  }
}
