/// Somebody who looks at a context's objects whenever its pending changes are processed.
protocol ContextFollower: AnyObject {
  func contextDidProcessChanges()
}

/// A follower that its context doesn't keep.
struct WeakFollower {
  weak var follower: (any ContextFollower)?
}
