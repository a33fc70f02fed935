internal import StrataModel
internal import StrataQuery
internal import StrataSchema
internal import StrataStorage

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
    _ type: T.Type, _ query: Query, _ assignments: [PropertyUpdate<T>], author: String?,
    contextName: String?
  ) throws -> BatchResult {
    let entity = entities[try index(of: type)]
    var properties = PropertySet()
    var columns: [ColumnAssignment] = []
    for assignment in assignments {
      let (property, values) = try assignment.columns()
      // Several parts of one value may be set, each once.
      let isSet = values.contains { value in columns.contains { $0.column == value.column } }
      guard !isSet else {
        throw StackError.unsupportedUpdate("\(assignment.words) twice in one update")
      }
      properties.insert(property)
      columns += values
    }
    var count = 0
    let number = try store.save(author: author, contextName: contextName) { transaction in
      try merge(in: transaction)
      // All keys before the first change, which could make other objects meet the predicate.
      let found = try transaction.keys(
        try SQLQuery(query, select: .keys, tables: store.tables), ofKindsOf: entity.table)
      count = found.reduce(0) { $0 + $1.count }
      guard !columns.isEmpty else { return }
      for (kind, keys) in zip(entity.kinds, found) {
        try update(kind, keys, columns, properties, transaction)
      }
    }
    // To its own context a batch is what anybody else's save is: objects in memory follow, and their
    // unsaved changes stay.
    if number != nil { mergeOrReport() }
    return BatchResult(count: count, transaction: number)
  }

  private func update(
    _ entity: Int, _ keys: [Int64], _ columns: [ColumnAssignment], _ properties: PropertySet,
    _ transaction: StoreTransaction
  ) throws {
    let table = entities[entity].table
    for start in stride(from: 0, to: keys.count, by: Self.batchSize) {
      let batch = keys[start..<min(start + Self.batchSize, keys.count)]
      if let place = try transaction.firstOverflow(table, keys: batch, columns) {
        throw StackError.invalidValue(
          object: identifier(entity, place.key),
          property: table.property(of: place.column),
          reason: "the sum doesn't fit its type")
      }
      try transaction.update(table, keys: batch, columns)
      for key in batch { transaction.log.note(.update, table, key: key, properties: properties) }
    }
  }
}

extension EntityTable {
  /// The property that a column is of.
  fileprivate func property(of column: String) -> String {
    let found = columns.first { $0.name == column }
    return found.map { entity.properties[$0.property].name } ?? column
  }
}
