import Strata
@_spi(Query) import StrataContexts
@_spi(Query) import StrataModel
import StrataQuery

extension SyncServer {
  /// Takes changes of a replica, in one save of the replica's author, or refuses them.
  ///
  /// - Returns: What the server has of the replica's saves. A push that it has had already changes nothing.
  /// - Throws: ``SyncError``, and errors of the store. A push that the model's rules or the scopes refuse isn't an error but
  ///   an answer.
  public func push(_ push: SyncPush) async throws -> SyncPushAnswer {
    guard push.changes.count <= limit, push.saves.count <= limit else {
      throw SyncError.tooLarge(limit: limit)
    }
    let author: TransactionAuthor?
    do {
      author = try push.author.map { try TransactionAuthor($0) }
    } catch {
      throw SyncError.malformed(reason: "\(error)")
    }
    let position = try await identities.update()
    let cursor = SyncCursor(position, of: self).text
    do {
      return try await retrying {
        try await container.write(author: author) { context in
          context.name = SyncHistory.contextName(of: push.replica)
          context.mergePolicy = .error
          context.uniqueConflictPolicy = .error
          context.setsTimestamps = false
          try prepare(context)
          var application = PushApplication(
            push: push, server: self, objects: SyncedObjects(context, schema))
          let unified = try application.run()
          return SyncPushAnswer(
            server: try context.syncStoreIdentifier(), save: push.saves.last ?? push.after,
            cursor: cursor, refusal: nil, unified: unified)
        }
      }
    } catch let error where Self.isRefusal(error) {
      let server = try await container.read { try $0.syncStoreIdentifier() }
      return SyncPushAnswer(
        server: server, save: push.after, cursor: cursor, refusal: "\(error)", unified: [])
    }
  }

  /// True for an error of the changes, which the next attempt would meet again. Others are failures of the store.
  private static func isRefusal(_ error: any Error) -> Bool {
    switch error {
    case SyncError.busy, SyncError.expired, SyncError.serverWasRestored,
      SyncError.replicaWasRestored, SyncError.unsupportedStore:
      false
    case StackError.unreadable: false
    case is StorageError, is CancellationError: false
    default: true
    }
  }
}

/// The reason why a push isn't taken, in a sentence for the replica.
struct PushRefusal: Error, CustomStringConvertible {
  let description: String
}

/// The application of one push in a context of the server.
private struct PushApplication {
  typealias Row = SyncedObjects.Row

  let push: SyncPush
  let server: SyncServer
  let objects: SyncedObjects
  private var others = Others()
  private var unified: [SyncUnified] = []
  private var touched: Set<Row> = []
  private var new: Set<Row> = []
  private var taken: Set<Value> = []
  /// The changes by identifier.
  private let changes: [UUID: SyncObject]
  /// New identifiers, with the rows that have their unique values.
  private var matches: [UUID: Row] = [:]

  init(push: SyncPush, server: SyncServer, objects: SyncedObjects) {
    (self.push, self.server, self.objects) = (push, server, objects)
    changes = Dictionary(push.changes.map { ($0.id, $0) }) { $1 }
  }

  private var context: ModelContext { objects.context }
  private var keepsOthers: Bool {
    server.mergePolicy != .mergeByPropertyObjectTrump && server.mergePolicy != .overwrite
  }

  mutating func run() throws -> [SyncUnified] {
    let replica = try record()
    let ids = Set(push.changes.flatMap { [$0.id] + ($0.links?.values.flatMap { $0 } ?? []) })
    guard changes.count == push.changes.count else {
      throw SyncError.malformed(reason: "an object is there twice")
    }
    for change in push.changes { _ = try one(change.entity) }
    try objects.resolve(ids)
    try load(ids)
    let isRepeated =
      !push.isPage && push.saves.last == SyncSave(number: replica.number, stamp: replica.stamp)
    for id in ids {
      guard let row = objects.row(id), let canonical = objects.id(row), canonical != id else {
        continue
      }
      // One that is gone comes back, unless this push was taken before.
      if isRepeated || objects.object(row) != nil {
        unified.append(SyncUnified(from: id, to: canonical))
      }
    }
    try readOthers(replica)
    try findTaken()
    try matchUniques()
    if isRepeated {
      for (id, row) in matches {
        if let canonical = objects.id(row) { unified.append(SyncUnified(from: id, to: canonical)) }
      }
      return unified
    }
    for change in push.changes where change.kind != .delete { try applyValues(change) }
    for change in push.changes where change.kind != .delete { try applyLinks(change) }
    try applyDeletions()
    try checkScopes()
    try objects.checkReads()
    let last = push.saves.last ?? push.after
    if replica.number != last.number || replica.stamp != last.stamp {
      (replica.number, replica.stamp) = (last.number, last.stamp)
    }
    return unified
  }

