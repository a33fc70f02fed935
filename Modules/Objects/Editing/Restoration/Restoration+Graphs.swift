import StrataContexts
import StrataModel

extension Restoration {
  /// Reverts differences in all graphs of a context, or in none.
  ///
  /// - Parameter finish: Called after all graphs have changed and before observers are notified. If
  ///   it throws, all graphs return to their previous state.
  /// - Throws: ``UndoError`` if other contexts' changes conflict. `StorageError` if a store can't
  ///   be read.
  static func apply(
    _ differences: [GraphDifference], to context: ModelContext, _ layouts: [RowLayouts],
    replacements: [PersistentIdentifier: PersistentIdentifier] = [:],
    _ finish: ([Restoration]) throws -> Void = { _ in }
  ) throws {
    var done: [Restoration] = []
    /// Prepares the graphs from `index` on, each inside the snapshot of the one before, then
    /// changes all.
    func apply(_ index: Int, _ prepared: [Restoration]) throws {
      guard index < context.graphs.count else {
        for restoration in prepared {
          try restoration.apply()
          done.append(restoration)
        }
        return try finish(prepared)
      }
      let graph = context.graphs[index]
      try graph.reading {
        let restoration = try Restoration(
          differences[index], in: graph, layouts[index], replacements: replacements)
        try apply(index + 1, prepared + [restoration])
      }
    }
    do {
      try apply(0, [])
    } catch {
      // The preparation has thrown any conflict. Now only a failed read or `finish` gets here, and
      // graphs that have changed already must go back.
      for restoration in done { try restoration.graph.replacePending(with: restoration.before) }
      throw error
    }
  }
}
