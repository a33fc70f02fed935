public import Foundation
package import StrataGraph
package import StrataModel
internal import StrataQuery
internal import StrataSQLite
internal import StrataSchema
public import StrataStorage

extension ModelContext {
  /// The location, size and number of objects of a store. O(number of objects).
  ///
  /// - Parameter configuration: The name of the store's configuration, or nil for the container's
  ///   first.
  public func storeInformation(
    of configuration: ModelConfiguration.ID? = nil
  ) throws -> StoreInformation { try graph(in: configuration).reader.information() }

  /// Checks the stores for faults. O(size of the stores).
  ///
  /// The check covers files, keys, links, inverses, search indexes and histories. It also decodes each row,
  /// including JSON. The result contains all faults, but only the first of each row. If a file is
  /// damaged, the result contains only that.
  ///
  /// - Parameter progress: Called with the number of checked rows. May throw to stop the check.
  /// - Throws: `StorageError` if a store can't be read, errors of `progress`.
  public func checkStore(
    progress: (_ rowCount: Int) throws -> Void = { _ in }
  ) throws -> [StoreFault] {
    var rowCount = 0
    return try graphs.flatMap { try $0.check(&rowCount, progress) }
  }

  /// Fills the search indexes of all stores in files again from the objects' texts, if
  /// ``checkStore(progress:)`` has found one that is out of step.
  ///
  /// Only another program that switches triggers off can bring an index out of step. A server keeps its
  /// indexes itself.
  ///
  /// - Throws: `StorageError`.
  /// - Complexity: O(length of all texts).
  public func rebuildSearchIndexes() throws {
    for graph in graphs { try graph.store.rebuildSearchIndexes() }
  }
}

extension ObjectGraph {
  fileprivate func check(
    _ rowCount: inout Int, _ progress: (_ rowCount: Int) throws -> Void
  ) throws -> [StoreFault] {
    var faults = try reader.check()
    guard !faults.contains(where: { $0.kind == .file }) else { return faults }
    for root in entities where root.entity.superentity == nil {
      func check(_ entity: GraphEntity, _ key: Int64, _ row: inout Row) throws {
        rowCount += 1
        if rowCount % 1000 == 0 { try progress(rowCount) }
        row.decodesAtOnce = true
        do {
          _ = try entity.type._$make(&row)
        } catch {
          faults.append(
            StoreFault(kind: .value, place: "\(entity.name)/\(key)", message: "\(error)"))
        }
      }
      let sql = try SQLQuery(Query(entity: root.name), select: .rows, tables: store.tables)
      // `reader.check()` has reported rows with invalid keys.
      let passOver: StoreReader.Unreadable = { _, _ in }
      if root.table.isPolymorphic {
        let kinds = root.kinds.map { entities[$0] }
        try reader.forEachRow(sql, ofKindsOf: root.table, unreadable: passOver) { kind, key, row in
          try check(kinds[kind], key, &row)
        }
      } else {
        try reader.forEachRow(sql, of: root.table, unreadable: passOver) { key, row in
          try check(root, key, &row)
        }
      }
    }
    return faults
  }
}

/// The identity of a context and its author.
public struct EditingState: Sendable, Hashable, Identifiable {
  /// The identifier of the context.
  public let id: UUID
  /// The author of the context's saves.
  public var author: String?
}

extension ModelContext {
  /// The context's identity and author.
  public var editingState: EditingState { EditingState(id: editingIdentifier, author: author) }
}

extension ModelContext {
  /// Records an error for an invalid use of a property where nothing can be thrown. The next save
  /// throws it.
  package func recordMistake(
    of model: any PersistentModel, property: String, reason: String
  ) {
    let graph = graphs.first { $0 === model._$state.modelGraph } ?? graph
    graph.record(
      .invalidValue(object: model.persistentModelID, property: property, reason: reason))
  }

  /// Records an error where nothing can be thrown. The next save throws it.
  package func recordMistake(_ error: StackError) { graph.record(error) }
}
