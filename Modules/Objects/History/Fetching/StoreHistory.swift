internal import Foundation
import StrataModel
import StrataSchema
import StrataStack
import StrataStorage

/// The history of one store, read as transactions of its models.
struct StoreHistory {
  let reader: StoreReader
  private let identifier: UUID
  private let classes: [String: any PersistentModel.Type]

  init(_ origin: ContainerStore, _ reader: StoreReader) {
    self.reader = reader
    identifier = origin.store.identifier
    classes = Dictionary(
      origin.entities.map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first })
  }

  /// The store's name in tokens.
  var name: String { identifier.uuidString }

  /// The entries behind a number, oldest first.
  ///
  /// - Parameters:
  ///   - isResumed: Whether nothing behind the number may be missing.
  ///   - consumer: Who asks, for the error.
  /// - Throws: `HistoryError/expired(after:cleanedUpTo:consumer:)`, `StorageError`.
  func entries(
    after number: Int64, author: String? = nil, limit: Int? = nil, isResumed: Bool,
    consumer: String? = nil
  ) throws -> [HistoryEntry] {
    // Of one moment, so that nobody cleans in between.
    try reader.snapshot {
      if isResumed {
        let start = try reader.historyStart().transaction
        guard number >= start else {
          throw HistoryError.expired(after: number, cleanedUpTo: start, consumer: consumer)
        }
      }
      return try reader.history(after: number, author: author, limit: limit)
    }
  }

  /// An entry as a transaction.
  func transaction(_ entry: HistoryEntry, token: DefaultHistoryToken) -> DefaultHistoryTransaction {
    let process = entry.process.dropLast().split(separator: "[")
    let isNumbered = process.count > 1 && entry.process.hasSuffix("]")
    return DefaultHistoryTransaction(
      author: entry.author, contextName: entry.contextName,
      bundleIdentifier: isNumbered
        ? process.dropLast().joined(separator: "[") : entry.process,
      processIdentifier: isNumbered ? String(process.last ?? "") : "",
      storeIdentifier: name, timestamp: entry.timestamp, token: token,
      transactionIdentifier: entry.number,
      changes: entry.changes.map { change($0, of: entry.number) })
  }

  private func change(_ change: HistoryEntry.Change, of number: Int64) -> HistoryChange {
    func made<Model: PersistentModel>(_ type: Model.Type) -> HistoryChange {
      let object = PersistentIdentifier(
        store: identifier, entity: change.entity, key: change.key)
      switch change.kind {
      case .insert:
        return .insert(
          DefaultHistoryInsert<Model>(
            changedPersistentIdentifier: object, transactionIdentifier: number))
      case .update:
        return .update(
          DefaultHistoryUpdate<Model>(
            changedPersistentIdentifier: object, transactionIdentifier: number,
            updatedAttributes: Model.keyPaths(to: change.properties),
            updatedPropertyNames: change.properties))
      case .delete:
        return .delete(
          DefaultHistoryDelete<Model>(
            changedPersistentIdentifier: object, transactionIdentifier: number,
            tombstone: HistoryTombstone(kept: change.tombstone)))
      }
    }
    // An object of a class that the models no longer have is one of no class that can be named.
    guard let type = classes[change.entity] else { return made(MissingModel.self) }
    return made(type)
  }
}

extension PersistentModel {
  /// The key paths to the properties with some names, in order of declaration; those that the class no longer
  /// has are left out.
  static func keyPaths(to names: [String]) -> [PartialKeyPath<Self>] {
    let inherited = _$subclassKeyPaths
    return _$entity.properties.enumerated().compactMap { index, property in
      let isNamed =
        names.contains(property.name)
        || property.options.originalName.map(names.contains) ?? false
      guard isNamed else { return nil }
      // The key path to an inherited property is the superclass's.
      let keyPath = inherited.indices.contains(index) ? inherited[index] : property.keypath
      return keyPath as? PartialKeyPath<Self>
    }
  }
}
