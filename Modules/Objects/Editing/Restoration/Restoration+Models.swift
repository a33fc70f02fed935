import StrataModel
import StrataSchema
import StrataSQLite
import StrataContexts
import StrataStorage

// The objects that a restoration concerns: loaded, still to be loaded, or returning.
extension Restoration {
  mutating func findModels() throws {
    // One that is still to go may have been deleted as a new object, which isn't the row's.
    var keys = settlement.deletions
    for (key, row) in difference.rows { keys[key] = row.entity }
    for key in difference.links.keys {
      for end in key.ends where keys[end] == nil { keys[end] = entity(of: end) }
    }
    for (key, row) in content.rows where keys[key] != nil { models[key] = row.entry.model }
    var unread: [EntityIndex: [Int64]] = [:]
    for (key, entity) in keys where models[key] == nil {
      if stored.rows[key] != nil || difference.rows[key] == nil {
        unread[entity, default: []].append(key.key)
      } else if let values = wanted[key], let row = difference.rows[key] {
        models[key] = try returning(row, key, values)
      }
    }
    for (entity, keys) in unread {
      for model in try graph.models(keys, of: entity) {
        models[graph.objectKey(of: model)] = model
      }
    }
  }

  /// The object that returns: the same instance, if it is still in memory and belongs to no
  /// context.
  private func returning(
    _ row: RowDifference, _ key: ObjectGraph.ObjectKey, _ values: [ColumnValue]
  ) throws -> any PersistentModel {
    if let model = row.model, model._$state.modelGraph == nil { return model }
    return try layouts[row.entity].make(values)
  }
}
