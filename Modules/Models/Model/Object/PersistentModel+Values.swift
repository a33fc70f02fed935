public import StrataSchema
internal import StrataSQLite

// Access by name: a second door to the storage that generated code reads and writes.
extension PersistentModel {
  /// The raw columns of an attribute; a to-one relationship has one, the key it leads to.
  ///
  /// - Throws: ``ModelError/unknownProperty(entity:property:)``, or the value's own error when it
  ///   can't be stored.
  public func columnValues(forKey name: String) throws -> [ColumnValue] {
    let index = try type(of: self)._$index(of: name)
    var binder = Binder(recording: PropertySet(index))
    try _$bind(&binder)
    return binder.values
  }

  /// Gives an attribute the value that some raw columns make, and tells whoever looked.
  ///
  /// - Throws: ``ModelError/unknownProperty(entity:property:)``, or
  ///   `StorageError.invalidValue` when the columns make no value; the old one stays then.
  public func setColumnValues(_ values: [ColumnValue], forKey name: String) throws {
    let index = try type(of: self)._$index(of: name)
    guard type(of: self)._$entity.relationships[index] == nil else {
      throw ModelError.unknownProperty(entity: type(of: self)._$entity.name, property: name)
    }
    var row = Row(values, table: type(of: self)._$entity.name, present: PropertySet(index))
    try _$notify(index) { try _$take(&row) }
    _$recordChange(of: index)
  }

  /// The objects that a relationship leads to, in order.
  ///
  /// - Throws: ``ModelError/unknownProperty(entity:property:)``.
  public func related(forKey name: String) throws -> [any PersistentModel] {
    let index = try type(of: self)._$index(of: name)
    guard type(of: self)._$entity.relationships[index] != nil else {
      throw ModelError.unknownProperty(entity: type(of: self)._$entity.name, property: name)
    }
    return _$related(index)
  }

  /// The objects that a relationship leads to, by its position.
  package func _$related(_ index: PropertyIndex) -> [any PersistentModel] {
    _$load(index)
    var read = ReadTargets()
    _$visit(index, &read)
    return read.objects
  }

  /// Lets a to-one relationship lead to another object, or nowhere; the other ends follow.
  ///
  /// - Throws: ``ModelError/unknownProperty(entity:property:)`` for what is no to-one relationship,
  ///   ``ModelError/wrongEntity(_:expected:)`` for an object of another class.
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
    // Changed from here on, so that nothing that is merged on the way puts the old link back.
    _$recordChange(of: index)
    var set = SetTarget(target: target)
    _$notify(index) { _$visit(index, &set) }
    _$relate(index, .one(old: set.old, oldKey: set.oldKey, new: target))
    _$recordChange(of: index)
  }

  /// Lets a to-many relationship lead to other objects, in order; the other ends follow. One that is given
  /// twice is there once.
  ///
  /// - Throws: ``ModelError/unknownProperty(entity:property:)`` for what is no to-many relationship,
  ///   ``ModelError/wrongEntity(_:expected:)`` for an object of another class; then nothing has changed.
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
    // So that it is known who goes.
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
