import StrataSchema
import StrataStorage

extension PersistentModel {
  /// Follows a relationship's link, or reads its members, when that wasn't done yet.
  ///
  /// Nothing traps here: a link to a row that is gone leads nowhere, and a row that can't be read is
  /// reported by the context's next save.
  public func _$load(_ property: Int) {
    // `Self` may be a superclass of what the object is.
    guard let relationship = type(of: self)._$entity.relationships[property] else { return }
    var read = ReadTargets()
    _$visit(property, &read)
    guard !read.isLoaded else { return }
    if relationship.isToOne {
      var fill = FillTarget(target: _$state.graph?.target(of: self, relationship, read.key))
      _$visit(property, &fill)
    } else if let graph = _$state.graph {
      graph.loadMembers(of: self, relationship)
    } else {
      var fill = FillMembers(stored: [])
      _$visit(property, &fill)
    }
  }

  /// An object to stand in where a link that must lead somewhere leads nowhere.
  public func _$missingValue<Value>(_ property: Int) -> Value {
    let name =
      "\(Swift.type(of: self)._$entity.name).\(Swift.type(of: self)._$entity.properties[property].name)"
    func blank<Model: PersistentModel>(_ type: Model.Type) -> Value? {
      var row = Row.blank(table: type._$entity.name)
      return try? type._$make(&row) as? Value
    }
    if let type = Value.self as? any PersistentModel.Type, let value = blank(type) { return value }
    preconditionFailure("\(name) must have a value, but none was given or stored")
  }
}

/// Puts the object that a link leads to into the slot.
struct FillTarget: SlotVisitor {
  let target: (any PersistentModel)?

  mutating func visit<Model: PersistentModel>(one slot: inout Slot<Model?>) {
    slot.value = .some(target as? Model)
  }

  mutating func visit<Model: PersistentModel>(required slot: inout Slot<Model>) {
    slot.value = target as? Model
  }

  mutating func visit<Model: PersistentModel>(many slot: inout Slot<[Model]>) {}
  mutating func visit<Model: PersistentModel>(optionalMany slot: inout Slot<[Model]?>) {}
}

/// Puts the members that the store has, with what came and went since, into the slot.
struct FillMembers: SlotVisitor {
  let stored: [any PersistentModel]

  mutating func visit<Model: PersistentModel>(one slot: inout Slot<Model?>) {}
  mutating func visit<Model: PersistentModel>(required slot: inout Slot<Model>) {}

  mutating func visit<Model: PersistentModel>(many slot: inout Slot<[Model]>) {
    slot.value = fill(slot.settledMembers())
  }

  mutating func visit<Model: PersistentModel>(optionalMany slot: inout Slot<[Model]?>) {
    slot.value = .some(fill(slot.settledMembers()))
  }

  private func fill<Model: PersistentModel>(_ members: Members) -> [Model] {
    if !members.isComplete, members.known.isEmpty { members.known = ContiguousArray(stored) }
    members.isComplete = true
    members.settle()
    return members.known.compactMap { $0 as? Model }
  }
}

extension ObjectGraph {
  /// The object with a key, if it is in memory.
  func known(_ type: any PersistentModel.Type, _ key: Int64) -> (any PersistentModel)? {
    guard key != 0, let entity = try? index(of: type) else { return nil }
    return object(entity, key) as? any PersistentModel
  }

  /// The object with a key, read from the store when it isn't in memory; nil where there is none.
  func loaded(_ type: any PersistentModel.Type, _ key: Int64) -> (any PersistentModel)? {
    if let known = known(type, key) { return known }
    guard key != 0 else { return nil }
    func load<Model: PersistentModel>(_ type: Model.Type) throws -> (any PersistentModel)? {
      let query = SQLQuery(keysIn: [key], of: entities[try index(of: type)].table)
      return try objects(type, query).first
    }
    return reporting { try load(type) } ?? nil
  }

