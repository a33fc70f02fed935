internal import Foundation
import StrataContexts
import StrataDescriptions
import StrataModel
import StrataObservation
import StrataSQLite
import StrataSchema
import StrataCoreDataStores

extension NSManagedObject {
  /// Returns the value of a property.
  ///
  /// - Numbers and Booleans are `NSNumber`, which you can cast to any number type.
  /// - Decimal numbers are `NSDecimalNumber`.
  /// - Texts, dates, data, UUIDs and URLs are `String`, `Date`, `Data`, `UUID` and `URL`.
  /// - A composite is a dictionary.
  /// - A transformable value is that which the attribute's `ValueTransformer` makes of the stored data.
  ///   Collections of archives are arrays, dictionaries and sets.
  /// - A to-one relationship is a ``NSManagedObject``. An ordered to-many relationship is an array of
  ///   them, and an unordered one a set.
  ///
  /// - Throws: ``ManagedObjectError/unknownProperty(entity:key:)``, or
  ///   ``ManagedObjectError/unreadableValue(entity:key:reason:)`` if the stored value isn't one of
  ///   the property's type.
  @_disfavoredOverload
  package final func value(forKey key: String) throws(ManagedObjectError) -> Any? {
    if let error = absence?.error { throw error }
    guard let property = managedEntity.place(of: key) else { return try found(forKey: key) }
    _$access(\.[_$property: property.name])
    return try value(of: property)
  }

  // Compiled for the types of attributes, since casts of types that are known only at run time take most of the time.

  /// Returns the value of a property as a given type, or nil if it has none. Numbers aren't boxed
  /// in `NSNumber`.
  ///
  /// - Throws: as `value(forKey:)`. ``ManagedObjectError/unreadableValue(entity:key:reason:)`` if
  ///   the value is of another type.
  @_specialize(exported:true,where Value == Bool)
  @_specialize(exported:true,where Value == Data)
  @_specialize(exported:true,where Value == Date)
  @_specialize(exported:true,where Value == Double)
  @_specialize(exported:true,where Value == Int)
  @_specialize(exported:true,where Value == Int64)
  @_specialize(exported:true,where Value == String)
  @_specialize(exported:true,where Value == UUID)
  public final func value<Value>(
    forKey key: String, as type: Value.Type
  ) throws(ManagedObjectError) -> Value? {
    let value: Any?
    if let error = absence?.error { throw error }
    if let property = managedEntity.place(of: key) {
      _$access(\.[_$property: property.name])
      if case .attribute(let kind, let start) = property.kind,
        let value = kind.direct(values[start], as: type)
      {
        return value
      }
      value = try self.value(of: property)
    } else {
      value = try found(forKey: key)
    }
    guard let value else { return nil }
    if Value.self == NSOrderedSet.self, let members = value as? [NSManagedObject] {
      return NSOrderedSet(array: members) as? Value
    }
    if Value.self == NSDecimalNumber.self, let number = value as? NSNumber,
      let decimal = NSDecimalNumber(decimal: number.decimalValue) as? Value
    {
      return decimal
    }
    guard let wanted = value as? Value else {
      throw .unreadableValue(
        entity: managedEntity.name, key: key,
        reason: "it is of the type \(Swift.type(of: value)), and no \(Value.self)")
    }
    return wanted
  }

  /// Returns the value of a property without recording the access for observation.
  ///
  /// - Throws: as ``value(forKey:)``.
  @_disfavoredOverload
  package final func primitiveValue(forKey key: String) throws(ManagedObjectError) -> Any? {
    if let error = absence?.error { throw error }
    guard let property = managedEntity.place(of: key) else { return try found(forKey: key) }
    return try value(of: property)
  }

  /// Sets a property and, for a relationship, updates its inverse.
  ///
  /// Accepts the types that ``value(forKey:)`` returns, Swift's number types, and for to-many
  /// relationships also `NSSet` and `NSOrderedSet`. If it throws, the old value is unchanged.
  ///
  /// - Throws: ``ManagedObjectError/unknownProperty(entity:key:)``,
  ///   ``ManagedObjectError/wrongType(entity:key:expected:found:)``,
  ///   ``ManagedObjectError/outOfRange(entity:key:value:type:)``,
  ///   ``ManagedObjectError/missingElement(entity:key:)``,
  ///   ``ManagedObjectError/untransformable(entity:key:reason:)``,
  ///   ``ManagedObjectError/wrongEntity(entity:key:expected:found:)``.
  @_disfavoredOverload
  package final func setValue(_ value: Any?, forKey key: String) throws(ManagedObjectError) {
    let property = try place(of: key)
    let change = try change(of: property, to: value)
    _$willSet(\.[_$property: property.name])
    change()
    _$didSet(\.[_$property: property.name])
  }

  /// Sets a property without notifying observers. The change is recorded all the same: the inverse
  /// is updated, and the next save writes it.
  ///
  /// - Throws: as ``setValue(_:forKey:)``.
  @_disfavoredOverload
  package final func setPrimitiveValue(
    _ value: Any?, forKey key: String
  ) throws(ManagedObjectError) {
    try change(of: try place(of: key), to: value)()
  }

  /// Reads or sets a property. Nil is no value.
  ///
  /// A subscript can't throw here. If the entity has no such property or the value can't be set,
  /// the context's next save throws the error. `errorHandler`
  /// gets it at once.
  @_disfavoredOverload
  public final subscript(key: String) -> Any? {
    get {
      do {
        return try value(forKey: key)
      } catch {
        record(error, key)
        return nil
      }
    }
    set {
      do {
        try setValue(newValue, forKey: key)
      } catch {
        record(error, key)
      }
    }
  }

