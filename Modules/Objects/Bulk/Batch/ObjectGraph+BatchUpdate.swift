internal import Foundation
internal import StrataModel
internal import StrataQuery
internal import StrataSQLite
internal import StrataSchema
internal import StrataStorage
internal import StrataContexts

extension ObjectGraph {
  /// The maximum number of rows that a statement of a batch changes.
  static var batchSize: Int { 5000 }

  /// The result of a batch.
  struct BatchResult {
    /// The number of objects that match the predicate.
    let count: Int
    /// The transaction's number, or nil if nothing changed.
    let transaction: Int64?
  }

  /// Updates rows in a transaction of its own. Memory: a key for each row.
  func update<T: PersistentModel>(
    _ type: T.Type, _ query: Query, _ assignments: [QueryAssignment], author: String?,
    contextName: String?
  ) throws -> BatchResult {
    let entity = entities[try index(of: type)]
    var properties = PropertySet()
    for (position, assignment) in assignments.enumerated() {
      // Different parts of one composite value may be set, but each only once.
      let isSet = assignments[..<position].contains {
        $0.property == assignment.property && $0.column.part == assignment.column.part
      }
      guard !isSet else {
        throw StackError.unsupportedUpdate(
          "\(T._$entity.words(for: assignment)) twice in one update")
      }
      properties.insert(try T._$index(of: assignment.property))
    }
    var count = 0
    let number = try store.save(
      .batchUpdate, of: T._$entity.name, author: author, contextName: contextName,
      settings: reader.serverSettings
    ) { transaction in
      try merge(in: transaction)
      // Reads all keys before the first change, which could make other objects match the predicate.
      let found = try transaction.keys(
        try SQLQuery(query, select: .keys, tables: store.tables), ofKindsOf: entity.table)
      count = found.reduce(0) { $0 + $1.count }
      guard !assignments.isEmpty else { return }
      let occasion = SaveOccasion(author: author)
      for (kind, keys) in zip(entity.kinds, found) {
        var (assignments, properties) = (assignments, properties)
        for stamp in try entities[kind].stampAssignments(occasion, besides: properties) {
          assignments.append(stamp.assignment)
          properties.insert(stamp.property)
        }
        try update(kind, keys, assignments, properties, transaction)
      }
    }
    // The context merges its own batch like another context's save: objects in memory are refreshed
    // and preserve their unsaved changes.
    if number != nil {
      mergeOrReport()
      notify(.save(transaction: number))
    }
    return BatchResult(count: count, transaction: number)
  }

  private func update(
    _ entity: EntityIndex, _ keys: [Int64], _ assignments: [QueryAssignment],
    _ properties: PropertySet,
    _ transaction: StoreTransaction
  ) throws {
    let table = entities[entity].table
    for start in stride(from: 0, to: keys.count, by: Self.batchSize) {
      let batch = keys[start..<min(start + Self.batchSize, keys.count)]
      if let found = try transaction.firstOverflow(table, keys: batch, assignments) {
        throw StackError.invalidValue(
          object: identifier(entity, found.key), property: found.property,
          reason: "the sum doesn't fit its type")
      }
      try transaction.update(table, keys: batch, assignments)
      for key in batch { transaction.log.record(.update, table, key: key, properties: properties) }
    }
  }
}

extension _ModelEntity {
  /// A description of the assigned property, for error messages.
  fileprivate func words(for assignment: QueryAssignment) -> String {
    let part = assignment.column.part
    return "\\\(name).\(assignment.property)" + (part.isEmpty ? "" : ".\(part)")
  }
}
