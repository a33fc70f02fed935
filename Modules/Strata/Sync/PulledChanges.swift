import Strata
@_spi(Query) import StrataContexts
@_spi(Query) import StrataModel

/// Applies the server's changes to a replica, except where the replica has pending ones.
struct PulledChanges {
  private typealias Row = SyncedObjects.Row

  private let objects: SyncedObjects
  private let state: SyncedServer
  private let answer: SyncPullAnswer
  /// True if something was left out for a pending change.
  private(set) var yields = false
  /// The rows that have changed.
  private(set) var changed: Set<SyncedObjects.Row> = []

  init(_ objects: SyncedObjects, _ state: SyncedServer, _ answer: SyncPullAnswer) {
    (self.objects, self.state, self.answer) = (objects, state, answer)
  }

  /// Changes the objects. Properties that are pending here stay as they are.
  ///
  /// - Returns: Objects that the store lacks, and of which the answer has a part alone.
  mutating func apply() throws -> [UUID] {
    let ids =
      answer.changes.flatMap { [$0.id] + ($0.links?.values.flatMap { $0 } ?? []) } + answer.gone
    try objects.resolve(ids)
    let rows = ids.compactMap { objects.row($0) }
    try objects.load(rows)
    try objects.name(rows)
    // Read after the objects: what is saved after this is in conflict with this save, and before it is pending.
    let own = try PendingChanges(objects.context, objects.schema, of: try state.snapshot)
    let pending = own.changes
    if pending.order.isEmpty {
      try own.recordLeftOut(in: state)
      if own.end > state.passedNumber { state.passedNumber = own.end }
    }
    var missing: [UUID] = []
    var applied: [(SyncObject, any PersistentModel, SyncedSchema.Class)] = []
    for change in answer.changes {
      // A class that this program doesn't have. It reads everything anew once it has.
      guard let one = objects.schema[change.entity] else { continue }
      let row = objects.row(change.id)
      if let row, objects.object(row) == nil, pending[row]?.isDeleted ?? false {
        yields = true
        continue
      }
      let object: any PersistentModel
      let isNew = objects.object(change.id) == nil
      if let found = objects.object(change.id) {
        object = found
      } else if change.kind == .insert {
        // The target of a required relationship may come in a later page, or is deleted here.
        let targets = requiredTargets(of: change, one)
        if !targets.isEmpty {
          let unknown = targets.filter { id in
            !(objects.row(id).flatMap { pending[$0]?.isDeleted } ?? false)
          }
          if unknown.count == targets.count {
            missing += unknown + [change.id]
          } else {
            yields = true
          }
          continue
        }
        object = try objects.insert(one, change.id)
      } else {
        missing.append(change.id)
        continue
      }
      try setValues(
        of: object, one, to: change, pending: pending[objects.row(of: object)], isNew: isNew)
      applied.append((change, object, one))
    }
    for (change, object, one) in applied {
      try setLinks(of: object, one, to: change, pending: pending[objects.row(of: object)])
    }
    try removeGone(pending)
    try objects.checkReads()
    return missing
  }

  /// The objects to which an object's required relationships lead, and which aren't there.
  private func requiredTargets(of change: SyncObject, _ one: SyncedSchema.Class) -> [UUID] {
    one.links.filter { $0.isToOne && !$0.isOptional }.flatMap { change.links?[$0.name] ?? [] }
      .filter { objects.object($0) == nil }
  }

  private mutating func setValues(
    of object: any PersistentModel, _ one: SyncedSchema.Class, to change: SyncObject,
    pending: SyncChanges.Change?, isNew: Bool
  ) throws {
    for (name, value) in change.values ?? [:] {
      // Unknown ones are of a newer program.
      guard let attribute = one.attribute(name) else { continue }
      if isPending(name, pending) {
        yields = true
        continue
      }
      if try objects.set(value, attribute, of: object, isNew: isNew) {
        changed.insert(objects.row(of: object))
      }
    }
  }