  /// The replica's record, if the push follows what the server has of it.
  private func record() throws -> SyncedReplica {
    let uid = push.replica
    if let found = try context.fetch(
      FetchDescriptor<SyncedReplica>(predicate: #Predicate { $0.uid == uid })
    ).first {
      let has = SyncSave(number: found.number, stamp: found.stamp)
      guard push.after == has || push.saves.contains(has) || has == .none else {
        throw SyncError.replicaWasRestored
      }
      if found.name != push.name { found.name = push.name }
      return found
    }
    guard push.isPage else { throw SyncError.serverWasRestored }
    let replica = SyncedReplica(
      uid: uid, start: try SyncHistory(context: context, schema: objects.schema).last().text)
    replica.name = push.name
    context.insert(replica)
    return replica
  }

  // MARK: What is there

  /// Loads the objects, and refuses those outside of the scopes.
  private func load(_ ids: Set<UUID>) throws {
    let rows = Set(ids.compactMap { objects.row($0) })
    try objects.load(rows)
    try objects.name(rows)
    guard server.isScoped else { return }
    for row in rows where objects.object(row) == nil {
      // One that was deleted is none of anybody's.
      if try context.model(entity: row.root, key: row.key) != nil {
        throw PushRefusal(
          description: "an object of the class \(row.root) isn't in the replica's scope")
      }
    }
  }

  /// The changes of others since the replica's position.
  private struct Others {
    struct Writer {
      let replica: UUID?
      let author: String?
    }

    /// True if nothing is known of it, so that each difference is a conflict.
    var isUnknown = false
    /// True in a page of everything, which builds on nothing: each difference is a conflict, but in what the replica itself
    /// has inserted in an earlier attempt.
    var isOfPage = false
    var own: Set<Row> = []
    var properties: [Row: [String: Writer]] = [:]
    var insertions: [Row: Writer] = [:]
    var deletions: [Row: Writer] = [:]

    func isUnknown(_ row: Row) -> Bool { isUnknown || isOfPage && !own.contains(row) }

    /// The last writer of a property since the position. Nil if nobody has set it.
    func writer(_ row: Row, _ property: String) -> Writer? {
      properties[row]?[property] ?? insertions[row]
    }
  }

  private mutating func readOthers(_ replica: SyncedReplica) throws {
    others.isOfPage = push.isPage
    let base =
      try push.cursor.map { try SyncCursor($0).save } ?? SyncSave(text: replica.start)
    let history = SyncHistory(context: context, schema: objects.schema)
    switch try history.fit(of: base) {
    case .known: break
    case .cleaned:
      others.isUnknown = true
      return
    case .other: throw SyncError.serverWasRestored
    }
    try history.forEach(after: base.number) { entry in
      let replica = SyncHistory.replica(of: entry)
      guard replica != push.replica else {
        for change in history.changes(of: entry) where change.kind == .insert {
          others.own.insert(change.row)
        }
        return true
      }
      let writer = Others.Writer(replica: replica, author: entry.author)
      for change in history.changes(of: entry) {
        let row = change.row
        switch change.kind {
        case .insert: others.insertions[row] = writer
        case .update:
          for property in change.properties {
            others.properties[row, default: [:]][property] = writer
          }
        case .delete: others.deletions[row] = writer
        }
      }
      return true
    }
  }

  /// A pushed value.
  private struct Value: Hashable {
    let id: UUID
    let property: String
  }

  /// Finds the pushed values that objects keep which aren't in the push, or whose own new values are taken.
  private mutating func findTaken() throws {
    var isFirst = true
    var hasFound = false
    while isFirst || hasFound {
      (isFirst, hasFound) = (false, false)
      for change in push.changes where change.kind != .delete {
        guard let object = objects.object(change.id), let one = objects.schema[change.entity],
          let values = change.values
        else { continue }
        for attribute in one.uniques.flatMap({ $0 }) {
          let value = Value(id: change.id, property: attribute.name)
          guard let columns = values[attribute.name]?.columns(as: attribute.columns),
            !taken.contains(value), !isKept(objects.row(of: object), attribute.name),
            try object.columnValues(forKey: attribute.name) != columns,
            try isTaken(columns, attribute, one, object)
          else { continue }
          taken.insert(value)
          hasFound = true
        }
      }
    }
  }

  /// Finds the objects that have the unique values of new ones.
  private mutating func matchUniques() throws {
    let new = push.changes.filter { $0.kind == .insert && objects.object($0.id) == nil }
    for (entity, changes) in Dictionary(grouping: new, by: \.entity) {
      let one = try one(entity)
      for unique in one.uniques {
        for part in changes.parts {
          let found = try existing(one, unique, part.compactMap(\.values))
          for change in part {
            guard let values = change.values, let key = try uniqueKey(unique, values),
              let row = found[key]
            else { continue }
            if matches[change.id] == nil { matches[change.id] = row }
          }
        }
      }
    }
    try objects.load(matches.values)
    try objects.name(matches.values)
  }

  /// The columns of unique values, or nil if one is missing or null.
  private func uniqueKey(
    _ unique: [Schema.Attribute], _ values: [String: SyncValue]
  ) throws -> [ColumnValue]? {
    var key: [ColumnValue] = []
    for attribute in unique {
      guard let columns = values[attribute.name]?.columns(as: attribute.columns),
        !columns.contains(.null)
      else { return nil }
      key += columns
    }
    return key
  }

  /// The rows that have unique values after the push, by their columns.
  private func existing(
    _ one: SyncedSchema.Class, _ unique: [Schema.Attribute], _ values: [[String: SyncValue]]
  ) throws -> [[ColumnValue]: Row] {
    let keys = try values.compactMap { try uniqueKey(unique, $0) }
    guard !keys.isEmpty else { return [:] }
    let columns = unique.flatMap { attribute in
      attribute.columns.map {
        QueryExpression.column(
          QueryPath(), QueryExpression.ColumnReference(property: attribute.name, description: $0))
      }
    }
    let condition: QueryExpression =
      columns.count == 1
      ? .membership(columns[0], keys.map { $0[0] })
      : .or(
        keys.map { key in
          .and(zip(columns, key).map { .comparison(.equal, $0, .literal($1)) })
        })
    // An inherited attribute is unique among all classes that have it.
    let owner =
      one.entity.lineage.first { entity in
        unique.allSatisfy { attribute in entity.attributes.contains { $0.name == attribute.name } }
      } ?? one.entity
    var found: [[ColumnValue]: Row] = [:]
    for object in try context.fetch(Query(entity: owner.name, predicate: condition)) {
      let key = try unique.flatMap { try object.columnValues(forKey: $0.name) }
      found[key] = objects.row(of: object)
    }
    return found.filter { key, row in
      // Not what the push deletes or gives another value.
      guard let id = objects.id(row), let change = changes[id] else {
        return true
      }
      if change.kind == .delete { return !isDeleted(row) }
      return !unique.contains { part in
        change.values?[part.name] != nil && !isKept(row, part.name)
          && !taken.contains(Value(id: id, property: part.name))
      }
    }
  }

  /// True if others' value of a property stays, where it differs.
  private func isKept(_ row: Row, _ property: String) -> Bool {
    keepsOthers && (others.isUnknown(row) || others.writer(row, property) != nil)
  }

  /// The properties of an object that others have changed, except times of saves and lists, which never conflict.
  private func changedByOthers(_ row: Row, _ one: SyncedSchema.Class) -> [String: Others.Writer] {
    var changed = others.properties[row] ?? [:]
    // An insertion sets all properties. Later changes are of their own writers.
    if let writer = others.insertions[row] {
      for name in one.properties where changed[name] == nil { changed[name] = writer }
    }
    return changed.filter { name, _ in
      one.properties.contains(name) && !(one.attribute(name)?.isTimestamp ?? false)
        && !(one.link(name).map { !$0.isToOne } ?? false)
    }
  }

  /// True if a pushed deletion is done.
  private func isDeleted(_ row: Row) -> Bool {
    guard let object = objects.object(row), let one = objects.one(of: object) else { return true }
    return !others.isUnknown(row) && (!keepsOthers || changedByOthers(row, one).isEmpty)
  }

  private func one(_ entity: String) throws -> SyncedSchema.Class {
    guard let one = objects.schema[entity] else {
      throw SyncError.unknownProperty(entity: entity, property: nil)
    }
    return one
  }

  // MARK: Values

  private mutating func applyValues(_ change: SyncObject) throws {
    let one = try one(change.entity)
    if let row = matches[change.id], let canonical = objects.id(row) ?? named(row) {
      if objects.knows(change.id) {
        objects.redirect(change.id, to: row)
      } else {
        objects.add(change.id, row, isAlias: true)
      }
      unified.append(SyncUnified(from: change.id, to: canonical))
      guard let object = objects.object(row) else {
        throw PushRefusal(
          description:
            "the \(change.entity) has a unique value of an object outside of the replica's scope")
      }
      try merge(change, one, into: object, isNew: false)
      return
    }
    if let row = objects.row(change.id) {
      if let object = objects.object(row) {
        try merge(change, one, into: object, isNew: false)
        return
      }
      guard change.kind == .insert else { return try reportDeleted(change, row) }
    } else if change.kind != .insert {
      return try reportDeleted(change, nil)
    }
    try merge(change, one, into: try objects.insert(one, change.id), isNew: true)
  }

  /// Names a row that a program has inserted since the names were given.
  private func named(_ row: Row) -> UUID? {
    let id = UUID()
    objects.add(id, row)
    return id
  }

  private mutating func merge(
    _ change: SyncObject, _ one: SyncedSchema.Class, into object: any PersistentModel, isNew: Bool
  ) throws {
    guard type(of: object)._$entity.name == change.entity else {
      throw SyncError.malformed(
        reason:
          "\(change.id) is of the class \(type(of: object)._$entity.name), not of \(change.entity)")
    }
    let row = objects.row(of: object)
    touched.insert(row)
    if isNew { new.insert(row) }
    let loses = server.mergePolicy == .rollback && !isNew && isInConflict(change, row)
    for (name, value) in (change.values ?? [:]).sorted(by: { $0.key < $1.key }) {
      guard let attribute = one.attribute(name) else {
        throw SyncError.unknownProperty(entity: change.entity, property: name)
      }
      let columns = try objects.columns(value, attribute, of: object)
      if isNew {
        try objects.write(columns, attribute, of: object)
        continue
      }
      let present = try object.columnValues(forKey: name)
      guard columns != present else { continue }
      if attribute.isTimestamp {
        if !attribute.options.contains(.createdAt) {
          try objects.write(columns, attribute, of: object)
        }
        continue
      }
      if taken.contains(Value(id: change.id, property: name)) {
        try report(.notUnique, change, name, kept: SyncValue(present), lost: value, to: nil)
        continue
      }
      if try yields(
        change, row, name, loses: loses, present: SyncValue(present), pushed: value)
      {
        continue
      }
      try objects.write(columns, attribute, of: object)
    }
  }

  /// True if another object has a unique value, and keeps it.
  private func isTaken(
    _ columns: [ColumnValue], _ attribute: Schema.Attribute, _ one: SyncedSchema.Class,
    _ object: any PersistentModel
  ) throws -> Bool {
    for unique in one.uniques where unique.contains(where: { $0.name == attribute.name }) {
      var values: [String: SyncValue] = [:]
      for part in unique {
        values[part.name] = SyncValue(
          part.name == attribute.name ? columns : try object.columnValues(forKey: part.name))
      }
      let found = try existing(one, unique, [values])
      if found.values.contains(where: { $0 != objects.row(of: object) }) { return true }
    }
    return false
  }

  /// True if others have changed one of an object's pushed properties to something else.
  private func isInConflict(_ change: SyncObject, _ row: Row) -> Bool {
    others.isUnknown(row)
      || ((change.values?.keys).map(Array.init) ?? []).contains { others.writer(row, $0) != nil }
      || ((change.links?.keys).map(Array.init) ?? []).contains { others.writer(row, $0) != nil }
  }

  /// Decides on a property with another value than the pushed one, and reports which one loses.
  ///
  /// - Returns: True if the present value stays.
  private mutating func yields(
    _ change: SyncObject, _ row: Row, _ name: String, loses: Bool, present: SyncValue,
    pushed: SyncValue
  ) throws -> Bool {
    let isUnified = matches[change.id] != nil
    let writer = others.writer(row, name)
    guard loses || others.isUnknown(row) || isUnified || writer != nil else { return false }
    if server.mergePolicy == .error {
      throw PushRefusal(
        description: "others have changed \(name) of the \(change.entity) \(change.id) as well")
    }
    if keepsOthers {
      try report(
        .changedByBoth, change, name, kept: present, lost: pushed, to: nil, by: writer?.author)
      return true
    }
    try report(
      .changedByBoth, change, name, kept: pushed, lost: present, to: .some(writer?.replica),
      by: push.author)
    return false
  }

  /// Records a conflict for the replica that loses: the one that pushes, or another one. Nil for the server's program.
  private func report(
    _ kind: SyncConflict.Kind, _ change: SyncObject, _ property: String?, kept: SyncValue?,
    lost: SyncValue?, to replica: UUID??, by author: String? = nil
  ) throws {
    let loser: UUID? = if let replica { replica } else { push.replica }
    // The report has the name that the object keeps.
    let id = objects.row(change.id).flatMap(objects.id) ?? change.id
    context.insert(
      try SyncConflict(
        SyncReport(
          uid: UUID(), replica: loser, entity: change.entity, object: id, property: property,
          kind: kind, kept: kept, lost: lost, author: author, date: Date())))
  }

  /// Reports the values of an object that others have deleted.
  private func reportDeleted(_ change: SyncObject, _ row: Row?) throws {
    let author = row.flatMap { others.deletions[$0]?.author }
    let values =
      (change.values ?? [:]).map { ($0.key, $0.value) }
      + (change.links ?? [:]).map { ($0.key, SyncValue($0.value)) }
    for (name, value) in values.sorted(by: { $0.0 < $1.0 }) {
      if objects.schema[change.entity]?.attribute(name)?.isTimestamp ?? false { continue }
      try report(.deleted, change, name, kept: nil, lost: value, to: nil, by: author)
    }
  }

  // MARK: Links

  private mutating func applyLinks(_ change: SyncObject) throws {
    guard let object = objects.object(change.id) else { return }
    let one = try one(change.entity)
    let row = objects.row(of: object)
    let loses = server.mergePolicy == .rollback && !new.contains(row) && isInConflict(change, row)
    for (name, ids) in (change.links ?? [:]).sorted(by: { $0.key < $1.key }) {
      guard let link = one.link(name) else {
        throw SyncError.unknownProperty(entity: change.entity, property: name)
      }
      let present = try objects.targets(of: object, link)
      try objects.name(present)
      let presentIDs = present.compactMap { objects.id($0) }
      let pushed = ids.map { id in objects.row(id).flatMap(objects.id) ?? id }
      guard link.isToOne else {
        let former = change.formerLinks?[name] ?? []
        try objects.load(present)
        try objects.set(
          merged(presentIDs, pushed: pushed, former: former), link, of: object)
        continue
      }
      guard pushed.count <= 1 else {
        throw SyncError.malformed(reason: "\(name) of \(change.entity) leads to one object at most")
      }
      guard pushed != presentIDs else { continue }
      if let target = pushed.first, objects.object(target) == nil {
        // The target was deleted by others.
        if new.contains(row), !link.isOptional {
          try reportDeleted(change, row)
          objects.delete(object)
          return
        }
        try report(
          .deleted, change, name, kept: SyncValue(presentIDs), lost: SyncValue(pushed), to: nil)
        continue
      }
      if !new.contains(row),
        try yields(
          change, row, name, loses: loses, present: SyncValue(presentIDs),
          pushed: SyncValue(pushed))
      {
        continue
      }
      try objects.set(pushed, link, of: object)
    }
  }

  // MARK: Deletions

  private mutating func applyDeletions() throws {
    let deletions = push.changes.filter { $0.kind == .delete }
    guard !deletions.isEmpty else { return }
    let rows = Set(deletions.compactMap { objects.row($0.id) }.filter(isDeleted))
    let links = try linksOfOthers(to: rows)
    for change in deletions {
      guard let row = objects.row(change.id), let object = objects.object(row),
        let one = objects.one(of: object)
      else { continue }
      touched.insert(row)
      let changed = changedByOthers(row, one)
      if !changed.isEmpty || others.isUnknown(row) {
        if server.mergePolicy == .error {
          throw PushRefusal(
            description:
              "others have changed the \(change.entity) \(change.id), which the replica has deleted"
          )
        }
        if !isDeleted(row) {
          try report(
            .notDeleted, change, nil, kept: nil, lost: nil, to: nil,
            by: changed.values.first?.author)
          continue
        }
      }
      for (name, writer) in changed.sorted(by: { $0.key < $1.key }) {
        try report(
          .deleted, change, name, kept: nil, lost: try objects.value(of: object, one, name),
          to: .some(writer.replica), by: push.author)
      }
      objects.delete(object)
    }
    try report(links)
  }

  /// A link that others have made since to an object that the push deletes.
  private struct LinkOfOthers {
    let content: SyncObject
    let row: Row
    let property: String
    let target: UUID?
    let writer: Others.Writer
  }

  /// Reports links that are gone, and objects that were deleted with what they led to.
  private func report(_ links: [LinkOfOthers]) throws {
    let gone = Set(objects.deleted(among: links.map(\.row)).map(\.row))
    var reported: Set<Row> = []
    for link in links {
      guard gone.contains(link.row) else {
        try report(
          .deleted, link.content, link.property, kept: nil,
          lost: SyncValue([link.target].compactMap { $0 }), to: .some(link.writer.replica),
          by: push.author)
        continue
      }
      guard reported.insert(link.row).inserted else { continue }
      for (name, value) in (link.content.values ?? [:]).sorted(by: { $0.key < $1.key }) {
        try report(
          .deleted, link.content, name, kept: nil, lost: value, to: .some(link.writer.replica),
          by: push.author)
      }
    }
  }

  private func linksOfOthers(to deleted: Set<Row>) throws -> [LinkOfOthers] {
    let changed = Set(others.properties.keys).union(others.insertions.keys).subtracting(deleted)
    guard !changed.isEmpty, !deleted.isEmpty else { return [] }
    try objects.load(changed)
    try objects.name(changed)
    var links: [LinkOfOthers] = []
    for row in changed {
      guard let object = objects.object(row), let one = objects.one(of: object),
        let id = objects.id(row)
      else { continue }
      for link in one.links where link.isToOne {
        guard let writer = others.writer(row, link.name),
          let target = try objects.targets(of: object, link).first, deleted.contains(target)
        else { continue }
        links.append(
          LinkOfOthers(
            content: try objects.content(of: object, one, id, .update), row: row,
            property: link.name, target: objects.id(target), writer: writer))
      }
    }
    return links
  }

  // MARK: Scopes

  /// Refuses a push that leaves an object outside of the scopes.
  private func checkScopes() throws {
    guard server.isScoped else { return }
    let inside = SyncedObjects(context, objects.schema)
    let rows = touched.filter { objects.object($0) != nil }
    try inside.load(rows)
    for row in rows where inside.object(row) == nil {
      throw PushRefusal(
        description: "an object of the class \(row.root) would leave the replica's scope")
    }
  }
}

/// Returns a list with what one side has added to a former one, and without what it has removed.
func merged(_ present: [UUID], pushed: [UUID], former: [UUID]) -> [UUID] {
  let (removed, kept) = (Set(former).subtracting(pushed), Set(present))
  // With nothing changed on the other side, the order is the pushed one.
  if present == former { return pushed }
  return present.filter { !removed.contains($0) }
    + pushed.filter { !kept.contains($0) && !former.contains($0) }
}

extension Schema.Attribute {
  /// True for the times of saves, over which nobody is in conflict.
  var isTimestamp: Bool { options.contains(.createdAt) || options.contains(.updatedAt) }
}
