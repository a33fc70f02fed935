package import StrataModel
import StrataSQLite
package import StrataSchema
import StrataStorage

// The values of objects before their first unsaved change, for policies that preserve them
// (``MergePolicy/keepsOriginals``).
extension ObjectGraph {
  /// Stores a copy of an object's values before its first change.
  func keepOriginal(of model: any PersistentModel) {
    let table = entities[model._$state.entity].table
    var read = PropertySet(first: table.entity.properties.count)
    let unread = model._$state.unread?.properties ?? PropertySet()
    read.subtract(unread)
    var binder = Binder(recording: read, count: table.columns.count)
    // Dropped: the error of a value that no column can have. It didn't come from a row, so that there is no original.
    guard (try? model._$bind(&binder)) != nil else { return }
    var bound = binder.values.makeIterator()
    var values = table.columns.map { column in
      unread.contains(column.property) ? .null : bound.next() ?? .null
    }
    // The binder writes NULL for a link to an object that is being deleted. The row has that
    // object's key.
    for relationship in entities[model._$state.entity].relationships where relationship.isToOne {
      var read = ReadTargets()
      model._$visit(relationship.index, &read)
      let key = read.first?._$state.key ?? read.key
      guard let column = table.columns.firstIndex(where: { $0.property == relationship.index })
      else { continue }
      values[column] = key == 0 ? .null : .integer(key)
    }
    pending.originals[ObjectIdentifier(model)] = StoredRow(
      key: model._$state.key, values, of: table, unread: unread)
  }

  /// The columns of an object's table before its first change, nil if they weren't preserved.
  package func original(of model: any PersistentModel) -> [ColumnValue]? {
    pending.originals[ObjectIdentifier(model)].map { row in
      let columns = entities[model._$state.entity].table.columns
      return Array(row.columns.prefix(columns.count))
    }
  }

  /// The columns of one property before the object's first change, nil if they weren't preserved.
  package func original(
    of model: any PersistentModel, _ property: PropertyIndex
  ) -> [ColumnValue]? {
    pending.originals[ObjectIdentifier(model)]?.values(of: property)
  }

  /// Replaces the original values of properties that weren't changed here by those that others
  /// saved.
  func updateOriginals(of model: any PersistentModel, _ row: StoredRow, but changed: PropertySet) {
    guard let original = pending.originals[ObjectIdentifier(model)] else { return }
    pending.originals[ObjectIdentifier(model)] = row.replacing(changed, from: original)
  }
}
