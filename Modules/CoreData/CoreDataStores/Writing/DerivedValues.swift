import StrataSQLite
import StrataSchema
import StrataStorage

/// The objects whose derived attributes the store's triggers have recomputed, as the triggers
/// report them.
final class DerivedValues {
  private(set) var keys: [String: Set<Int64>] = [:]

  func note(_ table: String, _ key: Int64) { keys[table, default: []].insert(key) }
}

extension StoreSave {
  /// Copies recomputed values from the store to the working copy.
  ///
  /// - Returns: The changes, for the working copy's history.
  func takeOver(_ derived: DerivedValues) throws -> HistoryLog {
    var log = HistoryLog()
    for entity in plan.entities {
      let attributes = entity.attributes.filter(\.isDerived)
      guard !attributes.isEmpty, let keys = derived.keys[entity.storeTable] else { continue }
      var properties = PropertySet()
      for attribute in attributes {
        if let index = entity.table.index(of: attribute.name) { properties.insert(index) }
      }
      for key in keys.sorted() {
        let number = try connection.integer(
          "SELECT Z_ENT FROM main.\(quoted(entity.storeTable)) WHERE Z_PK = ?", .integer(key))
        guard number == entity.number, let row = try storedRow(of: entity, key) else { continue }
        let columns = entity.table.storedColumns
        let places = attributes.flatMap { Array($0.places) }
        let list = places.map { "\(quoted(columns[$0].name)) = ?" }.joined(separator: ", ")
        try working.statement(
          "UPDATE main.\(quoted(entity.table.name)) SET \(list) WHERE \(EntityTable.key) = ?"
        ).run(places.map { row[$0] } + [.integer(key)])
        log.record(.update, entity.table, key: key, properties: properties)
      }
    }
    return log
  }
}
