internal import StrataObservation
import StrataSchema
import StrataStorage

extension ObjectGraph {
  /// Drops new objects, brings deleted ones back, and gives changed ones the values of their rows.
  ///
  /// - Throws: ``StorageError`` when rows can't be read; nothing is pending then either.
  package func rollback() throws {
    dropStaleInserts()
    let new = inserted
    let touched = changed + deleted
    let returned = Set(deleted.map { Int($0._$state.entity) })
    inserted = []
    changed = []
    deleted = []
    linkChanges = []
    mistakes = []
    failures = []
    for model in new { detach(model) }
    for model in new { empty(model, keepsNew: true) }
    var keys: [Int: [Int64: PropertySet]] = [:]
    for model in touched {
      keys[Int(model._$state.entity), default: [:]][model._$state.key] = model._$state.changed
      clean(model)
    }
    var merge = Merge()
    for (entity, objects) in keys {
      try refresh(entity, objects)
      noteOwners(of: objects, entity, in: &merge)
    }
    // Arrays that were read meanwhile lack members that have come back.
    for (owner, properties) in merge.owners { forget(owner, properties) }
    forgetOneWayMembers(of: returned)
    tell(.rollback)
  }

  private func clean(_ model: any PersistentModel) {
    func clean(_ model: some PersistentModel) {
      model._$state.flags = []
      model._$state.changed = PropertySet()
    }
    clean(model)
  }

  /// Gives objects in memory the values of their rows, but for properties that were changed here;
  /// an object whose row is gone is let go.
  ///
  /// - Parameter objects: Keys with the properties whose watchers are told.
  func refresh(_ entity: Int, _ objects: [Int64: PropertySet]) throws {
    func refresh<Model: PersistentModel>(_ type: Model.Type) throws {
      var missing = objects
      let table = entities[entity].table
      let query = SQLQuery(keysIn: Array(objects.keys), of: table)
      // Objects are held until all rows are read, so that none goes in between.
      let found = try reader.read { connection in
        let statement = try connection.statement(query.sql)
        try statement.bind(query.arguments)
        defer { statement.reset() }
        var found: [Model] = []
        while try statement.step() {
          let key = statement.integer(at: 0)
          missing[key] = nil
          guard let model = object(entity, key).map({ unsafeDowncast($0, to: Model.self) }) else {
            continue
          }
          found.append(model)
          try take(statement, from: table.start, for: model, telling: objects[key] ?? PropertySet())
        }
        return found
      }
      withExtendedLifetime(found) {
        for key in missing.keys {
          if let model = object(entity, key) { letGo(unsafeDowncast(model, to: Model.self)) }
        }
      }
    }
    try refresh(entities[entity].type)
  }

  private func take<Model: PersistentModel>(
    _ statement: Statement, from start: Int, for model: Model, telling properties: PropertySet
  ) throws {
    var wanted = PropertySet(first: Model._$entity.properties.count)
    wanted.subtract(model._$state.changed)
    let told =
      model._$state.isWatched
      ? properties.indices.filter { Model._$entity.properties.indices.contains($0) } : []
    for property in told { Model._$entity.properties[property].willSet(model) }
    defer { for property in told { Model._$entity.properties[property].didSet(model) } }
    var row = Row(statement, table: Model._$entity.name, from: start, assigning: wanted)
    try model._$read(&row)
  }

  /// The object's row is gone: it keeps its last values and belongs to nobody.
  func letGo(_ model: some PersistentModel) {
    // A change that was made to it here is lost with it, which the next save has to say.
    if model.hasChanges, !model._$state.flags.contains(.deleted) {
      mistakes.append(.deletedElsewhere(object: model.persistentModelID))
    }
    changed.removeAll { $0 === model }
    deleted.removeAll { $0 === model }
    detach(model)
    empty(model, keepsNew: false)
  }
}
