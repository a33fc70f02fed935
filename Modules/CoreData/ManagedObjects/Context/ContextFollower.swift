/// An observer of a context that is called whenever pending changes are processed.
protocol ContextFollower: AnyObject {
  func contextDidProcessChanges()
}

/// A weak reference to a follower, so that its context doesn't retain it.
struct WeakFollower {
  weak var follower: (any ContextFollower)?
}
