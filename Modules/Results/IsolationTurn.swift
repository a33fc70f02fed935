import StrataStack

/// Somebody who does things at a turn of an isolation, rather than at once.
protocol TurnTaker: AnyObject {
  /// Does what has come up since the last turn.
  func takeTurn()
  /// Takes in what others have saved.
  func takeMergingTurn()
}

/// A way to somebody's isolation, from anywhere.
// The taker is looked at on its isolation alone; elsewhere only this reference is passed on.
final class IsolationTurn: @unchecked Sendable {
  private weak var taker: (any TurnTaker)?

  init(_ taker: any TurnTaker) { self.taker = taker }

  func take(on isolation: isolated any Actor) { taker?.takeTurn() }

  func merge(on isolation: isolated any Actor) { taker?.takeMergingTurn() }
}
