internal import StrataModel
internal import StrataQuery
internal import StrataSQLite
internal import StrataSchema
internal import StrataStorage
internal import StrataStack

extension ObjectGraph {
  /// How many rows a statement of a batch changes at most.
  static var batchSize: Int { 5000 }

  /// What a batch did.
  struct BatchResult {
    /// How many objects met the predicate.
    let count: Int
    /// The transaction's number; nil where nothing was changed.
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
      // Several parts of one value may be set, each once.
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
    let number = try store.save(author: author, contextName: contextName) { transaction in
      try merge(in: transaction)
      // All keys before the first change, which could make other objects meet the predicate.
      let found = try transaction.keys(
        try SQLQuery(query, select: .keys, tables: store.tables), ofKindsOf: entity.table)
      count = found.reduce(0) { $0 + $1.count }
      guard !assignments.isEmpty else { return }
      for (kind, keys) in zip(entity.kinds, found) {
        try update(kind, keys, assignments, properties, transaction)
      }
    }
    // To its own context a batch is what anybody else's save is: objects in memory follow, and their
    // unsaved changes stay.
    if number != nil {
      mergeOrReport()
      tell(.save(transaction: number))
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

extension ModelEntity {
  /// What is set, as a person would write it.
  fileprivate func words(for assignment: QueryAssignment) -> String {
    let part = assignment.column.part
    return "\\\(name).\(assignment.property)" + (part.isEmpty ? "" : ".\(part)")
  }
}
