// Unchecked: the object is accessed on its isolation only. Other threads only pass this reference
// on.
/// A weak reference to an object that is confined to an isolation.
///
/// Any thread may pass it on.
package final class IsolationTurn<Taker: AnyObject>: @unchecked Sendable {
  private weak var taker: Taker?

  /// Creates a reference that doesn't retain the object.
  package init(_ taker: Taker) { self.taker = taker }

  /// Runs a function with the object on its isolation, unless the object was released.
  package func take(on isolation: isolated any Actor, _ body: @Sendable (Taker) -> Void) {
    if let taker { body(taker) }
  }
}
