@_spi(Query) import StrataModel
package import Strata
internal import StrataSQLite
internal import StrataContexts
internal import StrataStorage

/// A replica of a store that reads only the values that history transactions name.
///
/// It differs from the store if no transaction names a change, or if one names too much.
package final class HistoryReplica {
  /// The properties that are followed, by entity: attributes and to-one relationships.
  private let properties: [String: Set<String>]
  /// The property that deleted objects of an entity must have left.
  private let preserved: [String: String]
  private let models: (ModelContext) throws -> [any PersistentModel]
  private var rows: [Place: [String: [ColumnValue]]] = [:]
  private var wanted: [Place: Set<String>] = [:]
  private var faults: [String] = []
  /// The number of the last transaction that was taken in.
  package private(set) var seen: Int64 = 0

  /// An object, as the history names it.
  private struct Place: Hashable {
    let entity: String
    let key: Int64
  }

  /// Knows nothing yet.
  package init(
    _ properties: [String: Set<String>], preserved: [String: String] = [:],
    models: @escaping (ModelContext) throws -> [any PersistentModel]
  ) {
    self.properties = properties
    self.preserved = preserved
    self.models = models
  }

  /// Takes the store as it is, where the history doesn't reach back to its beginning.
  package func begin(_ context: ModelContext) throws {
    rows = try stored(context)
    seen = try context.storeInformation().lastTransaction
  }

  /// Takes in what was saved since.
  package func catchUp(_ context: ModelContext) throws {
    for transaction in try context.historyEntries(after: seen) {
      if transaction.number != seen + 1 {
        faults.append("\(seen) is followed by \(transaction.number)")
      }
      for change in transaction.changes { take(change, transaction.number) }
      seen = transaction.number
    }
    // Values are those at the end; what comes and goes in between has none to be read.
    let models = try places(context)
    for (place, names) in wanted where rows[place] != nil {
      guard let model = models[place] else {
        faults.append("\(place) is said to be there")
        continue
      }
      for name in names { rows[place]?[name] = try model.columnValues(forKey: name) }
    }
    wanted = [:]
  }

  private func take(_ change: HistoryEntry.Change, _ number: Int64) {
    let place = Place(entity: change.entity, key: change.key)
    let names = properties[change.entity] ?? []
    switch change.kind {
    case .insert:
      if rows[place] != nil { faults.append("\(number): \(place) is inserted twice") }
      rows[place] = [:]
      wanted[place] = names
    case .update:
      if rows[place] == nil { faults.append("\(number): \(place) is updated and not there") }
      wanted[place, default: []].formUnion(names.intersection(change.properties))
    case .delete:
      if rows.removeValue(forKey: place) == nil {
        faults.append("\(number): \(place) is deleted and not there")
      }
      if let name = preserved[change.entity], change.tombstone?[property: name] == nil {
        faults.append("\(number): \(place) left no \(name)")
      }
    }
  }

  private func places(_ context: ModelContext) throws -> [Place: any PersistentModel] {
    try models(context).reduce(into: [:]) { models, model in
      let identifier = model.persistentModelID
      models[Place(entity: identifier.entityName, key: identifier.rowKey)] = model
    }
  }

  private func stored(_ context: ModelContext) throws -> [Place: [String: [ColumnValue]]] {
    var stored: [Place: [String: [ColumnValue]]] = [:]
    for (place, model) in try places(context) {
      stored[place] = [:]
      for name in properties[place.entity] ?? [] {
        stored[place]?[name] = try model.columnValues(forKey: name)
      }
    }
    return stored
  }

  /// Contradictions between transactions, and objects whose stored values differ from the
  /// replica's.
  package func faults(_ context: ModelContext) throws -> [String] {
    let stored = try stored(context)
    let unexplained = Set(stored.keys).union(rows.keys).filter { stored[$0] != rows[$0] }
    return faults + unexplained.map { "\($0) isn't as the history tells" }.sorted()
  }
}
