import StrataStack

/// Counts the changes in a context, so that it is known whether an item has left any.
final class ChangeCounter: GraphObserver {
  private(set) var count = 0

  var interests: Set<GraphInterest> { [.everything] }

  func graphDidChange(_ change: GraphChange) { count += 1 }
}
