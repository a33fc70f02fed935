import StrataContexts
import StrataModel
import StrataSchema
import StrataStorage

extension GraphDifference {
  /// Compares two pending states between which nothing was saved. O(pending changes of both).
  init(
    from earlier: PendingState?, to later: PendingState?, in graph: ObjectGraph,
    _ layouts: RowLayouts
  ) throws {
    guard earlier != nil || later != nil else { return }
    let before = PendingRows(earlier, in: graph, layouts)
    let after = PendingRows(later, in: graph, layouts)
    var entities: [ObjectGraph.ObjectKey: (EntityIndex, any PersistentModel)] = [:]
    var stored = StoredContent(graph, layouts)
    for rows in [before, after] {
      for (key, row) in rows.rows {
        let model = row.entry.model
        // By class: the state of an object that was dropped meanwhile has no entity.
        entities[key] = (graph.entity(of: model), model)
      }
    }
    let gone = entities.keys.filter { after.isDeleted($0) && !before.isDeleted($0) }
    // Links without an inverse to a deleted object are nil. O(number of objects of their classes).
    for (entity, _, rows) in try graph.rows(
      leadingTo: gone, layouts, where: { $0.inverse == nil })
    {
      for model in try graph.models(rows.map(\.key), of: entity.index) {
        entities[graph.objectKey(of: model)] = (graph.entity(of: model), model)
      }
    }
    try stored.readRows(
      entities.lazy.filter { !before.isInserted($0.key) && !after.isInserted($0.key) }
        .map { ($0.key, $0.value.0) })
    let values = entities.map { key, subject in
      (
        key: key, entity: subject.0, model: subject.1,
        old: before.values(key, over: stored, subject.0),
        new: after.values(key, over: stored, subject.0)
      )
    }
    try stored.readPresence(
      of: values.flatMap {
        [$0.old, $0.new].compactMap(\.self).flatMap(layouts[$0.entity].targets)
      })
    for (key, entity, model, old, new) in values {
      let layout = layouts[entity]
      let old = old.map { layout.seen($0) { before.isThere($0, over: stored) } }
      var new = new.map { layout.seen($0) { after.isThere($0, over: stored) } }
      if let old, let values = new { new = layout.aligned(values, to: old) }
      rows[key] = RowDifference(entity, model, from: old, to: new)
    }
    try takeOtherValues(from: before, graph.reader, in: graph)
    try takeLinks(before, after, &stored, entities)
  }

  /// Reads the values that deleted rows have in columns that the models lack, so that they return
  /// with the rows.
  ///
  /// - Parameter before: The pending changes before the difference, among which a restored row may
  ///   be that has no values in the store yet. Nil if there were none.
  mutating func takeOtherValues(
    from before: PendingRows?, _ reader: StoreReader, in graph: ObjectGraph
  ) throws {
    var stored: [EntityIndex: [Int64]] = [:]
    for (key, row) in rows {
      guard case .deleted = row.change else { continue }
      if case .inserted(let entry)? = before?.rows[key] {
        rows[key]?.others = entry.others
      } else if key.key > 0 {
        stored[key.entity, default: []].append(key.key)
      }
    }
    for (root, keys) in stored {
      for (key, values) in try reader.otherValues(keys, of: graph.entities[root].table) {
        rows[ObjectGraph.ObjectKey(entity: root, key: key)]?.others = values
      }
    }
  }

  private mutating func takeLinks(
    _ before: PendingRows, _ after: PendingRows, _ stored: inout StoredContent,
    _ entities: [ObjectGraph.ObjectKey: (EntityIndex, any PersistentModel)]
  ) throws {
    func isNew(_ key: ObjectGraph.ObjectKey) -> Bool {
      before.isInserted(key) || after.isInserted(key)
    }
    var keys = Set(before.links.keys).union(after.links.keys)
    try stored.readLinks(keys.filter { !$0.ends.contains(where: isNew) })
    keys.formUnion(
      try stored.readLinks(
        of: entities.filter { before.isDeleted($0.key) || after.isDeleted($0.key) }
          .map { ($0.key, $0.value.0) }))
    func state(_ key: LinkKey, _ rows: PendingRows) -> LinkState {
      let isThere = key.ends.allSatisfy { end in
        guard let (entity, _) = entities[end] else { return true }
        return rows.values(end, over: stored, entity) != nil
      }
      return isThere ? rows.state(key, over: stored) : .absent
    }
    for key in keys {
      let link = LinkDifference(before: state(key, before), after: state(key, after))
      if link.before != link.after { links[key] = link }
    }
  }
}
