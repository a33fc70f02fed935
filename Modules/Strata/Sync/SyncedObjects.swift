import Strata
@_spi(Query) import StrataContexts
@_spi(Query) import StrataModel
import StrataQuery

/// The objects of a context, by their identifiers in all stores and by their rows.
final class SyncedObjects {
  let context: ModelContext
  let schema: SyncedSchema
  private var identities: [UUID: SyncIdentity] = [:]
  private var names: [Row: SyncIdentity] = [:]
  private var objects: [Row: any PersistentModel] = [:]
  private var missing: Set<UUID> = []
  private var redirections: [UUID: Row] = [:]

  /// A row of a root class.
  struct Row: Hashable {
    let root: String
    let key: Int64

    init(_ root: String, _ key: Int64) { (self.root, self.key) = (root, key) }
  }

  init(_ context: ModelContext, _ schema: SyncedSchema) {
    self.context = context
    self.schema = schema
  }

  /// The row of an object, which has a key from its insertion on.
  func row(of object: any PersistentModel) -> Row {
    let identifier = object.persistentModelID
    return Row(schema.root(of: identifier.entityName), identifier.rowKey)
  }

  // MARK: Identifiers

  /// Reads the rows that identifiers lead to.
  func resolve(_ ids: some Sequence<UUID>) throws {
    let unknown = Set(ids).subtracting(identities.keys).subtracting(missing)
    for part in Array(unknown).parts {
      for found in try context.fetch(
        FetchDescriptor<SyncIdentity>(predicate: #Predicate { part.contains($0.uid) }))
      {
        remember(found)
      }
    }
    missing.formUnion(unknown.subtracting(identities.keys))
  }

  /// Reads the identifiers of rows.
  func name(_ rows: some Sequence<Row>) throws {
    let unknown = Set(rows).subtracting(names.keys)
    for (root, rows) in Dictionary(grouping: unknown, by: \.root) {
      for part in rows.map(\.key).parts {
        for found in try context.fetch(
          FetchDescriptor<SyncIdentity>(
            predicate: #Predicate { $0.rootName == root && part.contains($0.rowKey) }))
        {
          remember(found)
        }
      }
    }
  }

  private func remember(_ identity: SyncIdentity) {
    identities[identity.uid] = identity
    missing.remove(identity.uid)
    if !identity.isAlias { names[Row(identity.rootName, identity.rowKey)] = identity }
  }

  /// The row of an identifier that was resolved. Nil for one that the store doesn't know.
  func row(_ id: UUID) -> Row? {
    redirections[id] ?? identities[id].map { Row($0.rootName, $0.rowKey) }
  }

  /// Leads the identifier of an object that is gone to another row, for as long as this exists. The row that is gone keeps
  /// its name, by which others hear that it is.
  func redirect(_ id: UUID, to row: Row) { redirections[id] = row }

  /// True if the store has a record of an identifier.
  func knows(_ id: UUID) -> Bool { identities[id] != nil }

  /// The identifier of a row that was named. Nil for an object that isn't saved yet.
  func id(_ row: Row) -> UUID? { names[row]?.uid }

  /// The record of an object.
  func identity(_ row: Row) -> SyncIdentity? { names[row] }

  /// Names an object, which was inserted or is in the store.
  func add(_ id: UUID, _ row: Row, isAlias: Bool = false) {
    let identity = SyncIdentity(
      uid: id, rootName: row.root, rowKey: row.key, isAlias: isAlias)
    context.insert(identity)
    remember(identity)
  }

  /// Gives a row another name.
  func rename(_ row: Row, to id: UUID) {
    guard let identity = names[row] else { return }
    identities[identity.uid] = nil
    identity.uid = id
    identities[id] = identity
    missing.remove(id)
  }

  // MARK: Objects

  /// Reads the objects of rows, and those in the context's scopes only.
  func load(_ rows: some Sequence<Row>) throws {
    let unknown = Set(rows).subtracting(objects.keys)
    for (root, rows) in Dictionary(grouping: unknown, by: \.root) {
      for part in rows.map(\.key).parts {
        let keys = QueryExpression.membership(.key(QueryPath()), part.map { .integer($0) })
        for object in try context.fetch(Query(entity: root, predicate: keys)) {
          objects[row(of: object)] = object
        }
      }
    }
  }

  /// The object of a row that was loaded. Nil if it isn't there.
  func object(_ row: Row) -> (any PersistentModel)? {
    guard let object = objects[row], !object.isDeleted else { return nil }
    return object
  }

  /// The rows of some that were loaded, and whose objects are deleted with others now.
  func deleted(among rows: some Sequence<Row>) -> [(row: Row, object: any PersistentModel)] {
    rows.compactMap { row in objects[row].flatMap { $0.isDeleted ? (row, $0) : nil } }
  }

  /// The object of an identifier that was resolved and loaded.
  func object(_ id: UUID) -> (any PersistentModel)? { row(id).flatMap(object) }

  /// Makes an object of a class with an identifier, and inserts it. Its row has a key from now on.
  func insert(_ one: SyncedSchema.Class, _ id: UUID) throws -> any PersistentModel {
    let object = try context.makeObject(entity: one.name)
    insert(object)
    let row = self.row(of: object)
    guard row.key > 0 else { throw SyncError.busy }
    if identities[id] == nil { add(id, row) } else { move(id, to: object) }
    objects[row] = object
    return object
  }

  private func insert(_ object: some PersistentModel) { context.insert(object) }

  /// Leads an identifier to another row, where its own was deleted and comes back.
  func move(_ id: UUID, to object: any PersistentModel) {
    guard let identity = identities[id] else { return }
    let row = self.row(of: object)
    if !identity.isAlias { names[Row(identity.rootName, identity.rowKey)] = nil }
    identity.rowKey = row.key
    if identity.isAlias { identity.isAlias = false }
    names[row] = identity
    objects[row] = object
  }

  /// Deletes an object for good.
  func delete(_ object: any PersistentModel) { purge(object) }

  private func purge(_ object: some PersistentModel) { context.purge(object) }

  // MARK: Values

  /// Throws what a getter or a fetch couldn't read.
  func checkReads() throws { if let error = context.readFailures.first { throw error } }

  /// Returns an object with some of its properties for an envelope.
  ///
  /// - Parameter properties: The names of properties, or nil for all.
  func content(
    of object: any PersistentModel, _ one: SyncedSchema.Class, _ id: UUID,
    _ kind: SyncObject.Kind, _ properties: Set<String>? = nil
  ) throws -> SyncObject {
    var content = SyncObject(kind, one.name, id)
    var values: [String: SyncValue] = [:]
    for attribute in one.attributes where properties?.contains(attribute.name) ?? true {
      values[attribute.name] = SyncValue(try object.columnValues(forKey: attribute.name))
    }
    var links: [String: [UUID]] = [:]
    for link in one.links where properties?.contains(link.name) ?? true {
      let targets = try targets(of: object, link)
      let ids = targets.compactMap { names[$0]?.uid }
      // One that isn't named yet comes with a later change. Unknown isn't none.
      if !link.isToOne || ids.count == targets.count { links[link.name] = ids }
    }
    if !values.isEmpty { content.values = values }
    if !links.isEmpty { content.links = links }
    return content
  }

  /// The rows to which a relationship leads, in order.
  func targets(of object: any PersistentModel, _ link: Schema.Relationship) throws -> [Row] {
    try object.related(forKey: link.name).map { row(of: $0) }
  }

  /// Reads the names of all objects to which others lead.
  func nameTargets(
    of objects: some Sequence<(any PersistentModel, SyncedSchema.Class, Set<String>?)>
  ) throws {
    var rows: Set<Row> = []
    for (object, one, properties) in objects {
      for link in one.links where properties?.contains(link.name) ?? true {
        rows.formUnion(try targets(of: object, link))
      }
    }
    try checkReads()
    try name(rows)
  }

  /// The present value of a property, as an envelope has it. Nil for a name that the class doesn't have.
  func value(
    of object: any PersistentModel, _ one: SyncedSchema.Class, _ property: String
  ) throws -> SyncValue? {
    if one.attribute(property) != nil {
      return SyncValue(try object.columnValues(forKey: property))
    }
    return try one.link(property).map { link in
      SyncValue(try targets(of: object, link).compactMap { names[$0]?.uid })
    }
  }

  /// Sets an attribute if it has another value. A new object has none that could be read.
  ///
  /// - Returns: True if it had another one.
  @discardableResult
  func set(
    _ value: SyncValue, _ attribute: Schema.Attribute, of object: any PersistentModel,
    isNew: Bool = false
  ) throws -> Bool {
    let columns = try columns(value, attribute, of: object)
    guard try isNew || object.columnValues(forKey: attribute.name) != columns else { return false }
    try write(columns, attribute, of: object)
    return true
  }

  /// Sets the columns of an attribute.
  ///
  /// - Throws: ``SyncError/unknownProperty(entity:property:)`` for columns that make no value.
  func write(
    _ columns: [ColumnValue], _ attribute: Schema.Attribute, of object: any PersistentModel
  ) throws {
    do {
      try object.setColumnValues(columns, forKey: attribute.name)
    } catch StorageError.invalidValue {
      throw SyncError.unknownProperty(
        entity: type(of: object)._$entity.name, property: attribute.name)
    }
  }

  /// The columns of an attribute's value.
  ///
  /// - Throws: ``SyncError/unknownProperty(entity:property:)`` for a value that doesn't fit.
  func columns(
    _ value: SyncValue, _ attribute: Schema.Attribute, of object: any PersistentModel
  ) throws -> [ColumnValue] {
    guard let columns = value.columns(as: attribute.columns) else {
      throw SyncError.unknownProperty(
        entity: type(of: object)._$entity.name, property: attribute.name)
    }
    return columns
  }

  /// Sets a relationship if it leads elsewhere. Identifiers without an object are left out.
  ///
  /// - Returns: True if it led elsewhere.
  @discardableResult
  func set(
    _ ids: [UUID], _ link: Schema.Relationship, of object: any PersistentModel
  ) throws -> Bool {
    let targets = ids.compactMap { self.object($0) }
    guard try self.targets(of: object, link) != targets.map({ row(of: $0) }) else { return false }
    if link.isToOne {
      try object.setRelated(targets.first, forKey: link.name)
    } else {
      try object.setRelated(targets, forKey: link.name)
    }
    return true
  }
}

extension Array {
  /// The elements in parts of a size that one statement takes.
  var parts: [[Element]] {
    stride(from: 0, to: count, by: 1000).map { Array(self[$0..<Swift.min($0 + 1000, count)]) }
  }
}
