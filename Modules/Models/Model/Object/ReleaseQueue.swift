/// References that objects of a graph let go of while they are released, taken one after the other.
///
/// Objects that lead to each other in a chain would be released inside each other, some hundred bytes of
/// the stack each, and a long chain would overflow it. So an object that is released hands what it leads to
/// to the queue of its graph.
@usableFromInline
package final class ReleaseQueue {
  private var waiting: [Any] = []
  private var isReleasing = false

  package init() {}

  func append(_ reference: Any) { waiting.append(reference) }

  /// Releases what waits, and what is handed over on the way. Does nothing inside itself.
  func release() {
    guard !isReleasing else { return }
    isReleasing = true
    // The reference leaves the list first: what is released adds to the list. Optimized code would release
    // an unused result while the list is still being changed.
    while let next = waiting.popLast() { withExtendedLifetime(next) {} }
    isReleasing = false
  }
}

// A generated `deinit` calls these for each slot. Only relationships hold other objects.

/// Does nothing: a value holds no other object.
@_disfavoredOverload
@inlinable @inline(__always)
public func _release<Value>(_ slot: inout Slot<Value>, _ state: inout ModelState) {}

/// Lets go of the object that a to-one relationship leads to.
@inlinable
public func _release<Model: PersistentModel>(
  _ slot: inout Slot<Model?>, _ state: inout ModelState
) {
  if case .some(.some) = slot.value { _releaseValue(of: &slot, &state) }
}

/// Lets go of the object that a to-one relationship leads to.
@inlinable
public func _release<Model: PersistentModel>(_ slot: inout Slot<Model>, _ state: inout ModelState) {
  if slot.value != nil { _releaseValue(of: &slot, &state) }
}

/// Lets go of the members of a to-many relationship.
@inlinable
public func _release<Model: PersistentModel>(
  _ slot: inout Slot<[Model]>, _ state: inout ModelState
) {
  if slot.value?.isEmpty == false || slot.members != nil { _releaseValue(of: &slot, &state) }
}

/// Lets go of the members of a to-many relationship.
@inlinable
public func _release<Model: PersistentModel>(
  _ slot: inout Slot<[Model]?>, _ state: inout ModelState
) {
  if slot.value??.isEmpty == false || slot.members != nil { _releaseValue(of: &slot, &state) }
}

// An object of no graph is released as any other.
@usableFromInline
func _releaseValue<Value>(of slot: inout Slot<Value>, _ state: inout ModelState) {
  guard let queue = state.modelGraph?.releaseQueue else { return }
  if slot.value != nil { queue.append(slot.value.take() as Any) }
  if slot.members != nil {
    queue.append(slot.members as Any)
    slot.members = nil
  }
  queue.release()
}
