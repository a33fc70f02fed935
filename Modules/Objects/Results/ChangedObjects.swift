import StrataContexts
import StrataModel

/// The objects that have changed in a graph since the last call of ``take()``, for one reader.
final class ChangedObjects: GraphObserver {
  let interests: Set<GraphInterest>
  private let signal: AsyncStream<Void>.Continuation
  private var identifiers: Set<ObjectIdentifier> = []

  /// - Parameter signal: Wakes the reader when the set is no longer empty.
  init(of entities: [EntityIndex], _ signal: AsyncStream<Void>.Continuation) {
    interests = Set(entities.map { GraphInterest.anyProperty($0) })
    self.signal = signal
  }

  func graphDidChange(_ change: GraphChange) {
    switch change {
    case .property(let object, _, _), .values(let object, _, _):
      if isEmpty { signal.yield() }
      identifiers.insert(object)
    default: break
    }
  }

  var isEmpty: Bool { identifiers.isEmpty }

  /// Returns the objects and empties the set.
  func take() -> Set<ObjectIdentifier> {
    defer { identifiers = [] }
    return identifiers
  }
}
