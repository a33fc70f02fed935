public import StrataDescriptions
import StrataHistory
public import StrataModel
import StrataSchema
import StrataStorage

/// What happened to an object.
public enum PersistentHistoryChangeType: Int, Sendable, Hashable {
  case insert = 0
  case update = 1
  case delete = 2
}

/// What happened to one object in a transaction.
public struct PersistentHistoryChange {
  /// The change's place in its transaction, counted from 1.
  public let changeID: Int64
  /// The object.
  public let changedObjectID: PersistentIdentifier
  /// What happened to it.
  public let changeType: PersistentHistoryChangeType
  /// The properties that an update has changed; nil for other changes. What the model no longer has is left out.
  public let updatedProperties: Set<PropertyDescription>?
  /// The names of the properties that an update has changed, as they were then.
  public let updatedPropertyNames: [String]
  /// The number of the transaction that the change is of.
  public let transactionNumber: Int64
  /// What is kept of a deleted object, by name: the values of attributes that are preserved after deletion. Nil
  /// where nothing is.
  public let tombstone: [String: Any]?

  /// - Throws: ``ManagedObjectError/unreadableValue(entity:key:reason:)`` for a kept value that is none of its
  ///   attribute.
  init(
    _ change: HistoryChange, number: Int, of transaction: Int64, _ model: ObjectModel
  ) throws(ManagedObjectError) {
    changeID = Int64(number)
    transactionNumber = transaction
    changedObjectID = change.changedPersistentIdentifier
    updatedPropertyNames = change.updatedPropertyNames
    let entity = model.entities[changedObjectID.entityName]
    switch change {
    case .insert: (changeType, updatedProperties, tombstone) = (.insert, nil, nil)
    case .update:
      let properties = change.updatedPropertyNames.compactMap { name in
        entity.flatMap { model.model.property(named: name, of: $0.description) }
      }
      (changeType, updatedProperties, tombstone) = (.update, Set(properties), nil)
    case .delete:
      (changeType, updatedProperties) = (.delete, nil)
      tombstone = try change.keptValues.map { kept throws(ManagedObjectError) in
        try entity?.values(kept) ?? [:]
      }
    }
  }
}

extension ManagedEntity {
  /// The values that the history keeps of an object, by name.
  fileprivate func values(
    _ kept: HistoryEntry.Tombstone
  ) throws(ManagedObjectError) -> [String: Any] {
    var values: [String: Any] = [:]
    for place in properties {
      guard case .attribute = place.kind else { continue }
      let former = place.attribute.renamingIdentifier.flatMap { kept[property: $0] }
      guard let columns = kept[property: place.name] ?? former else { continue }
      let found = place.columnDescriptions.map { column in
        columns.first { $0.part == column.part }?.value ?? .null
      }
      do {
        values[place.name] = try place.attribute.value(of: found[...])
      } catch {
        throw .unreadableValue(entity: name, key: place.name, reason: "\(error)")
      }
    }
    return values
  }
}
