internal import Foundation
@_spi(Query) import StrataContexts
import StrataModel
import StrataSchema
import StrataStorage

extension NSManagedObject {
  /// The current values of the properties with unsaved changes, by name. Nil values are `NSNull`.
  ///
  /// An attribute or a to-one relationship that you set back to its former value isn't among them.
  ///
  /// - Throws: as ``value(forKey:)``.
  @_disfavoredOverload
  package final func changedValues() throws(ManagedObjectError) -> [String: Any] {
    var values: [String: Any] = [:]
    for property in managedEntity.properties where hasChangedValue(of: property) {
      values[property.name] = try value(of: property) ?? NSNull()
    }
    return values
  }

  /// The values that properties had when the object was last fetched or saved, by name.
  ///
  /// Nil values are `NSNull`, as are all values of a new object. Objects among the values belong to
  /// this object's context.
  ///
  /// A change that another context saved after you changed the property here isn't reflected. The
  /// exception is a to-many relationship, which is read from the store.
  ///
  /// - Parameter keys: The properties' names, or nil for all.
  /// - Throws: ``ManagedObjectError/unknownProperty(entity:key:)``, or `StorageError` if the store
  ///   can't be read.
  @_disfavoredOverload
  package final func committedValues(forKeys keys: [String]? = nil) throws -> [String: Any] {
    if let error = absence?.error { throw error }
    let wanted = try keys?.map { try place(of: $0) } ?? managedEntity.properties
    var values: [String: Any] = [:]
    var stored: NSManagedObject?
    for property in wanted {
      let value: Any?
      if isInserted {
        value = nil
      } else if !_$state.changed.contains(property.index) {
        value = try self.value(of: property)
      } else if let original = try original(of: property) {
        value = original.value
      } else {
        if stored == nil, let context = modelContext {
          let fresh = ModelContext(context.container)
          stored = try fresh.model(entity: managedEntity.name, key: _$state.key) as? NSManagedObject
        }
        value = try stored.flatMap { try committed(try $0.value(of: property)) }
      }
      values[property.name] = value ?? NSNull()
    }
    return values
  }

  /// True if a property has an unsaved change, and its value differs from the former one or that isn't known.
  final func hasChangedValue(of property: PropertyPlace) -> Bool {
    guard _$state.changed.contains(property.index) else { return false }
    switch property.kind {
    case .ephemeral, .transientLink, .toMany: return true
    case .attribute, .toOne: break
    }
    guard !isInserted, let graph = _$state.modelGraph as? ObjectGraph else { return true }
    return !graph.hasOriginalValue(self, property.index)
  }

  private struct Original { let value: Any? }

  /// The value of a changed property before the change, or nil if the graph has no copy of it.
  private func original(of property: PropertyPlace) throws -> Original? {
    guard let graph = _$state.modelGraph as? ObjectGraph else { return nil }
    switch property.kind {
    case .ephemeral:
      return Original(
        value: unstored?.committedValue(property.index, generation: graph.savedGeneration))
    case .transientLink(let isToMany, let isOrdered):
      let targets =
        unstored?.committedTargets(property.index, generation: graph.savedGeneration) ?? []
      return Original(value: Self.value(of: targets, isToMany, isOrdered))
    case .attribute:
      guard let columns = graph.original(of: self, property.index).value else { return nil }
      return Original(value: try property.attribute.value(of: columns[...]))
    case .toOne:
      guard let columns = graph.original(of: self, property.index).value else { return nil }
      guard case .integer(let key)? = columns.first, key != 0,
        let relationship = managedEntity.modelEntity.relationships[property.index.rawValue]
      else { return Original(value: nil) }
      let found = try modelContext?.model(entity: relationship.destination._$entity.name, key: key)
      return Original(value: found as? NSManagedObject)
    case .toMany: return nil
    }
  }

  /// Replaces objects of another context in a value by this context's objects for the same rows.
  private func committed(_ value: Any?) throws -> Any? {
    func own(_ object: NSManagedObject) throws -> NSManagedObject? {
      let found = try modelContext?.model(
        entity: object.managedEntity.name, key: object._$state.key)
      return found as? NSManagedObject
    }
    switch value {
    case let object as NSManagedObject: return try own(object)
    case let members as [NSManagedObject]: return try members.compactMap { try own($0) }
    case let members as Set<NSManagedObject>: return Set(try members.compactMap { try own($0) })
    default: return value
    }
  }
}
