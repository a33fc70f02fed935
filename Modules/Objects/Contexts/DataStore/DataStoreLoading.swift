import StrataGraph
import StrataModel
import StrataSQLite
import StrataSchema
import StrataStorage

/// The differences between a custom store's objects and the rows of the store in memory, and their way into
/// the rows.
struct DataStoreLoading<Custom: DataStore> {
  private let mirror: DataStoreMirror<Custom>
  private let objects: GraphStore
  private let entities: [String: GraphEntity]
  /// The objects of the classes that were asked for.
  private(set) var found: [PersistentIdentifier: DataStoreMirror<Custom>.Known] = [:]
  /// The objects that are new, in the store's order.
  private var inserted: [PersistentIdentifier] = []
  /// The properties that differ.
  private var updated: [PersistentIdentifier: PropertySet] = [:]
  private(set) var deleted: [PersistentIdentifier] = []
  private(set) var newRows: [PersistentIdentifier: ObjectGraph.ObjectKey] = [:]
  /// The positions of members whose keys aren't in the order of their owner's list.
  private var positions: [PersistentIdentifier: [PropertyIndex: Int64]] = [:]

  init(_ mirror: DataStoreMirror<Custom>, _ objects: GraphStore) {
    self.mirror = mirror
    self.objects = objects
    entities = Dictionary(
      objects.entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// True if the rows show the custom store's objects already.
  var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

  /// Asks for the objects of some entities, and compares them with the rows.
  ///
  /// - Throws: The custom store's errors, ``DataStoreError``. `StorageError` if there are no keys.
  mutating func run(_ asked: Set<EntityIndex>) throws {
    let all = Set(objects.entities.map(\.index))
    try compare(asked)
    // Objects of other classes may refer to the deleted ones, and an unknown identifier may belong to
    // one of theirs.
    if asked != all, !deleted.isEmpty || refersToUnknown { try compare(all) }
    for identifier in inserted {
      let entity = entities[identifier.entityName] ?? objects.entities[0]
      newRows[identifier] = ObjectGraph.ObjectKey(entity: entity.root, key: try entity.keys.next())
    }
    for (_, object) in found where isChanged(object.content.identifier) {
      placeMembers(of: object.content)
    }
  }

  private func isChanged(_ identifier: PersistentIdentifier) -> Bool {
    newRows[identifier] != nil || updated[identifier] != nil
  }

  private mutating func compare(_ asked: Set<EntityIndex>) throws {
    (found, inserted, updated, deleted) = ([:], [], [:], [])
    var names: Set<String> = []
    for entity in objects.entities where asked.contains(entity.index) {
      names.insert(entity.name)
      for object in try mirror.fetch(entity) {
        let identifier = object.content.identifier
        guard found.updateValue(object, forKey: identifier) == nil else {
          throw DataStoreError.duplicate(identifier)
        }
        guard let known = mirror.known[identifier]?.content else {
          inserted.append(identifier)
          continue
        }
        let properties = object.content.properties(differingFrom: known)
        if !properties.isEmpty { updated[identifier] = properties }
      }
    }
    deleted = mirror.known.keys.filter { names.contains($0.entityName) && found[$0] == nil }
  }

  private var refersToUnknown: Bool {
    found.values.contains { object in
      object.content.targets.values.contains { targets in
        targets.contains { key(of: $0) == nil && found[$0] == nil }
      }
    }
  }

  private func key(of identifier: PersistentIdentifier) -> Int64? {
    if let row = newRows[identifier] { return row.key }
    return mirror.known[identifier] == nil ? nil : mirror.identifiers.key(of: identifier)
  }

  /// The key of the row that a relationship leads to.
  private func key(
    of target: PersistentIdentifier, from content: SnapshotContent, _ property: PropertyIndex,
    _ entity: GraphEntity
  ) throws -> Int64 {
    if let key = key(of: target) { return key }
    throw DataStoreError.missingObject(
      object: content.identifier, property: entity.entity.properties[property].name, target: target)
  }

  // Members are ordered by their keys, unless they have positions. A store may return them in any order.
  private mutating func placeMembers(of content: SnapshotContent) {
    guard let entity = entities[content.identifier.entityName] else { return }
    for relationship in entity.relationships where !relationship.isToOne {
      guard relationship.inverseIsToOne, let inverse = relationship.inverse else { continue }
      // The members' own links count. The list only says their order.
      let members = (content.targets[relationship.index] ?? []).filter { member in
        (found[member] ?? mirror.known[member])?.content.targets[inverse] == [content.identifier]
      }
      let keys = members.map { key(of: $0) ?? 0 }
      // A saved member may have a position of an earlier order.
      let isPlaced = members.contains { newRows[$0] == nil }
      guard isPlaced || zip(keys, keys.dropFirst()).contains(where: >=) else { continue }
      for (index, member) in members.enumerated() {
        positions[member, default: [:]][inverse] = Int64(index + 1)
        if newRows[member] == nil { updated[member, default: PropertySet()].insert(inverse) }
      }
    }
  }

  /// Writes the differences.
  mutating func write(_ transaction: StoreTransaction) throws {
    for identifier in deleted { try delete(identifier, transaction) }
    for (identifier, properties) in updated { try update(identifier, properties, transaction) }
    for identifier in inserted { try insert(identifier, transaction) }
    for (identifier, object) in found where isChanged(identifier) {
      try writeLinks(object.content, transaction)
    }
  }

  private func delete(
    _ identifier: PersistentIdentifier, _ transaction: StoreTransaction
  ) throws {
    guard let entity = entities[identifier.entityName],
      let key = mirror.identifiers.key(of: identifier)
    else { return }
    for (link, isOwner) in entity.links {
      try transaction.unlinkAll(link, of: key, isOwner: isOwner)
    }
    try transaction.delete(entity.table, key: key)
  }

  private func update(
    _ identifier: PersistentIdentifier, _ properties: PropertySet, _ transaction: StoreTransaction
  ) throws {
    guard let entity = entities[identifier.entityName], let key = key(of: identifier),
      let content = (found[identifier] ?? mirror.known[identifier])?.content
    else { return }
    let values = try self.values(content, entity, properties)
    _ = try transaction.update(entity.table, key: key, properties: properties) { binder in
      for value in values { binder.bind(value) }
    }
  }

  private func insert(_ identifier: PersistentIdentifier, _ transaction: StoreTransaction) throws {
    guard let entity = entities[identifier.entityName], let row = newRows[identifier],
      let content = found[identifier]?.content
    else { return }
    let values = try self.values(content, entity, nil)
    try transaction.insertion(into: entity.table).insert(key: row.key, values: values)
  }

  /// The values of the table's columns and positions, of all properties or of some.
  private func values(
    _ content: SnapshotContent, _ entity: GraphEntity, _ properties: PropertySet?
  ) throws -> [ColumnValue] {
    var values: [ColumnValue] = []
    var taken: [PropertyIndex: Int] = [:]
    for column in entity.table.columns where properties?.contains(column.property) ?? true {
      if let columns = content.columns[column.property] {
        let index = taken[column.property, default: 0]
        taken[column.property] = index + 1
        values.append(index < columns.count ? columns[index] : .null)
      } else {
        let target = content.targets[column.property]?.first
        values.append(
          try target.map { .integer(try key(of: $0, from: content, column.property, entity)) }
            ?? .null)
      }
    }
    for column in entity.table.positions where properties?.contains(column.property) ?? true {
      let position = positions[content.identifier]?[column.property]
      values.append(position.map { .integer($0) } ?? .null)
    }
    return values
  }

  private func writeLinks(_ content: SnapshotContent, _ transaction: StoreTransaction) throws {
    guard let entity = entities[content.identifier.entityName],
      let key = key(of: content.identifier)
    else { return }
    let old = mirror.known[content.identifier]?.content
    for (property, link) in entity.linksByProperty {
      let targets = content.targets[property] ?? []
      let oldTargets = old?.targets[property] ?? []
      guard targets != oldTargets else { continue }
      for target in oldTargets where !targets.contains(target) {
        guard let other = self.key(of: target) else { continue }
        try transaction.unlink(
          link.table, owner: link.isOwner ? key : other, member: link.isOwner ? other : key)
      }
      for target in targets where !oldTargets.contains(target) {
        let other = try self.key(of: target, from: content, property, entity)
        try transaction.link(
          link.table, owner: link.isOwner ? key : other, member: link.isOwner ? other : key)
      }
    }
  }
}

extension SnapshotContent {
  /// The properties whose values differ.
  func properties(differingFrom other: SnapshotContent) -> PropertySet {
    var properties = PropertySet()
    for (index, values) in columns where other.columns[index] != values { properties.insert(index) }
    for (index, values) in targets where other.targets[index] != values { properties.insert(index) }
    return properties
  }
}
