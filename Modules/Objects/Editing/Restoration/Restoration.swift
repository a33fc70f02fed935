import StrataContexts
import StrataModel
import StrataSchema
import StrataStorage

/// Reverts a difference in one graph.
///
/// It computes the pending changes with which everything in the difference is as it was before.
/// Other pending changes and other contexts' saves are preserved. Create and apply it inside one
/// snapshot of the store.
struct Restoration {
  let graph: ObjectGraph
  let layouts: RowLayouts
  var difference: GraphDifference
  let precedence: Precedence
  /// The existing objects into which saves have merged new ones, by the new objects' identifiers.
  let replacements: [PersistentIdentifier: PersistentIdentifier]
  /// The pending changes before the restoration, or nil if there are none.
  let current: PendingState?
  /// The graph's objects and links before the restoration.
  let content: GraphContent
  /// The present values of the difference's objects. An object without an entry doesn't exist.
  var shown: [ObjectGraph.ObjectKey: [ColumnValue]] = [:]
  /// Their values after the restoration. An object without an entry is removed.
  var wanted: [ObjectGraph.ObjectKey: [ColumnValue]] = [:]
  /// Other contexts' changes that prevent the restoration.
  var conflicts: [UndoError] = []
  /// The resolved conflicts, if the difference takes precedence.
  var settlement = Settlement()
  /// The pending changes after the restoration.
  var state: PendingState
  /// The difference that reverts this restoration.
  private(set) var inverse = GraphDifference()
  /// The key of each of `state.linkChanges`, in the same order.
  private(set) var links: [LinkKey] = []
  /// The objects that the restoration concerns: those in memory, and deleted ones that return.
  var models: [ObjectGraph.ObjectKey: any PersistentModel] = [:]

  /// Reads the store and computes the new pending changes.
  ///
  /// - Throws: ``UndoError`` if other contexts' changes conflict. `StorageError` if the store can't
  ///   be read.
  init(
    _ difference: GraphDifference, in graph: ObjectGraph, _ layouts: RowLayouts,
    replacements: [PersistentIdentifier: PersistentIdentifier] = [:],
    _ precedence: Precedence = .others
  ) throws {
    self.graph = graph
    self.precedence = precedence
    self.replacements = replacements
    self.layouts = layouts
    self.difference = difference
    current = try graph.pendingState()
    content = GraphContent(current, over: StoredContent(graph, layouts))
    state = graph.nothingPending()
    try read()
    compare()
    try checkEnds()
    guard conflicts.isEmpty else {
      throw conflicts.count == 1 ? conflicts[0] : UndoError.several(conflicts)
    }
    try findModels()
    try build()
  }

  var stored: StoredContent { content.stored }

  private mutating func read() throws {
    try stored.readRows(difference.rows.map { ($0.key, $0.value.entity) })
    // The rows of all pending changes: `markArrays()` derives changes of arrays from them.
    try stored.readRows(
      content.rows.lazy.filter { $0.value.kind != .insert }.map { [graph] in
        ($0.key, graph.entity(of: $0.value.entry.model))
      })
    try stored.readPresence(
      of: difference.rows.flatMap { key, row -> [ObjectGraph.ObjectKey] in
        let layout = layouts[row.entity]
        let known = [row.before, row.after].compactMap(\.self).map { layout.nothing.replacing($0) }
        let shown = [stored.rows[key], content.values(key, row.entity)].compactMap(\.self)
        return (known + shown).flatMap(layout.targets)
      })
    // A delete voids pending changes of the object's links. They must not return with the object.
    for key in content.links.keys where difference.links[key] == nil {
      if key.ends.contains(where: { content.isDeleted($0) && difference.rows[$0] != nil }) {
        difference.links[key] = LinkDifference(before: .absent, after: .absent)
      }
    }
    try stored.readLinks(difference.links.keys)
    if case .difference = precedence {
      try stored.readPresence(of: difference.links.keys.flatMap(\.ends))
    }
  }

  private mutating func build() throws {
    for key in difference.rows.keys.sorted(by: Self.isBefore) {
      guard let row = difference.rows[key] else { continue }
      inverse.rows[key] = RowDifference(
        row.entity, models[key] ?? row.model, from: shown[key], to: wanted[key])
    }
    try inverse.takeOtherValues(from: content)
    buildRows()
    dropLinksToUnsaved()
    buildLinks()
    try markLinksToReturning()
    try markArrays()
  }

  /// Orders objects by entity and key. Keys ascend in the order of insertion.
  static func isBefore(_ first: ObjectGraph.ObjectKey, _ second: ObjectGraph.ObjectKey) -> Bool {
    (first.entity, first.key) < (second.entity, second.key)
  }