  private func isPending(_ name: String, _ pending: SyncChanges.Change?) -> Bool {
    pending.map { $0.isInserted || $0.properties.contains(name) } ?? false
  }

  private mutating func setLinks(
    of object: any PersistentModel, _ one: SyncedSchema.Class, to change: SyncObject,
    pending: SyncChanges.Change?
  ) throws {
    guard let links = change.links else { return }
    var lists: [String: [UUID]] = [:]
    for (name, ids) in links {
      guard let link = one.link(name) else { continue }
      if link.isToOne {
        if isPending(name, pending) {
          yields = true
        } else if try objects.set(ids, link, of: object) {
          changed.insert(objects.row(of: object))
        }
        continue
      }
      let known = ids.filter { objects.object($0) != nil }
      lists[name] = known
      var wanted = known
      if isPending(name, pending) {
        let own = try objects.targets(of: object, link)
        try objects.name(own)
        let former = try formerLinks(object)[name] ?? []
        wanted = merged(known, pushed: own.compactMap { objects.id($0) }, former: former)
        try objects.load(own)
      }
      if try objects.set(wanted, link, of: object) { changed.insert(objects.row(of: object)) }
    }
    guard !lists.isEmpty, let identity = objects.identity(objects.row(of: object)) else { return }
    let former = try formerLinks(object)
    let merged = former.merging(lists) { $1 }.filter { !$0.value.isEmpty }
    guard merged != former else { return }
    identity.lists = merged.isEmpty ? nil : try JSONEncoder().encode(merged)
  }

  private func formerLinks(_ object: any PersistentModel) throws -> [String: [UUID]] {
    try objects.identity(objects.row(of: object))?.lists.map {
      try JSONDecoder().decode([String: [UUID]].self, from: $0)
    } ?? [:]
  }

  /// Removes objects that aren't there for this replica. Their pending changes are reported.
  private mutating func removeGone(_ pending: SyncChanges) throws {
    guard !answer.gone.isEmpty else { return }
    let own = pending.order.filter { pending[$0]?.isDeleted == false }
    try objects.load(own)
    try objects.name(own)
    let contents = try own.compactMap { row -> (Row, SyncObject)? in
      guard let object = objects.object(row), let one = objects.one(of: object) else { return nil }
      return (row, try objects.content(of: object, one, objects.id(row) ?? UUID(), .update))
    }
    try delete(pending)
    // Objects that delete rules have deleted together with them.
    let removed = Set(answer.gone.compactMap { objects.row($0) })
    let taken = Set(objects.deleted(among: own).map(\.row)).subtracting(removed)
    for (row, content) in contents where taken.contains(row) {
      let changed = pending[row]
      for (name, value) in (content.values ?? [:]).sorted(by: { $0.key < $1.key })
      where changed.map({ $0.isInserted || $0.properties.contains(name) }) ?? false {
        if objects.schema[content.entity]?.attribute(name)?.isTimestamp ?? true { continue }
        try reportLost(value, of: name, entity: content.entity, id: content.id)
      }
    }
  }

  /// Records that a pending value is lost, since its object was deleted on the server.
  private func reportLost(
    _ value: SyncValue?, of property: String, entity: String, id: UUID
  ) throws {
    objects.context.insert(
      try SyncConflict(
        SyncReport(
          uid: UUID(), replica: state.replica, entity: entity, object: id, property: property,
          kind: .deleted, kept: nil, lost: value, author: nil,
          date: Date())))
  }

  private mutating func delete(_ pending: SyncChanges) throws {
    for id in answer.gone {
      guard let row = objects.row(id), let object = objects.object(row),
        let one = objects.one(of: object)
      else { continue }
      let change = pending[row]
      // It was inserted here, and the server hasn't got it yet.
      if change?.isInserted ?? false { continue }
      for property in (change?.properties ?? []).sorted() where one.properties.contains(property) {
        if one.attribute(property)?.isTimestamp ?? false { continue }
        try reportLost(
          try objects.value(of: object, one, property), of: property, entity: one.name, id: id)
      }
      changed.insert(row)
      objects.delete(object)
    }
  }
}