  /// The members of a to-many relationship that the store has, in order.
  func members(
    of owner: any PersistentModel, _ property: Int, _ relationship: ModelRelationship
  ) -> [any PersistentModel] {
    // A new object has no members in the store.
    guard owner._$state.key > 0, !owner._$state.flags.contains(.inserted) else { return [] }
    let graphEntity = entities[Int(owner._$state.entity)]
    func load<Model: PersistentModel>(_ type: Model.Type) throws -> [any PersistentModel] {
      let target = entities[try index(of: type)]
      let query = SQLQuery(
        membersOf: owner._$state.key, graphEntity.table.entity.properties[property],
        of: target.table, link: graphEntity.linksByProperty[property])
      return stillMembers(try objects(type, query), of: owner, relationship)
    }
    return reporting { try load(relationship.destination) } ?? []
  }

  /// Of the members that the store has, those that weren't deleted or moved elsewhere in memory.
  func stillMembers(
    _ found: [any PersistentModel], of owner: any PersistentModel,
    _ relationship: ModelRelationship
  ) -> [any PersistentModel] {
    found.filter { member in
      if member._$state.flags.contains(.deleted) { return false }
      guard let inverse = relationship.inverse, relationship.inverseIsToOne,
        member._$state.changed.contains(inverse)
      else { return true }
      return member._$leads(inverse, to: owner)
    }
  }

  /// Runs a body whose error can't be thrown where it happens; the next save reports it.
  func reporting<Result>(_ body: () throws -> Result) -> Result? {
    do {
      return try body()
    } catch {
      failures.append(error)
      return nil
    }
  }

  /// Reads rows and gives their objects: the ones in memory, or new ones of their own classes.
  func objects<Model: PersistentModel>(
    _ type: Model.Type, _ query: SQLQuery
  ) throws -> [Model] {
    let entity = try index(of: type)
    let found = try read(type, entity, query)
    guard !entities[entity].isShared else { return found.compactMap { $0 as? Model } }
    // The identity map of an entity holds objects of its class alone, and arrays of references are
    // alike in memory; gathering them as what they are costs a look-up of types for each.
    return unsafeBitCast(found, to: [Model].self)
  }

  /// Reads rows behind whose columns another object's key stands.
  func linkedObjects<Model: PersistentModel>(
    _ type: Model.Type, _ query: SQLQuery
  ) throws -> [(key: Int64, object: AnyObject)] {
    let entity = try index(of: type)
    let end = entities[entity].table.selectionCount
    var keys: [Int64] = []
    let found = try read(type, entity, query) { row in
      row.rewind(to: end)
      keys.append(try row.integer())
    }
    return zip(keys, found).map { ($0, $1) }
  }

  private func read<Model: PersistentModel>(
    _ type: Model.Type, _ entity: Int, _ query: SQLQuery,
    behind: ((inout Row) throws -> Void)? = nil
  ) throws -> [AnyObject] {
    let graphEntity = entities[entity]
    guard !graphEntity.table.isPolymorphic else { return try readKinds(entity, query, behind) }
    let leadsOn = graphEntity.leadsOn
    var keys: [Int64] = []
    let found = try reader.rows(query, of: graphEntity.table) { key, row -> AnyObject in
      if leadsOn { keys.append(key) }
      if let known = object(entity, key) {
        try behind?(&row)
        return known
      }
      let model = try Model._$make(&row)
      register(model, entity: entity, key: key)
      try behind?(&row)
      return model
    }
    noteTrace(entity, keys)
    return found
  }

  // The same where objects of several classes are found, and each row says what it is.
  private func readKinds(
    _ entity: Int, _ query: SQLQuery, _ behind: ((inout Row) throws -> Void)?
  ) throws -> [AnyObject] {
    func make<Found: PersistentModel>(
      _ type: Found.Type, _ entity: Int, _ key: Int64, _ row: inout Row
    ) throws -> AnyObject {
      let model = try Found._$make(&row)
      register(model, entity: entity, key: key)
      return model
    }
    let graphEntity = entities[entity]
    let kinds = graphEntity.kinds.map { ($0, entities[$0].type) }
    var keys: [Int64] = []
    let found = try reader.rows(query, ofKindsOf: graphEntity.table) { kind, key, row in
      keys.append(key)
      let object =
        try object(entity, key) ?? make(kinds[kind].1, kinds[kind].0, key, &row)
      try behind?(&row)
      return object
    }
    noteTrace(entity, keys)
    return found
  }
}
