package import StrataModel
internal import Synchronization

/// The identifiers that a custom store has given to objects, each with the key of its row.
///
/// The rows are those of the store in memory that a container uses beside the custom store.
package final class StoreIdentifiers: Sendable {
  private struct State {
    var identifiers: [ObjectGraph.ObjectKey: PersistentIdentifier] = [:]
    var keys: [PersistentIdentifier: Int64] = [:]
  }

  private let state = Mutex(State())

  package init() {}

  /// The identifier of a row, or nil if the custom store hasn't given one yet.
  package func identifier(of row: ObjectGraph.ObjectKey) -> PersistentIdentifier? {
    state.withLock { $0.identifiers[row] }
  }

  /// The key of the row with an identifier, or nil if there is none.
  package func key(of identifier: PersistentIdentifier) -> Int64? {
    state.withLock { $0.keys[identifier] }
  }

  /// Assigns an identifier to a row. Identifiers of deleted rows remain, since their objects may.
  package func assign(_ identifier: PersistentIdentifier, to row: ObjectGraph.ObjectKey) {
    state.withLock {
      $0.identifiers[row] = identifier
      $0.keys[identifier] = row.key
    }
  }
}
