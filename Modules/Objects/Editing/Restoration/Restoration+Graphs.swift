import StrataModel
import StrataStack

extension Restoration {
  /// Takes differences back in all graphs of a context, or in none.
  ///
  /// - Parameter finish: Called when all is done, before observers are notified; where it throws, all goes
  ///   back.
  /// - Throws: ``UndoError`` where somebody else stands in the way; `StorageError`.
  static func apply(
    _ differences: [GraphDifference], to context: ModelContext, _ layouts: [RowLayouts],
    standIns: [PersistentIdentifier: PersistentIdentifier] = [:],
    _ finish: ([Restoration]) throws -> Void = { _ in }
  ) throws {
    var done: [Restoration] = []
    /// Each graph is read inside the snapshot of the one before; nothing changes until all were.
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
          differences[index], in: graph, layouts[index], standIns: standIns)
        try apply(index + 1, prepared + [restoration])
      }
    }
    do {
      try apply(0, [])
    } catch {
      // Only a store that can't be read any more stands in the way now; what was done goes back.
      for restoration in done { try restoration.graph.replacePending(with: restoration.before) }
      throw error
    }
  }
}
