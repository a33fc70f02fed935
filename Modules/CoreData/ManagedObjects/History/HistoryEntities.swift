internal import Foundation
import StrataDescriptions
import StrataHistory
import StrataModel

/// The entities of the history's transactions and changes, by which requests select them.
package enum HistoryEntities {
  /// The name of the transactions' entity.
  package static let transaction = "NSPersistentHistoryTransaction"
  /// The name of the changes' entity.
  package static let change = "NSPersistentHistoryChange"

  /// The coordinator whose model has the entities. It has no store.
  private static let coordinator: NSPersistentStoreCoordinator = {
    func entity(_ name: String, _ attributes: [(String, AttributeType)]) -> EntityDescription {
      EntityDescription(
        name: name,
        properties: attributes.map { .attribute(AttributeDescription(name: $0, type: $1)) })
    }
    let model = NSManagedObjectModel(
      ManagedObjectModel(entities: [
        entity(
          transaction,
          [
            ("author", .string), ("bundleID", .string), ("contextName", .string),
            ("processID", .string), ("storeID", .string), ("timestamp", .date),
            ("transactionNumber", .integer64),
          ]),
        entity(
          change,
          [("changeID", .integer64), ("changeType", .integer16), ("changedEntity", .string)]),
      ]))
    return NSPersistentStoreCoordinator(managedObjectModel: model)
  }()

  /// The description of the transactions' or the changes' entity.
  package static func description(_ name: String) -> NSEntityDescription? {
    coordinator.reference.entitiesByName[name]
  }

  /// True if a transaction meets a predicate.
  ///
  /// - Throws: ``ManagedObjectError/invalidPredicate(_:reason:)``.
  static func isMet(
    _ predicate: NSPredicate, by transaction: DefaultHistoryTransaction
  ) throws -> Bool {
    try isMet(
      predicate, by: Self.transaction,
      [
        "author": transaction.author, "bundleID": transaction.bundleIdentifier,
        "contextName": transaction.contextName, "processID": transaction.processIdentifier,
        "storeID": transaction.storeIdentifier, "timestamp": transaction.timestamp,
        "transactionNumber": transaction.transactionIdentifier,
      ])
  }

  /// True if a change meets a predicate.
  ///
  /// - Throws: ``ManagedObjectError/invalidPredicate(_:reason:)``.
  static func isMet(_ predicate: NSPredicate, by change: NSPersistentHistoryChange) throws -> Bool {
    try isMet(
      predicate, by: Self.change,
      [
        "changeID": change.changeID, "changeType": change.changeType.rawValue,
        "changedEntity": change.changedObjectID.entityName,
      ])
  }

  private static func isMet(
    _ predicate: NSPredicate, by entity: String, _ values: [String: Any?]
  ) throws -> Bool {
    guard let description = description(entity) else { return false }
    let object = NSManagedObject(entity: description, insertInto: nil)
    for (key, value) in values { try object.setValue(value, forKey: key) }
    return try isMet(predicate, by: object)
  }

  private static func isMet(_ predicate: NSPredicate, by object: NSManagedObject) throws -> Bool {
    switch predicate.textual {
    case let predicate as FormatPredicate: return try predicate.isMet(by: object)
    case let compound as NSCompoundPredicate:
      let parts = compound.subpredicates
      switch compound.compoundPredicateType {
      case .and: return try parts.allSatisfy { try isMet($0, by: object) }
      case .or: return try parts.contains { try isMet($0, by: object) }
      case .not: return try !parts.contains { try isMet($0, by: object) }
      @unknown default: return predicate.evaluate(with: object)
      }
    default: return predicate.evaluate(with: object)
    }
  }
}
