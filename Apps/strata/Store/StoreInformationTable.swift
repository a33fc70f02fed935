import Foundation
import StrataCoreDataStores
import StrataDescriptions
import StrataModelFiles
import StrataSchema
import StrataShell
import StrataStorage

/// The table of a store's general properties.
@MainActor struct StoreInformationTable {
  private let environment: StoreEnvironment

  init(_ environment: StoreEnvironment) { self.environment = environment }

  var table: Table {
    get throws {
      var rows: [[Cell]] = [
        [.text("path"), .text(environment.path)],
        [.text("made by"), .text(environment.origin.map(Self.maker) ?? "Strata")],
        [.text("identifier"), .text(environment.store.identifier.uuidString)],
      ]
      if let origin = environment.origin {
        if let version = origin.metadata?.frameworkVersion {
          rows.append([.text("framework version"), Cell(version)])
        }
        let identifiers = origin.metadata?.versionIdentifiers.sorted() ?? []
        if !identifiers.isEmpty {
          rows.append([.text("model version"), .text(identifiers.joined(separator: ", "))])
        }
        rows.append([.text("history"), .text(origin.hasHistory ? "yes" : "no")])
        rows.append([.text("CloudKit"), .text(origin.hasCloudKitTables ? "yes" : "no")])
      }
      let listing = StoredSchemaTable(environment)
      let roots = environment.schema.entities.filter { $0.superentity == nil }
      let count = try roots.reduce(Int64(0)) { try $0 + listing.count($1) }
      rows.append([.text("entities"), Cell(environment.schema.entities.count)])
      rows.append([.text("objects"), .integer(count)])
      return Table(["what", "value"], rows: rows)
    }
  }

  private static func maker(_ store: CoreDataStore) -> String {
    // SwiftData's models have no class names.
    store.model.entities.allSatisfy { $0.managedObjectClassName == nil }
      ? "Core Data or SwiftData" : "Core Data"
  }
}
