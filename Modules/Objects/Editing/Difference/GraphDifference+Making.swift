import StrataContexts
import StrataModel
import StrataSchema
import StrataStorage

extension GraphDifference {
  /// The objects to compare, with their entities and instances in memory.
  typealias Objects = [GraphContent.Key: (entity: EntityIndex, model: (any PersistentModel)?)]

  /// Compares two pending states between which nothing was saved. O(pending changes of both).
  init(
    from earlier: PendingState?, to later: PendingState?, in graph: ObjectGraph,
    _ layouts: RowLayouts
  ) throws {
    // Equal states differ in nothing, as after the save of an undo. The store needn't be read.
    guard !earlier.isSame(as: later) else { return }
    let stored = StoredContent(graph, layouts)
    let before = GraphContent(earlier, over: stored)
    let after = GraphContent(later, over: stored)
    var objects: Objects = [:]
    for content in [before, after] {
      for (key, row) in content.rows {
        // By class: the state of an object that was dropped meanwhile has no entity.
        objects[key] = (graph.entity(of: row.entry.model), row.entry.model)
      }
    }
    let gone = objects.keys.filter { after.isDeleted($0) && !before.isDeleted($0) }
    // Links without an inverse to a deleted object are nil. O(number of objects of their classes).
    for (entity, _, rows) in try graph.rows(
      leadingTo: gone, layouts, where: { $0.inverse == nil })
    {
      for model in try graph.models(rows.map(\.key), of: entity.index) {
        objects[graph.objectKey(of: model)] = (graph.entity(of: model), model)
      }
    }
    func isNew(_ key: GraphContent.Key) -> Bool { before.isInserted(key) || after.isInserted(key) }
    try stored.readRows(objects.lazy.filter { !isNew($0.key) }.map { ($0.key, $0.value.entity) })
    for content in [before, after] {
      try stored.readPresence(
        of: objects.flatMap { key, object -> [GraphContent.Key] in
          let layout = layouts[object.entity]
          guard !layout.oneWayLinks.isEmpty else { return [] }
          return content.values(key, object.entity).map(layout.targets) ?? []
        })
    }
    var links = Set(before.links.keys).union(after.links.keys)
    try stored.readLinks(links.filter { !$0.ends.contains(where: isNew) })
    links.formUnion(
      try stored.readLinks(
        of: objects.filter { before.isDeleted($0.key) || after.isDeleted($0.key) }
          .map { ($0.key, $0.value.entity) }))
    try compare(before, after, objects, links)
  }

  /// Compares objects in two past states. O(objects).
  init(
    between states: PastStates, _ objects: [(GraphContent.Key, EntityIndex)]
  ) throws {
    var links: Set<LinkKey> = []
    for content in [states.earlier, states.later] {
      try content.stored.readRows(objects)
      links.formUnion(try content.stored.readLinks(of: objects))
    }
    let objects: Objects = Dictionary(
      objects.map { ($0, (entity: $1, model: nil)) }, uniquingKeysWith: { first, _ in first })
    try compare(states.earlier, states.later, objects, links)
    // A position among others' members is no change of either end.
    self.links = self.links.filter { $0.value.before.isPresent != $0.value.after.isPresent }
  }

  /// Compares objects and links whose rows both contents have read.
  private mutating func compare(
    _ before: GraphContent, _ after: GraphContent, _ objects: Objects, _ links: Set<LinkKey>
  ) throws {
    for (key, object) in objects {
      let layout = before.stored.layouts[object.entity]
      let old = before.values(key, object.entity).map { before.seen($0, layout) }
      var new = after.values(key, object.entity).map { after.seen($0, layout) }
      if let old, let values = new { new = layout.aligned(values, to: old) }
      rows[key] = RowDifference(object.entity, object.model, from: old, to: new)
    }
    try takeOtherValues(from: before)
    func state(_ key: LinkKey, _ content: GraphContent) -> LinkState {
      let isThere = key.ends.allSatisfy { objects[$0] == nil || content.isThere($0) }
      return isThere ? content.state(key) : .absent
    }
    for key in links {
      let link = LinkDifference(before: state(key, before), after: state(key, after))
      if link.before != link.after { self.links[key] = link }
    }
  }

  /// Reads the values that deleted rows have in columns that the models lack, so that they return
  /// with the rows.
  ///
  /// - Parameter before: The content before the difference. A restored row among its pending changes
  ///   has no values in the store yet.
  mutating func takeOtherValues(from before: GraphContent) throws {
    var stored: [EntityIndex: [Int64]] = [:]
    for (key, row) in rows where row.after == nil {
      if before.isInserted(key) {
        rows[key]?.others = before.rows[key]?.entry.others
      } else if key.key > 0 {
        stored[key.entity, default: []].append(key.key)
      }
    }
    let graph = before.stored.graph
    for (root, keys) in stored {
      let found = try before.stored.reader.otherValues(keys, of: graph.entities[root].table)
      for (key, values) in found { rows[GraphContent.Key(entity: root, key: key)]?.others = values }
    }
  }
}