  /// Sets a property, as ``setValue(_:forKey:)``.
  package final func setGivenValue(
    _ value: Any?, forKey key: String
  ) throws(ManagedObjectError) { try setValue(value, forKey: key) }

  /// The value at a key path, for sort descriptors' comparisons.
  final subscript(_$keyPath path: String) -> Any? {
    do {
      return try value(forKeyPath: path)
    } catch {
      record(error, path)
      return nil
    }
  }

  /// A property by name, whose key path identifies the property to observers.
  public final subscript(_$property name: String) -> Any? { self[name] }

  package final func record(_ error: ManagedObjectError, _ key: String) {
    if let absence, absence.error != nil { return absence.record(key) }
    guard let context = modelContext else {
      standingError = standingError ?? error
      return
    }
    context.recordMistake(of: self, property: key, reason: "\(error)")
  }

  func place(of key: String) throws(ManagedObjectError) -> PropertyPlace {
    if let error = absence?.error { throw error }
    if let place = managedEntity.place(of: key) { return place }
    throw managedEntity.fetchedProperties[key] == nil
      ? .unknownProperty(entity: managedEntity.name, key: key)
      : .fetchedProperty(entity: managedEntity.name, key: key)
  }

  func value(of property: PropertyPlace) throws(ManagedObjectError) -> Any? {
    switch property.kind {
    case .ephemeral: return unstored?.value(property.index)
    case .transientLink(let isToMany, let isOrdered):
      return Self.value(of: transientTargets(property), isToMany, isOrdered)
    case .attribute(let type, let start):
      do {
        return type == .composite || type == .transformable
          ? try property.attribute.value(of: values[start..<start + property.columns.count])
          : try type.value(ofColumn: values[start])
      } catch {
        if dropUnreadableData(of: property, from: start) { return try value(of: property) }
        throw .unreadableValue(
          entity: managedEntity.name, key: property.name, reason: "\(error)")
      }
    case .toOne(let place):
      if toOnes[place].needsLoading { _$load(property.index) }
      return _$value(property.index, toOnes[place])
    case .toMany(let place, let isOrdered):
      if toManys[place].needsLoading { _$load(property.index) }
      let members = _$value(property.index, toManys[place])
      return isOrdered ? members : Set(members)
    }
  }

  /// Checks a value for a property and returns a closure that sets it. The closure can't fail.
  func change(
    of property: PropertyPlace, to value: Any?
  ) throws(ManagedObjectError) -> () -> Void {
    let value = unwrapped(value)
    switch property.kind {
    case .ephemeral:
      let value = try transientValue(value, property)
      return { [self] in setTransient(property, to: value) }
    case .transientLink(let isToMany, _):
      let targets =
        isToMany
        ? try members(of: value, property) : [try target(of: value, property)].compactMap(\.self)
      return { [self] in setTransient(property, leadingTo: targets) }
    case .attribute(_, let start):
      let columns = try columns(of: value, property.attribute, property)
      return { [self] in
        _$record(property.index)
        for (offset, column) in columns.enumerated() { values[start + offset] = column }
      }
    case .toOne(let place):
      let target = try target(of: value, property)
      return { [self] in
        _$record(property.index)
        let old = toOnes[place]
        toOnes[place] = _Slot(target)
        _$relate(property.index, _$didReplace(property.index, old, &toOnes[place]))
        _$record(property.index)
      }
    case .toMany(let place, _):
      let members = try members(of: value, property)
      return { [self] in
        _$willReplace(property.index, toManys[place])
        _$record(property.index)
        let old = toManys[place]
        toManys[place] = _Slot(members)
        _$relate(property.index, _$didReplace(property.index, old, &toManys[place]))
        _$record(property.index)
      }
    }
  }

  func columns(
    of value: Any?, _ attribute: AttributeDescription, _ property: PropertyPlace
  ) throws(ManagedObjectError) -> [ColumnValue] {
    do {
      return try attribute.columns(of: value)
    } catch {
      switch error {
      case .type:
        throw .wrongType(
          entity: managedEntity.name, key: property.name, expected: attribute.type.name,
          found: value.map { "\(Swift.type(of: $0))" } ?? "nil")
      case .range(let type):
        throw .outOfRange(
          entity: managedEntity.name, key: property.name,
          value: value.map { ValueText.of($0) } ?? "nil",
          type: type)
      case .missing(let name):
        throw .missingElement(entity: managedEntity.name, key: "\(property.name).\(name)")
      case .element(let name):
        throw .unknownProperty(entity: managedEntity.name, key: "\(property.name).\(name)")
      case .untransformable(let failure):
        throw .untransformable(
          entity: managedEntity.name, key: property.name, reason: "\(failure)")
      }
    }
  }
}

extension NSManagedObject {
  /// Replaces external data that can't be read with nil, as Core Data does, and reports the reason
  /// to the context's `errorHandler`.
  ///
  /// It reports once each time the object is read. The store isn't written, so the data isn't lost.
  ///
  /// - Returns: True if the property had such data.
  func dropUnreadableData(of property: PropertyPlace, from start: Int) -> Bool {
    var isFound = false
    for (offset, column) in property.columnDescriptions.enumerated() {
      guard let data = UnreadableExternalData(values[start + offset], in: column) else { continue }
      isFound = true
      values[start + offset] = .null
      modelContext?.report(
        ManagedObjectError.unreadableValue(
          entity: managedEntity.name, key: property.name,
          reason: "in \(persistentModelID), \(data)"))
    }
    return isFound
  }
}
