import StrataModel
import StrataSchema
import StrataStorage

extension ObjectGraph {
  /// Refreshes objects in memory from their rows, except for properties with unsaved changes. An
  /// object without a row leaves the graph.
  ///
  /// - Parameter objects: Keys with the properties whose observers are notified.
  func refresh(_ entity: EntityIndex, _ objects: [Int64: PropertySet], _ rows: [Int64: StoredRow]) {
    func refresh<Model: PersistentModel>(_ type: Model.Type) {
      for (key, properties) in objects {
        guard let row = rows[key], let model = object(entity, key) as? Model else { continue }
        take(row, for: model, telling: properties)
      }
      for key in objects.keys where rows[key] == nil {
        if let model = object(entity, key) as? Model { invalidate(model) }
      }
      guard rows.count < objects.count else { return }
      pending.changed.removeAll { $0._$state.graph !== self }
      pending.deleted.removeAll { $0._$state.graph !== self }
    }
    let graphEntity = entities[entity]
    refresh(graphEntity.type)
  }

  private func take<Model: PersistentModel>(
    _ row: StoredRow, for model: Model, telling properties: PropertySet
  ) {
    let entity = entities[model._$state.entity]
    // To-many relationships are invalidated and loaded on the next access. All of them, since
    // merges may have passed over some while the object was deleted here, and no later history
    // names those.
    var wanted = PropertySet(first: entity.entity.propertyCount)
    wanted.subtract(model._$state.changed)
    if model._$state.flags.contains(.deleted) {
      // Its own ends record the members that its delete rules were applied to. A deny rule needs
      // the current members instead.
      pending.passedOver.insert(ObjectIdentifier(model))
      for relationship in entity.relationships where relationship.deleteRule != .deny {
        wanted.subtract(PropertySet(relationship.index))
      }
    }
    take(wanted, of: row, for: model)
    var told = PropertySet(first: entity.entity.propertyCount)
    told.formIntersection(properties)
    recordValues(of: model, told)
  }

  /// Sets some properties of an object to a row's values.
  func take<Model: PersistentModel>(
    _ wanted: PropertySet, of row: StoredRow, for model: Model
  ) {
    guard !wanted.isEmpty else { return }
    do {
      var columns = row.row(wanted)
      try model._$take(&columns)
    } catch {
      // One unreadable value must not prevent the others from being set.
      for property in wanted.indices { take(property, of: row, for: model) }
    }
  }

  private func take<Model: PersistentModel>(
    _ property: PropertyIndex, of row: StoredRow, for model: Model
  ) {
    do {
      var columns = row.row(PropertySet(property))
      try model._$take(&columns)
    } catch {
      recordFailure(model, property, error) { [self] in try refresh(property, of: model) }
    }
  }

  /// Reads the stored value of one property again, unless the property has an unsaved change.
  private func refresh<Model: PersistentModel>(_ property: PropertyIndex, of model: Model) throws {
    guard model._$state.graph === self, !model._$state.changed.contains(property) else { return }
    try reading {
      let table = entities[model._$state.entity].table
      guard let row = try reader.storedRows([model._$state.key], of: table).first else { return }
      var columns = row.row(PropertySet(property))
      try model._$take(&columns)
      recordValues(of: model, PropertySet(property))
    }
  }
}
