import StrataMigration
import StrataSQLite
import StrataSchema

extension Store {
  /// Completes the error for a missing table or column: a newer program has removed it, or it is written otherwise.
  ///
  /// Reads the store's record of its schema, but only after such an error.
  func explained(_ error: StorageError, on connection: Connection) -> StorageError {
    guard case .missingName(let path, let missing, nil) = error else { return error }
    if wasMigrated(connection) { return .schemaChanged(path: path, missing: missing) }
    return .missingName(path: path, missing: missing, advice: spelling(of: missing))
  }

  /// True if the store's record lacks something of the schema that the store was opened with.
  private func wasMigrated(_ connection: Connection) -> Bool {
    guard !isForeign else { return false }
    do {
      let other = try engine.answering()
      defer { other?.close() }
      return try SchemaRecord.lacks(schema, other ?? connection)
    } catch {
      // The error that is being explained is the one to report. Nothing is known of the record.
      return false
    }
  }

  /// The advice for a name that a server reads in lower case, since the statement doesn't quote it.
  private func spelling(of missing: String) -> String? {
    guard isOnServer, let name = missing.split(whereSeparator: { " .".contains($0) }).last else {
      return nil
    }
    let known = tables.byEntity.values.flatMap { table in
      [table.name] + table.columns.map(\.name)
        + table.entity.relationships.filter(\.usesLinkTable).map { relationship in
          LinkTable.make(for: relationship, of: table.entity.name, in: schema).table.name
        }
    }
    guard !known.contains(String(name)),
      let right = Set(known).sorted().first(where: { $0.lowercased() == name })
    else { return nil }
    return
      "put quotes around the name, \"\(right)\": a server reads names without them in lower case"
  }
}
