// Whoever it leads to is looked at on their isolation alone; elsewhere only this reference is passed on.
/// A way to somebody's isolation, from anywhere, for as long as they are there.
package final class IsolationTurn<Taker: AnyObject>: @unchecked Sendable {
  private weak var taker: Taker?

  /// A way to somebody, who isn't kept.
  package init(_ taker: Taker) { self.taker = taker }

  /// Does something at a turn of their isolation.
  package func take(on isolation: isolated any Actor, _ body: @Sendable (Taker) -> Void) {
    if let taker { body(taker) }
  }
}
