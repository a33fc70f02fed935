public import StrataSchema
internal import StrataSQLite

// Access to properties by name, for code that doesn't know the class.
extension PersistentModel {
  /// Returns the columns of an attribute, or of a to-one relationship the one column with its
  /// target's key.
  ///
  /// - Throws: ``ModelError/unknownProperty(entity:property:)``, or the coding's error if the value
  ///   can't be stored.
  @_spi(Query) public func columnValues(forKey name: String) throws -> [ColumnValue] {
    let index = try type(of: self)._$index(of: name)
    var binder = Binder(recording: PropertySet(index))
    try _$bind(&binder)
    return binder.values
  }

  /// Sets an attribute from its columns, and notifies observers.
  ///
  /// - Throws: ``ModelError/unknownProperty(entity:property:)``, or `StorageError.invalidValue` if
  ///   the columns make no value. Then the old value remains.
  @_spi(Query) public func setColumnValues(_ values: [ColumnValue], forKey name: String) throws {
    let index = try type(of: self)._$index(of: name)
    guard type(of: self)._$entity.relationships[index] == nil else {
      throw ModelError.unknownProperty(entity: type(of: self)._$entity.name, property: name)
    }
    var row = Row(values, table: type(of: self)._$entity.name, present: PropertySet(index))
    try _$notify(index) { try _$take(&row) }
    _$recordChange(of: index)
  }

  /// Returns the objects that a relationship leads to, in order.
  ///
  /// - Throws: ``ModelError/unknownProperty(entity:property:)``.
  public func related(forKey name: String) throws -> [any PersistentModel] {
    let index = try type(of: self)._$index(of: name)
    guard type(of: self)._$entity.relationships[index] != nil else {
      throw ModelError.unknownProperty(entity: type(of: self)._$entity.name, property: name)
    }
    return _$related(index)
  }

  /// Returns the objects that the relationship at a position leads to.
  package func _$related(_ index: PropertyIndex) -> [any PersistentModel] {
    _$load(index)
    var read = ReadTargets()
    _$visit(index, &read)
    return read.objects
  }

  /// Sets or clears the target of a to-one relationship, and updates the inverse.
  ///
  /// - Throws: ``ModelError/unknownProperty(entity:property:)`` if it isn't a to-one relationship,
  ///   ``ModelError/wrongEntity(_:expected:)`` if the target is of another class.
  public func setRelated(_ target: (any PersistentModel)?, forKey name: String) throws {
    let index = try type(of: self)._$index(of: name)
    guard let relationship = type(of: self)._$entity.relationships[index], relationship.isToOne
    else {
      throw ModelError.unknownProperty(entity: type(of: self)._$entity.name, property: name)
    }
    if let target, !type(of: target)._$entity.isKind(of: relationship.destination._$entity) {
      throw ModelError.wrongEntity(
        target.persistentModelID, expected: relationship.destination._$entity.name)
    }
    // Recorded before the change as well, so that a merge in between can't restore the old link.
    _$recordChange(of: index)
    var set = SetTarget(target: target)
    _$notify(index) { _$visit(index, &set) }
    _$relate(index, .one(old: set.old, oldKey: set.oldKey, new: target))
    _$recordChange(of: index)
  }

  /// Sets the members of a to-many relationship, in order, and updates their inverses.
  ///
  /// Removes duplicates.
  ///
  /// - Throws: ``ModelError/unknownProperty(entity:property:)`` if it isn't a to-many relationship,
  ///   ``ModelError/wrongEntity(_:expected:)`` if an object is of another class. Then nothing has
  ///   changed.
  public func setRelated(_ targets: [any PersistentModel], forKey name: String) throws {
    let index = try type(of: self)._$index(of: name)
    guard let relationship = type(of: self)._$entity.relationships[index], !relationship.isToOne
    else {
      throw ModelError.unknownProperty(entity: type(of: self)._$entity.name, property: name)
    }
    let destination = relationship.destination._$entity
    for target in targets where !type(of: target)._$entity.isKind(of: destination) {
      throw ModelError.wrongEntity(target.persistentModelID, expected: destination.name)
    }
    // The old members must be loaded, to know which ones are removed.
    _$load(index)
    _$recordChange(of: index)
    var set = SetMembers(targets, of: index, owner: self)
    _$notify(index) { _$visit(index, &set) }
    _$relate(index, set.change)
    _$recordChange(of: index)
  }

  package static func _$index(of name: String) throws(ModelError) -> PropertyIndex {
    guard let property = _$entity.properties.first(where: { $0.name == name }) else {
      throw .unknownProperty(entity: _$entity.name, property: name)
    }
    return property.index
  }
}
