import StrataModel
import StrataSchema
import StrataStack
import StrataStorage

/// Takes a difference back in one graph: works out what has to wait to be saved so that all is as it was
/// before, with what else waits and what others have saved left as it is.
///
/// Made inside a snapshot of the store, and done in it.
struct Restoration {
  let graph: ObjectGraph
  let layouts: RowLayouts
  var difference: GraphDifference
  let precedence: Precedence
  /// The objects that others stand for since they were saved.
  let standIns: [PersistentIdentifier: PersistentIdentifier]
  /// What waits now.
  let current: PendingState?
  var pending: PendingRows
  var stored: StoredContent
  /// What is shown now of the objects that the difference is about.
  var shown: [ObjectGraph.ObjectKey: [ColumnValue]] = [:]
  /// What is to be shown of them.
  var wanted: [ObjectGraph.ObjectKey: [ColumnValue]] = [:]
  /// What stands in the way.
  var conflicts: [UndoError] = []
  /// What became of that where the difference takes precedence.
  var settlement = Settlement()
  /// What shall wait.
  var state: PendingState
  /// What takes this back.
  private(set) var inverse = GraphDifference()
  /// The links that shall wait to be changed.
  private(set) var links: [LinkKey] = []
  /// Objects in memory, and those that come back.
  var models: [ObjectGraph.ObjectKey: any PersistentModel] = [:]

  /// Works out what to do.
  ///
  /// - Throws: ``UndoError`` where somebody else stands in the way; `StorageError`.
  init(
    _ difference: GraphDifference, in graph: ObjectGraph, _ layouts: RowLayouts,
    standIns: [PersistentIdentifier: PersistentIdentifier] = [:],
    _ precedence: Precedence = .others
  ) throws {
    self.graph = graph
    self.precedence = precedence
    self.standIns = standIns
    self.layouts = layouts
    self.difference = difference
    current = try graph.pendingState()
    pending = PendingRows(current, in: graph)
    stored = StoredContent(graph, layouts)
    state = graph.emptyState()
    (state.linkChanges, state.linkKeys) = ([], [])
    try read()
    compare()
    try checkEnds()
    if case .difference = precedence { settleGoing() }
    guard conflicts.isEmpty else {
      throw conflicts.count == 1 ? conflicts[0] : UndoError.several(conflicts)
    }
    try findModels()
    try build()
  }

  private mutating func read() throws {
    try stored.readRows(difference.rows.map { ($0.key, $0.value.entity) })
    // Those of all that waits: which arrays have changes that wait follows from them.
    try stored.readRows(
      pending.rows.lazy.filter {
        if case .inserted = $0.value { false } else { true }
      }.map { [graph] in ($0.key, graph.entity(of: $0.value.entry.model)) })
    try stored.readPresence(
      of: difference.rows.flatMap { key, row in
        (row.rows(around: pending.values(key, over: stored, row.entity))
          + (stored.rows[key].map { [$0] } ?? [])).flatMap(layouts[row.entity].targets)
      })
    // What waited of links of a deleted object comes to nothing, and doesn't come back with the object.
    for key in pending.links.keys where difference.links[key] == nil {
      if key.ends.contains(where: { pending.isDeleted($0) && difference.rows[$0] != nil }) {
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
    buildRows()
    leaveBehind()
    buildLinks()
    try leadBack()
    try markArrays()
  }

  /// Keys rise with time.
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
      return wanted[key].map { inserted(entry.model, key, $0, entry.changed) }
    }
    state.preferred = Set(models.values.map { ObjectIdentifier($0) })
    state.changed = (current?.changed ?? []).filter(isElsewhere)
    state.deleted = (current?.deleted ?? []).filter(isElsewhere)
    for key in difference.rows.keys.sorted(by: Self.isBefore) where !pending.isInserted(key) {
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
    _ changed: PropertySet
  ) -> PendingState.Entry {
    let layout = layouts[graph.entity(of: model)]
    var values = values
    // A new object that stands where its key puts it has no place of its own.
    for (column, _) in layout.places where values[column] == .integer(key.key) {
      values[column] = .null
    }
    return PendingState.Entry(
      model, key: key.key, changed: changed,
      properties: PropertySet(first: layout.table.entity.properties.count), values: values)
  }

  /// What waits of an object that has a row; nil where nothing does.
  private func changed(
    _ model: any PersistentModel, _ key: ObjectGraph.ObjectKey, _ values: [ColumnValue]
  ) -> PendingState.Entry? {
    let layout = layouts[graph.entity(of: model)]
    guard let row = stored.rows[key] else { return nil }
    var properties = layout.difference(
      layout.seen(values, isOrWillBeThere),
      layout.seen(layout.placed(row, key: key.key), isOrWillBeThere))
    if case .changed(let entry) = pending.rows[key] {
      var others = entry.changed
      if let shown = shown[key] { others.subtract(layout.difference(values, shown)) }
      properties.formUnion(others)
    }
    guard !properties.isEmpty else { return nil }
    return PendingState.Entry(
      model, key: key.key, changed: properties, properties: properties,
      values: layout.values(values, of: properties))
  }

  /// What the store leads to and nobody knows any more needn't be cut. Where a row waits to be deleted it has to
  /// be, since that may be taken back.
  private func isOrWillBeThere(_ key: ObjectGraph.ObjectKey) -> Bool {
    if stored.isStored(key) { return true }
    return difference.rows[key] == nil ? pending.isInserted(key) : wanted[key] != nil
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
      // One that is there stays, unless it has to stand elsewhere.
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

  /// Whether an object was never saved, and just leaves.
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

  /// What waited before, to go back to.
  var before: PendingState { current ?? graph.emptyState() }

  /// Does it.
  ///
  /// - Throws: `StorageError`, with nothing changed.
  func apply() throws { try graph.replacePending(with: state) }
}

extension ObjectGraph {
  func objectKey(of entry: PendingState.Entry) -> ObjectKey {
    ObjectKey(entity: entities[entity(of: entry.model)].root, key: entry.key)
  }
}
