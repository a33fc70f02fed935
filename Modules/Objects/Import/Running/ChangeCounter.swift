import StrataStack

/// Counts a context's changes, to detect that an item has changed something before it failed.
final class ChangeCounter: GraphObserver {
  private(set) var count = 0

  var interests: Set<GraphInterest> { [.everything] }

  func graphDidChange(_ change: GraphChange) { count += 1 }
}
