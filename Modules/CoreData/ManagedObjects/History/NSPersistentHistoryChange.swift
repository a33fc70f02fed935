public import StrataDescriptions
import StrataHistory
public import StrataModel
import StrataSchema
import StrataStorage

/// The kind of a change.
public enum NSPersistentHistoryChangeType: Int, Sendable, Hashable {
  case insert = 0
  case update = 1
  case delete = 2
}

/// A change of one object in a transaction.
public struct NSPersistentHistoryChange {
  /// The change's position in its transaction, starting at 1.
  public let changeID: Int64
  /// The identifier of the changed object.
  public let changedObjectID: PersistentIdentifier
  /// The kind of the change.
  public let changeType: NSPersistentHistoryChangeType
  /// The properties that an update changed, or nil for other changes. Properties that the model no
  /// longer has are left out.
  public let updatedProperties: Set<PropertyDescription>?
  /// The names of the properties that an update changed, as they were at the time.
  public let updatedPropertyNames: [String]
  /// The number of the change's transaction.
  public var transactionNumber: Int64 { made.transactionIdentifier }
  /// The change's transaction, without its changes.
  public var transaction: NSPersistentHistoryTransaction? {
    NSPersistentHistoryTransaction(changes: nil, made: made)
  }
  private let made: DefaultHistoryTransaction
  /// The preserved values of a deleted object, by name, or nil if none were preserved.
  ///
  /// An attribute is preserved if the model says so.
  public let tombstone: [String: Any]?

  /// Creates a change from an entry of the history.
  ///
  /// - Throws: ``ManagedObjectError/unreadableValue(entity:key:reason:)`` for a preserved value
  ///   that can't be decoded as its attribute's type.
  init(
    _ change: HistoryChange, number: Int, of made: DefaultHistoryTransaction, _ model: ObjectModel
  ) throws(ManagedObjectError) {
    changeID = Int64(number)
    self.made = made
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
  /// Decodes the preserved values of a deleted object, by name.
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
      // The process that reads the history needn't know the transformer.
      if place.attribute.type == .transformable {
        if case .blob(let data)? = found.first { values[place.name] = data }
        continue
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