  private mutating func buildRows() {
    func isElsewhere(_ entry: PendingState.Entry) -> Bool {
      difference.rows[graph.objectKey(of: entry)] == nil
    }
    state.inserted = (current?.inserted ?? []).compactMap { entry in
      let key = graph.objectKey(of: entry)
      guard difference.rows[key] != nil else { return entry }
      return wanted[key].map { inserted(entry.model, key, $0, entry.changed, entry.others) }
    }
    state.preferred = Set(models.values.map { ObjectIdentifier($0) })
    state.changed = (current?.changed ?? []).filter(isElsewhere)
    state.deleted = (current?.deleted ?? []).filter(isElsewhere)
    for key in difference.rows.keys.sorted(by: Self.isBefore) where !content.isInserted(key) {
      guard let model = models[key] else { continue }
      guard let values = wanted[key] else {
        state.deleted.append(PendingState.Entry(model, key: key.key))
        continue
      }
      if stored.rows[key] == nil {
        state.inserted.append(inserted(model, key, values, PropertySet()))
      } else if let entry = changed(model, key, values) {
        state.changed.append(entry)
      }
    }
  }

  private func inserted(
    _ model: any PersistentModel, _ key: ObjectGraph.ObjectKey, _ values: [ColumnValue],
    _ changed: PropertySet, _ others: OtherValues? = nil
  ) -> PendingState.Entry {
    let layout = layouts[graph.entity(of: model)]
    var values = values
    // NULL: the position of a new object that equals its key isn't stored.
    for (column, _) in layout.places where values[column] == .integer(key.key) {
      values[column] = .null
    }
    return PendingState.Entry(
      model, key: key.key, changed: changed,
      properties: PropertySet(first: layout.table.entity.properties.count), values: values,
      others: difference.rows[key]?.others ?? others)
  }

  /// The pending changes of an object that has a row, or nil if it has none.
  private func changed(
    _ model: any PersistentModel, _ key: ObjectGraph.ObjectKey, _ values: [ColumnValue]
  ) -> PendingState.Entry? {
    let layout = layouts[graph.entity(of: model)]
    guard let row = stored.rows[key] else { return nil }
    var properties = layout.difference(
      layout.seen(values, isOrWillBeThere),
      layout.seen(layout.placed(row, key: key.key), isOrWillBeThere))
    if let row = content.rows[key], row.kind == .update {
      var others = row.entry.changed
      if let shown = shown[key] { others.subtract(layout.difference(values, shown)) }
      properties.formUnion(others)
    }
    guard !properties.isEmpty else { return nil }
    return PendingState.Entry(
      model, key: key.key, changed: properties, properties: properties,
      values: layout.values(values, of: properties))
  }

  /// True if an object has a row now, or will exist after the restoration.
  ///
  /// A stored link to an object that has neither reads as nil already, and needs no change. A link
  /// to a row whose delete is pending does need one, since that delete may be undone.
  private func isOrWillBeThere(_ key: ObjectGraph.ObjectKey) -> Bool {
    if stored.isStored(key) { return true }
    return isKept(key)
  }

  /// True if an object exists after the restoration. Read its presence first.
  func isKept(_ key: ObjectGraph.ObjectKey) -> Bool {
    difference.rows[key] == nil ? content.isThere(key) : wanted[key] != nil
  }

  private mutating func buildLinks() {
    for (change, keys) in zip(current?.linkChanges ?? [], current?.linkKeys ?? []) {
      guard let key = graph.linkKey(change.table, keys.owner, keys.member),
        difference.links[key] == nil, !key.ends.contains(where: isDropped)
      else { continue }
      append(change, key)
    }
    for (key, link) in difference.links.sorted(by: Self.isBefore) {
      let now = shownState(of: key)
      if now != link.before {
        inverse.links[key] = LinkDifference(before: now, after: link.before)
      }
      guard let owner = models[key.ends[0]], let member = models[key.ends[1]] else { continue }
      let stored = stored.links[key]
      func change(_ isLinked: Bool, at place: Int64? = nil) -> ObjectGraph.LinkChange {
        ObjectGraph.LinkChange(
          table: key.table, owner: owner, member: member, isLinked: isLinked, place: place)
      }
      switch link.before {
      case .absent: if stored != nil { append(change(false), key) }
      // A stored link is replaced only if its position changes.
      case .present(let place) where stored == nil || (place != nil && place != stored):
        if stored != nil { append(change(false), key) }
        append(change(true, at: place), key)
      case .present: break
      }
    }
    state.hasPlaces = true
  }

  private mutating func append(_ change: ObjectGraph.LinkChange, _ key: LinkKey) {
    state.linkChanges.append(change)
    state.linkKeys.append((key.owner, key.member))
    links.append(key)
  }

  /// True if the object was never saved, so that its removal deletes no row.
  func isDropped(_ key: ObjectGraph.ObjectKey) -> Bool {
    difference.rows[key] != nil && wanted[key] == nil && stored.rows[key] == nil
  }

  private static func isBefore(
    _ first: (key: LinkKey, value: LinkDifference), _ second: (key: LinkKey, value: LinkDifference)
  ) -> Bool {
    func place(_ link: LinkDifference) -> Int64 {
      if case .present(let place?) = link.before { place } else { .max }
    }
    return (place(first.value), first.key.owner, first.key.member)
      < (place(second.value), second.key.owner, second.key.member)
  }

  /// The pending changes before the restoration, to which a failure returns.
  var before: PendingState { current ?? graph.emptyState() }

  /// Replaces the graph's pending changes by the computed ones.
  ///
  /// - Throws: `StorageError`. Nothing has changed then.
  func apply() throws { try graph.replacePending(with: state) }
}
