package import StrataModel
import StrataSQLite
package import StrataSchema
import StrataStorage

// Attributes that weren't read with their objects, as in external storage.
extension ObjectGraph {
  /// Reads an attribute for a getter. A failure is recorded.
  ///
  /// A value in external storage is read alone. With another one, all attributes are read that the fetch left out,
  /// also for objects that were fetched together and will probably be asked next.
  ///
  /// - Returns: False if the object has no row.
  package func readStored(_ property: PropertyIndex, of model: some PersistentModel) -> Bool {
    // A deleted object that was inserted again has no row. A save throws what wasn't read.
    guard isStored(model) else { return false }
    do {
      if let error = loading.storeError { throw error }
      let entity = entities[model._$state.entity]
      if entity.external.contains(property) {
        try readStored(PropertySet(property), of: model)
      } else {
        var wanted = model._$state.unread?.properties ?? PropertySet()
        wanted.subtract(entity.external)
        let followers = followers(of: model, property) {
          $0._$state.entity == model._$state.entity
            && $0._$state.unread?.properties.contains(property) ?? false
        }
        try readStored(wanted, of: model, alsoFor: followers)
      }
      resolveFailure(of: model, property)
    } catch {
      recordFailure(model, property, error) { [self] in
        guard model._$state.graph === self else { return }
        try readStored(PropertySet(property), of: model)
      }
      deliverNotices()
    }
    return true
  }

  package func readStored(_ properties: PropertySet, of model: some PersistentModel) throws {
    guard isStored(model) else {
      guard let first = properties.indices.first else { return }
      throw model._$valueNotRead(first)
    }
    try readStored(properties, of: model, alsoFor: [])
  }

  private func readStored<Model: PersistentModel>(
    _ properties: PropertySet, of model: Model, alsoFor followers: [any PersistentModel]
  ) throws {
    let entity = entities[model._$state.entity]
    try reading(.load, of: entity.name) {
      // The merge at the start of the read may have detached the object.
      guard model._$state.graph === self, model._$state.unread != nil else { return }
      var isFound = false
      let keys = [model._$state.key] + followers.map { $0._$state.key }
      try reader.forEachRow(withKeys: keys, of: entity.table, reading: properties) { key, row in
        if key == model._$state.key {
          isFound = true
          return try take(&row, for: model)
        }
        guard let follower = object(entity.index, key) as? any PersistentModel else { return }
        // Dropped: the error of another object, which its own getter records.
        try? take(&row, for: follower)
      }
      guard isFound else {
        throw StackError.unreadable(
          object: model.persistentModelID,
          property: properties.indices.first.map {
            type(of: model)._$entity.properties[$0].name
          }, reason: "another context or program has deleted the object")
      }
    }
  }

  /// Lets the objects in memory without unsaved changes read their attributes again, as if a fetch had left them out.
  /// Tests of what isn't read call it.
  ///
  /// - Parameter name: The attribute that they know, or nil for the first one that they could do without.
  package func forgetAttributes(but name: String? = nil) {
    for entity in entities {
      guard var properties = entity.readableLater.first,
        let known = name.flatMap({ entity.table.index(of: $0) }) ?? properties.indices.first
      else { continue }
      properties.subtract(PropertySet(known))
      let unread = UnreadProperties(properties)
      for (_, object) in registered(entity.index) {
        guard let model = object as? any PersistentModel, isStored(model),
          model._$state.flags.isDisjoint(with: [.listed, .deleted])
        else { continue }
        model._$state.unread = unread
        loading.hasUnread = true
      }
    }
  }

  /// Assigns the columns of attributes that weren't read yet.
  private func take(_ row: inout Row, for model: some PersistentModel) throws {
    row.assigned = model._$state.unread?.properties ?? PropertySet()
    try model._$take(&row)
  }

  /// Assigns those columns of a row that were left out when its object was read.
  ///
  /// An attribute that can't be read stays unread, and its getter records the error.
  ///
  /// - Parameter unread: The properties that the row doesn't have.
  func complete<Model: PersistentModel>(
    _ known: AnyObject, as type: Model.Type, from row: inout Row, without unread: UnreadProperties?
  ) {
    // Another program may have given the row to another class.
    guard let model = known as? Model, Swift.type(of: model)._$entity === Model._$entity,
      var wanted = model._$state.unread?.properties
    else { return }
    if let unread { wanted.subtract(unread.properties) }
    guard !wanted.isEmpty else { return }
    row.assigned = wanted
    defer { row.assigned = nil }
    // Dropped: the error of a value that nobody has asked for yet.
    try? model._$take(&row)
  }
}
