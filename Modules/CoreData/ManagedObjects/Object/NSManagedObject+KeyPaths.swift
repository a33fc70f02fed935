import StrataDescriptions
import StrataModel

extension NSManagedObject {
  /// The value at the end of a key path, such as `artist.name` or `address.city`. Returns nil if an
  /// object or composite on the way is nil.
  ///
  /// After a to-many relationship or fetched property the path is evaluated for each member. The
  /// result is an array for an ordered relationship, with `NSNull` for nil values, and otherwise a
  /// set. The operators `@count`, `@sum`, `@avg`, `@min`, `@max`, `@unionOfObjects` and
  /// `@distinctUnionOfObjects` combine the values:
  ///
  ///     let total = try order.value(forKeyPath: "items.@sum.price")
  ///
  /// - Throws: as ``value(forKey:)``. ``ManagedObjectError/noRelationship(entity:key:)`` if the
  ///   path continues after a property that is neither a relationship nor a composite.
  ///   ``ManagedObjectError/unsupported(_:)`` for an unknown operator, or one that can't be applied
  ///   to these values.
  @_disfavoredOverload
  package final func value(forKeyPath path: String) throws(ManagedObjectError) -> Any? {
    let (key, rest) = Self.split(path)
    guard let rest else { return try value(forKey: key) }
    if let composite = composite(key) {
      let names = rest.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      try checkElements(names, of: composite)
      var value = try value(forKey: key)
      for name in names { value = (value as? [String: Any])?[name] }
      return value
    }
    guard let next = try value(forKey: key) else {
      try checkLeadsOn(key)
      return nil
    }
    if let members = next as? [NSManagedObject] {
      return try KeyPathCollection(members, isOrdered: true).value(forKeyPath: rest)
    }
    if let members = next as? Set<NSManagedObject> {
      return try KeyPathCollection(Array(members), isOrdered: false).value(forKeyPath: rest)
    }
    guard let object = next as? NSManagedObject else {
      throw .noRelationship(entity: managedEntity.name, key: key)
    }
    return try object.value(forKeyPath: rest)
  }

  /// Sets the property at the end of a key path. Does nothing if an object on the way is nil.
  /// Creates a composite that is nil.
  ///
  /// - Throws: as ``setValue(_:forKey:)`` and ``value(forKeyPath:)``.
  @_disfavoredOverload
  package final func setValue(
    _ value: Any?, forKeyPath path: String
  ) throws(ManagedObjectError) {
    let (key, rest) = Self.split(path)
    guard let rest else { return try setValue(value, forKey: key) }
    if let composite = composite(key) {
      let names = rest.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      try checkElements(names, of: composite)
      let old = try self.value(forKey: key) as? [String: Any]
      return try setValue(Self.replacing(names[...], in: old ?? [:], by: value), forKey: key)
    }
    guard let next = try self.value(forKey: key) else { return try checkLeadsOn(key) }
    guard let object = next as? NSManagedObject else {
      throw .noRelationship(entity: managedEntity.name, key: key)
    }
    try object.setValue(value, forKeyPath: rest)
  }

  /// Returns the value at the end of a key path, as ``value(forKeyPath:)``.
  package final func givenValue(
    forKeyPath path: String
  ) throws(ManagedObjectError) -> Any? { try value(forKeyPath: path) }

  static func split(_ path: String) -> (key: String, rest: String?) {
    guard let point = path.firstIndex(of: ".") else { return (path, nil) }
    return (String(path[..<point]), String(path[path.index(after: point)...]))
  }

  private func composite(_ key: String) -> AttributeDescription? {
    guard let attribute = managedEntity.place(of: key)?.attribute, attribute.type == .composite
    else {
      return nil
    }
    return attribute
  }

  private func checkElements(
    _ names: [String], of composite: AttributeDescription
  ) throws(ManagedObjectError) {
    var attribute = composite
    var path = composite.name
    for name in names {
      path += ".\(name)"
      guard let element = attribute.elements.first(where: { $0.name == name }) else {
        throw .unknownProperty(entity: managedEntity.name, key: path)
      }
      attribute = element
    }
  }

  private func checkLeadsOn(_ key: String) throws(ManagedObjectError) {
    guard let relationship = try place(of: key).relationship, !relationship.isToMany else {
      throw .noRelationship(entity: managedEntity.name, key: key)
    }
  }

  private static func replacing(
    _ names: ArraySlice<String>, in old: [String: Any], by value: Any?
  ) -> [String: Any] {
    guard let name = names.first else { return old }
    var new = old
    if names.count == 1 {
      new[name] = value
    } else {
      let inner = old[name] as? [String: Any] ?? [:]
      new[name] = replacing(names.dropFirst(), in: inner, by: value)
    }
    return new
  }
}
