import StrataContexts
import StrataModel
import StrataSchema
import StrataStorage

extension Restoration {
  /// Marks stored links without an inverse as changed if their target returns.
  ///
  /// Such a link outlives the row of its target in the store, but is nil in memory. Writing it
  /// again makes other contexts show it when they merge the save.
  mutating func markLinksToReturning() throws {
    let returning = wanted.keys.filter { shown[$0] == nil && stored.rows[$0] == nil }
    for (entity, link, rows) in try graph.rows(leadingTo: returning, layouts) {
      for model in try graph.models(rows.map(\.key), of: entity.index) {
        try markChanged(model, link)
      }
    }
  }

  /// Drops pending changes of links without an inverse whose target is removed before it was saved.
  /// Their columns have the stored values again, so there is nothing to write.
  mutating func dropLinksToUnsaved() {
    state.changed = state.changed.map { entry in
      let key = graph.objectKey(of: entry)
      let layout = layouts[graph.entity(of: entry.model)]
      guard difference.rows[key] == nil, let row = stored.rows[key] else { return entry }
      let values = layout.values(row, with: entry)
      var left = PropertySet()
      for link in layout.links where link.relationship.inverse == nil {
        guard entry.properties.contains(link.relationship.index),
          values[link.column] == row[link.column], let other = link.object(in: values),
          isDropped(other)
        else { continue }
        left.insert(link.relationship.index)
      }
      guard !left.isEmpty else { return entry }
      var (changed, properties) = (entry.changed, entry.properties)
      changed.subtract(left)
      properties.subtract(left)
      return PendingState.Entry(
        entry.model, key: entry.key, changed: changed, properties: properties,
        values: layout.values(values, of: properties))
    }
  }

  private mutating func markChanged(
    _ model: any PersistentModel, _ link: RowLayout.Link
  ) throws {
    let (key, entity) = (graph.objectKey(of: model), graph.entity(of: model))
    try stored.readRows([(key, entity)])
    guard let row = stored.rows[key],
      let values = difference.rows[key] == nil
        ? content.values(key, entity) : wanted[key],
      values[link.column] == row[link.column]
    else { return }
    models[key] = model
    let index = state.changed.firstIndex { $0.model === model }
    var properties = index.map { state.changed[$0].changed } ?? PropertySet()
    properties.insert(link.relationship.index)
    let entry = PendingState.Entry(
      model, key: key.key, changed: properties, properties: properties,
      values: layouts[entity].values(values, of: properties))
    if let index { state.changed[index] = entry } else { state.changed.append(entry) }
  }

  /// Marks to-many properties as changed according to the pending changes of members and links.
  mutating func markArrays() throws {
    // A deleted object's links go with its row.
    let cut = try stored.readLinks(
      of: state.deleted.map { (graph.objectKey(of: $0), graph.entity(of: $0.model)) })
    try readOwners(of: cut.flatMap(\.ends))
    var left = marks(cutting: cut)
    try readOwners(of: left.keys)
    func marked(_ entry: PendingState.Entry, _ key: ObjectGraph.ObjectKey) -> PendingState.Entry {
      var changed = entry.changed
      let entity = graph.entities[graph.entity(of: entry.model)]
      for relationship in entity.relationships where !relationship.isToOne {
        changed.subtract(PropertySet(relationship.index))
      }
      if let marks = left.removeValue(forKey: key) { changed.formUnion(marks) }
      return PendingState.Entry(
        entry.model, key: entry.key, changed: changed, properties: changed, values: entry.values)
    }
    for entry in state.inserted + state.deleted { left[graph.objectKey(of: entry)] = nil }
    state.changed = state.changed.map { marked($0, graph.objectKey(of: $0)) }
      .filter { !$0.changed.isEmpty }
    for (key, properties) in left.sorted(by: { Self.isBefore($0.key, $1.key) }) {
      guard let model = object(key), model._$state.modelGraph === graph else { continue }
      state.changed.append(
        PendingState.Entry(model, key: key.key, changed: properties, properties: properties))
    }
  }

  /// The object in memory that has a key.
  private func object(_ key: ObjectGraph.ObjectKey) -> (any PersistentModel)? {
    models[key] ?? graph.known(graph.entities[key.entity].type, key.key)
  }

  /// Loads the owners of pending members: only an object in memory can record a change of its
  /// array.
  private mutating func readOwners(of keys: some Sequence<ObjectGraph.ObjectKey>) throws {
    let unread = keys.filter { $0.key > 0 && object($0) == nil }
    for (root, keys) in Dictionary(grouping: unread, by: \.entity) {
      for model in try graph.models(keys.map(\.key), of: root) {
        models[graph.objectKey(of: model)] = model
      }
    }
  }

  /// The to-many relationships that pending changes of members and links change, and cut links.
  private func marks(
    cutting cut: Set<LinkKey>
  ) -> [ObjectGraph.ObjectKey: PropertySet] {
    var marks: [ObjectGraph.ObjectKey: PropertySet] = [:]
    func mark(
      _ entry: PendingState.Entry, _ values: [ColumnValue],
      where isMarked: (RowLayout.Link) -> Bool = { _ in true }
    ) {
      for link in layouts[graph.entity(of: entry.model)].links
      where link.relationship.isOrderedByMember && isMarked(link) {
        guard let inverse = link.relationship.inverse, let owner = link.object(in: values)
        else { continue }
        marks[owner, default: PropertySet()].insert(inverse)
      }
    }
    for entry in state.inserted { mark(entry, entry.values) }
    for entry in state.changed {
      guard let row = stored.rows[graph.objectKey(of: entry)] else { continue }
      let values = layouts[graph.entity(of: entry.model)].values(row, with: entry)
      mark(entry, row) { row[$0.column] != values[$0.column] }
      // Also where the member was set to the owner that it had, or has another place there.
      mark(entry, values) { entry.properties.contains($0.relationship.index) }
    }
    for entry in state.deleted {
      if let row = stored.rows[graph.objectKey(of: entry)] { mark(entry, row) }
    }
    func mark(_ model: any PersistentModel, _ key: LinkKey, isOwner: Bool) {
      for (property, link) in graph.entities[graph.entity(of: model)].linksByProperty
      where link.table == key.table && link.isOwner == isOwner {
        marks[key.ends[isOwner ? 0 : 1], default: PropertySet()].insert(property)
      }
    }
    for (change, key) in zip(state.linkChanges, links) {
      mark(change.owner, key, isOwner: true)
      mark(change.member, key, isOwner: false)
    }
    for key in cut {
      if let owner = object(key.ends[0]) { mark(owner, key, isOwner: true) }
      if let member = object(key.ends[1]) { mark(member, key, isOwner: false) }
    }
    return marks
  }
}
