internal import Foundation
import StrataModel
import StrataSchema
import StrataStack

extension ManagedObject {
  /// The values of the properties that have changed since the last save, by name; `NSNull` for none.
  ///
  /// - Throws: as ``value(forKey:)``.
  public final func changedValues() throws(ManagedObjectError) -> [String: Any] {
    var values: [String: Any] = [:]
    for property in managedEntity.properties where _$state.changed.contains(property.index) {
      values[property.name] = try value(of: property) ?? NSNull()
    }
    return values
  }

  /// The values that some properties, or all, had when the object was fetched or saved last, by name. `NSNull`
  /// stands for none, and for those of a new object. Objects in them are those of the object's context.
  ///
  /// What others have saved of a property since it was changed here doesn't count; of a to-many relationship,
  /// whose members say themselves what they are related to, the store is asked.
  ///
  /// - Throws: ``ManagedObjectError/unknownProperty(entity:key:)``; `StorageError` where the store can't be
  ///   read.
  public final func committedValues(forKeys keys: [String]? = nil) throws -> [String: Any] {
    if let error = absence?.error { throw error }
    let wanted = try keys?.map { try place(of: $0) } ?? managedEntity.properties
    var values: [String: Any] = [:]
    var stored: ManagedObject?
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
          stored = try fresh.model(entity: managedEntity.name, key: _$state.key) as? ManagedObject
        }
        value = try stored.flatMap { try committed(try $0.value(of: property)) }
      }
      values[property.name] = value ?? NSNull()
    }
    return values
  }

  private struct Original { let value: Any? }

  /// What a changed property had before; nil where nobody has kept it.
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
      guard let columns = graph.original(of: self, property.index) else { return nil }
      return Original(value: try property.attribute.value(of: columns[...]))
    case .toOne:
      guard let columns = graph.original(of: self, property.index),
        case .integer(let key)? = columns.first, key != 0,
        let relationship = managedEntity.modelEntity.relationships[property.index.rawValue]
      else { return graph.original(of: self, property.index).map { _ in Original(value: nil) } }
      let found = try modelContext?.model(entity: relationship.destination._$entity.name, key: key)
      return Original(value: found as? ManagedObject)
    case .toMany: return nil
    }
  }

  /// A value of an object of another context, with the objects of this one.
  private func committed(_ value: Any?) throws -> Any? {
    func own(_ object: ManagedObject) throws -> ManagedObject? {
      let found = try modelContext?.model(
        entity: object.managedEntity.name, key: object._$state.key)
      return found as? ManagedObject
    }
    switch value {
    case let object as ManagedObject: return try own(object)
    case let members as [ManagedObject]: return try members.compactMap { try own($0) }
    case let members as Set<ManagedObject>: return Set(try members.compactMap { try own($0) })
    default: return value
    }
  }
}
