import StrataModel
import StrataSchema
import StrataStack
import StrataStorage

extension GraphDifference {
  /// What has changed between two moments, of which nothing was saved in between. O(what waited at both).
  init(
    from earlier: PendingState?, to later: PendingState?, in graph: ObjectGraph,
    _ layouts: RowLayouts
  ) throws {
    guard earlier != nil || later != nil else { return }
    let before = PendingRows(earlier, in: graph)
    let after = PendingRows(later, in: graph)
    var entities: [ObjectGraph.ObjectKey: (EntityIndex, any PersistentModel)] = [:]
    var stored = StoredContent(graph, layouts)
    for rows in [before, after] {
      for (key, row) in rows.rows {
        let model = row.entry.model
        // One that was dropped since has no entity to tell any more.
        entities[key] = (graph.entity(of: model), model)
      }
    }
    try stored.readRows(
      entities.lazy.filter { !before.isInserted($0.key) && !after.isInserted($0.key) }
        .map { ($0.key, $0.value.0) })
    for (key, (entity, model)) in entities {
      let old = before.values(key, over: stored, entity)
      var new = after.values(key, over: stored, entity)
      if let old, let values = new {
        new = try layouts[entity].aligned(values, to: old) { target in
          guard !before.isInserted(target), !after.isInserted(target) else { return false }
          return try !graph.isStored(target)
        }
      }
      rows[key] = RowDifference(entity, model, from: old, to: new)
    }
    try takeLinks(before, after, &stored, entities)
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

extension ObjectGraph {
  /// Whether an object has a row.
  func isStored(_ object: ObjectKey) throws -> Bool {
    let table = entities[object.entity].table
    return try !reader.integers(.init(existing: [object.key], in: table)).isEmpty
  }

  /// The entity of a model's class; each class of a context's objects has one.
  func entity(of model: any PersistentModel) -> EntityIndex {
    (try? index(of: type(of: model))) ?? model._$state.entity
  }
}
