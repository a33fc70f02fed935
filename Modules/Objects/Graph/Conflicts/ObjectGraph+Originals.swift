package import StrataModel
import StrataSQLite
package import StrataSchema
package import StrataStorage

// The values of objects before their first unsaved change, for policies that preserve them
// (``MergePolicy/keepsOriginals``).
//
// An original has the properties that the object has read, and learns the others when they are read, which is before
// they are changed. Those that nobody has read are unknown, and equal no value that others have saved.
extension ObjectGraph {
  /// Stores a copy of an object's values before its first change, as far as they are read.
  func keepOriginal(of model: any PersistentModel) {
    let table = entities[model._$state.entity].table
    var read = PropertySet(first: table.entity.properties.count)
    let unread = model._$state.unread?.properties ?? PropertySet()
    read.subtract(unread)
    guard var values = columns(read, of: model) else { return }
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
    pending.keep(
      original: StoredRow(key: model._$state.key, values, of: table, unread: unread), of: model)
  }

  /// The values of some properties in the order of the table, nil for those of other properties. Nil if one can't be
  /// stored.
  private func columns(_ properties: PropertySet, of model: any PersistentModel) -> [ColumnValue?]?
  {
    let table = entities[model._$state.entity].table
    var binder = Binder(recording: properties, count: table.columns.count)
    // Dropped: the error of a value that no column can have. It didn't come from a row, so that it is no original.
    guard (try? model._$bind(&binder)) != nil else { return nil }
    var bound = binder.values.makeIterator()
    return table.columns.map { properties.contains($0.property) ? bound.next() : nil }
  }

  /// Adds properties to an object's original that it didn't have, because the object has just read them.
  ///
  /// The unread originals of a deleted object stay unknown, since other contexts may have saved the values after the
  /// deletion. The originals of changed properties stay unknown too, since the object has its own value.
  package func didReadStored(_ properties: PropertySet, of model: some PersistentModel) {
    guard !model._$state.flags.contains(.deleted),
      let original = pending.originals[ObjectIdentifier(model)]
    else { return }
    var read = properties
    read.formIntersection(original.unread)
    read.subtract(model._$state.changed)
    guard !read.isEmpty, let values = columns(read, of: model) else { return }
    var unread = PropertySet(first: entities[model._$state.entity].entity.propertyCount)
    unread.subtract(read)
    let row = StoredRow(
      key: original.key, values, of: entities[model._$state.entity].table, unread: unread)
    pending.keep(original: original.replacing(read, from: row), of: model)
  }

  /// True if an object had properties before its first change that it hadn't read.
  package var hasUnreadOriginals: Bool {
    pending.originals.values.contains { !$0.unread.isEmpty }
  }

  /// The columns of an object's table before its first change, nil if they weren't preserved.
  package func original(of model: any PersistentModel) -> [Known<ColumnValue>]? {
    pending.originals[ObjectIdentifier(model)]?.columns
  }

  /// The columns of one property before the object's first change, unread too if they weren't preserved.
  package func original(
    of model: any PersistentModel, _ property: PropertyIndex
  ) -> Known<[ColumnValue]> {
    pending.originals[ObjectIdentifier(model)]?.columns(of: property) ?? .unread
  }

  /// True if a property has the value from before the object's first change. False if that one isn't known.
  package func hasOriginalValue(_ model: any PersistentModel, _ property: PropertyIndex) -> Bool {
    guard let values = columns(PropertySet(property), of: model) else { return false }
    return original(of: model, property).isKnown(toEqual: .known(values.compactMap(\.self)))
  }

  /// Replaces the original values of properties that weren't changed here by those that others
  /// saved.
  ///
  /// Keeps the originals of a deleted object, so that later saves of others are compared with the values at the deletion.
  func updateOriginals(of model: any PersistentModel, _ row: StoredRow, but changed: PropertySet) {
    guard let original = pending.originals[ObjectIdentifier(model)] else { return }
    pending.keep(original: row.replacing(changed, from: original), of: model)
  }
}
