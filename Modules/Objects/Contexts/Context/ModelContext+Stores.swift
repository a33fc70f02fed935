package import StrataGraph
import Foundation
package import StrataModel
import StrataStorage

// If a container has several stores, each has a graph of its own. Related objects are in the same
// store, so no link leads from one graph to another. The class of an object determines its graph.
extension ModelContext {
  /// The graph of a class's objects. For an unknown class, any graph, which reports the error.
  package func graph(of type: any PersistentModel.Type) -> ObjectGraph {
    guard hasSeveralStores else { return graph }
    return graphs.first { $0.knownIndex(of: type) != nil } ?? graph
  }

  /// The graph of an entity's objects. For an unknown entity, any graph, which reports the error.
  package func graph(named entity: String) -> ObjectGraph {
    graphs.first { $0.index(named: entity) != nil } ?? graph
  }

  /// The graph of a configuration's store, or of the first store for nil.
  package func graph(in configuration: ModelConfiguration.ID?) throws(ConfigurationError)
    -> ObjectGraph
  {
    guard let configuration else { return graph }
    let graph = graphs.first { $0.name == configuration }
    guard let graph else { throw .unknown(configuration) }
    return graph
  }

  /// Runs a body in a snapshot of each store, so that all of its reads in a store show one state.
  func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
    try refreshCustomStores()
    return try snapshot(graphs[...], body)
  }

  private func snapshot<Result>(
    _ graphs: ArraySlice<ObjectGraph>, _ body: () throws -> Result
  ) throws -> Result {
    guard let graph = graphs.first else { return try body() }
    return try graph.reader.snapshot { try snapshot(graphs.dropFirst(), body) }
  }

  /// The container's store with a graph's objects.
  package func origin(of graph: ObjectGraph) -> ContainerStore {
    core.stores[graphs.firstIndex { $0 === graph } ?? 0]
  }

  /// Inserts new objects, all or none.
  func insert(all models: [any PersistentModel]) {
    guard hasSeveralStores else { return graph.insert(contentsOf: models) }
    let parts = Dictionary(grouping: models) { ObjectIdentifier(graph(of: type(of: $0))) }
    // The first graph reports objects whose class is in no store.
    for graph in graphs {
      guard graph.canInsert(parts[ObjectIdentifier(graph)] ?? []) else { return }
    }
    for graph in graphs { graph.insert(contentsOf: parts[ObjectIdentifier(graph)] ?? []) }
  }

  /// Saves graphs, each inside the transaction of the one before, so that all are written before
  /// the first commits.
  ///
  /// - Parameter statements: The program's own statements, and the graph whose store they are for.
  func save(
    _ graphs: ArraySlice<ObjectGraph>, _ saved: inout [SavedChanges],
    _ statements: (graph: ObjectGraph, run: (StoreConnection) throws -> Void)? = nil
  ) throws {
    guard let graph = graphs.first else { return }
    // Others' objects are committed before these, which must not fail then.
    let changes = try graph.save(
      author: author, contextName: name, isAlone: hasSeveralStores,
      statements: statements?.graph === graph ? statements?.run : nil
    ) {
      try save(graphs.dropFirst(), &saved, statements)
    }
    if let changes { saved.append(changes) }
  }

  /// The graphs in an order that depends only on their stores, so that concurrent saves can't
  /// deadlock.
  var graphsToSave: [ObjectGraph] {
    guard hasSeveralStores else { return graphs }
    // A custom store can refuse a save, so it comes last: it is the first to keep what all have written.
    func rank(_ graph: ObjectGraph) -> (Int, String) {
      (origin(of: graph).custom == nil ? 0 : 1, graph.store.identifier.uuidString)
    }
    return graphs.sorted { rank($0) < rank($1) }
  }
}
