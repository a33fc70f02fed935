public import StrataSchema
internal import StrataSQLite

/// The properties that were left out when an object was read.
///
/// The objects of one fetch share an instance, so that an object needs one reference for it.
@usableFromInline
package final class UnreadProperties: Sendable {
  /// The properties.
  package let properties: PropertySet

  /// Creates the set of some properties. Nil if there are none.
  package init?(_ properties: PropertySet) {
    guard !properties.isEmpty else { return nil }
    self.properties = properties
  }
}

extension PersistentModel {
  /// Reads the stored value of a property, for a getter. Call it only if ``_ModelState/unread`` isn't nil.
  ///
  /// The context records a value that can't be read (``ModelContext/readFailures``), and saves nothing until it
  /// could be read.
  @usableFromInline
  func _$readStored(_ property: PropertyIndex) {
    guard let unread = _$state.unread, unread.properties.contains(property) else { return }
    _ = _$state.modelGraph?.readStored(property, of: self)
  }

  /// Reads the stored value of a property before the program changes it.
  ///
  /// If that fails, the change may rest on a placeholder. The property stays unread, so that the next save throws and
  /// reads the stored value again.
  @usableFromInline
  func _$readBeforeChange(_ property: PropertyIndex) {
    guard var unread = _$state.unread?.properties, unread.contains(property) else { return }
    if let graph = _$state.modelGraph, graph.readStored(property, of: self) { return }
    // Without a row there is only the program's value.
    unread.subtract(PropertySet(property))
    _$state.unread = UnreadProperties(unread)
  }

  /// Reads the stored values that a binder is about to bind.
  ///
  /// - Throws: The error of a value that can't be read. ``ModelError/valueNotRead(entity:property:)`` for an object
  ///   whose row was deleted before it was read whole.
  func _$readStored(for binder: inout Binder) throws {
    guard var wanted = _$state.unread?.properties else { return }
    if let properties = binder.properties { wanted.formIntersection(properties) }
    guard let first = wanted.indices.first else { return }
    // The error is one of this property.
    _ = binder.begins(first)
    guard let graph = _$state.modelGraph else { throw _$valueNotRead(first) }
    try graph.readStored(wanted, of: self)
  }

  /// The error of a property whose stored value is lost.
  package func _$valueNotRead(_ property: PropertyIndex) -> ModelError {
    let entity = Swift.type(of: self)._$entity
    return .valueNotRead(entity: entity.name, property: entity.properties[property].name)
  }
}

extension _ModelEntity {
  /// The attributes that an object can do without until they are asked for.
  ///
  /// A getter can't throw, so that it needs a placeholder. A constant can't be set later.
  package func readableLater() -> PropertySet {
    var found = PropertySet()
    guard type is any _ModelRoot.Type else { return found }
    for property in properties {
      guard case .attribute(let valueType, let columns, _, _) = property.kind, !columns.isEmpty,
        property.isVariable, property.defaultValue != nil || Placeholder.exists(for: valueType)
      else { continue }
      found.insert(property.index)
    }
    return found
  }

  /// The attributes in external storage that an object can do without until they are asked for.
  package func externalProperties() -> PropertySet {
    var found = PropertySet()
    for property in properties where property.options.options.contains(.externalStorage) {
      found.insert(property.index)
    }
    guard !found.isEmpty else { return found }
    found.formIntersection(readableLater())
    return found
  }
}
