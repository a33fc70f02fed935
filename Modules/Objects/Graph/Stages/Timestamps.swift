import Foundation
@_spi(Query) import StrataModel
import StrataSchema
import StrataStorage

/// The times of an object's first and last save (`@Attribute(.createdAt)` and `.updatedAt`).
struct Timestamps: SaveStage {
  static func stamps(of table: EntityTable) -> [SaveStamp] {
    let kinds: [(Schema.Attribute.Option, SaveStamp.Rows)] = [
      (.createdAt, .inserted), (.updatedAt, .written),
    ]
    return kinds.compactMap { option, rows in
      guard let attribute = table.entity.timestamp(option),
        let property = table.index(of: attribute.name)
      else { return nil }
      return SaveStamp(property, of: rows) { try StoredValue.encode($0.time) }
    }
  }

  /// It only sets properties, and has nothing to ask a graph.
  init?(_ entities: [GraphEntity]) { return nil }
}
