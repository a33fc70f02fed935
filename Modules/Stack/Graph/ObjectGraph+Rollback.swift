internal import StrataObservation
import StrataSchema
import StrataStorage

extension ObjectGraph {
  /// Drops new objects, brings deleted ones back, and gives changed ones the values of their rows.
  ///
  /// What others have saved meanwhile is merged, too.
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
    mergedMembers = [:]
    mistakes = []
    failures = []
    for model in new { detach(model) }
    for model in new { empty(model, keepsNew: true) }
    var merge = Merge()
    merge.held = touched
    for model in touched {
      merge.changed[Int(model._$state.entity), default: [:]][model._$state.key] =
        model._$state.changed
      clean(model)
    }
    // Rows are read as they are now, which all other objects have to agree with.
    defer { tell(.rollback) }
    let history = Result { if try isStale() { try noteHistory(in: &merge) } }
    try apply(&merge)
    forgetLinkedMembers(of: returned)
    try history.get()
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
    let told =
      model._$state.isWatched
      ? properties.indices.filter { Model._$entity.properties.indices.contains($0) } : []
    for property in told { Model._$entity.properties[property].willSet(model) }
    defer { for property in told { Model._$entity.properties[property].didSet(model) } }
    // Who is told may change the object, and what has changed here stays.
    var wanted = PropertySet(first: Model._$entity.properties.count)
    wanted.subtract(model._$state.changed)
    if model._$state.flags.contains(.deleted) {
      // Its own ends tell who was told of its going; a deny rule asks who is there now.
      for relationship in entities[Int(model._$state.entity)].relationships
      where relationship.deleteRule != .deny {
        wanted.subtract(PropertySet(relationship.index))
      }
    }
    var row = Row(statement, table: Model._$entity.name, from: start, assigning: wanted)
    try model._$take(&row)
  }
}
