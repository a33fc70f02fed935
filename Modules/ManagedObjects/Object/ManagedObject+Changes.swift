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

  /// The values that the store has of some properties, or of all, by name. `NSNull` stands for none, and
  /// for those of a new object. Objects in them are those of the object's context.
  ///
  /// - Throws: ``ManagedObjectError/unknownProperty(entity:key:)``; `StorageError` where the store can't be
  ///   read.
  public final func committedValues(forKeys keys: [String]? = nil) throws -> [String: Any] {
    let wanted = try keys?.map { try place(of: $0) } ?? managedEntity.properties
    var values: [String: Any] = [:]
    var stored: ManagedObject?
    if let context = modelContext, !isInserted,
      wanted.contains(where: { _$state.changed.contains($0.index) })
    {
      let fresh = ModelContext(context.container)
      stored = try fresh.model(entity: managedEntity.name, key: _$state.key) as? ManagedObject
    }
    for property in wanted {
      let value: Any?
      if isInserted {
        value = nil
      } else if _$state.changed.contains(property.index) {
        value = try stored.flatMap { try committed(try $0.value(of: property)) }
      } else {
        value = try self.value(of: property)
      }
      values[property.name] = value ?? NSNull()
    }
    return values
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
