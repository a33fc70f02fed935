internal import Foundation
import StrataContexts
import StrataModel
import StrataSchema
import StrataStorage

/// The history of one store, as transactions with the container's model classes.
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

  /// The key of the store in tokens.
  var name: String { identifier.uuidString }

  /// The entries after a transaction number, oldest first.
  ///
  /// - Parameters:
  ///   - isResumed: True if missing entries after the number are an error.
  ///   - consumer: The name of the consumer that reads, for error messages.
  /// - Throws: `HistoryError/expired(after:cleanedUpTo:consumer:)`, `StorageError`.
  func entries(
    after number: Int64, author: String? = nil, limit: Int? = nil, isResumed: Bool,
    consumer: String? = nil
  ) throws -> [HistoryEntry] {
    // One snapshot, so that no cleaning happens between the check and the read.
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

  /// Converts an entry to a transaction.
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
    // The model may have lost the class since. Its name is still in the identifier.
    guard let type = classes[change.entity] else { return made(MissingModel.self) }
    return made(type)
  }
}

extension PersistentModel {
  /// The key paths to named properties, in order of declaration. Properties that the class no
  /// longer has are omitted.
  static func keyPaths(to names: [String]) -> [PartialKeyPath<Self>] {
    let inherited = _$subclassKeyPaths
    return _$entity.properties.enumerated().compactMap { index, property in
      let isNamed =
        names.contains(property.name)
        || property.options.originalName.map(names.contains) ?? false
      guard isNamed else { return nil }
      // An inherited property's key path has the superclass as root.
      let keyPath = inherited.indices.contains(index) ? inherited[index] : property.keypath
      return keyPath as? PartialKeyPath<Self>
    }
  }
}
