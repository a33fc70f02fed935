/// The references of deinitialized objects of a graph, which are released one after the other.
///
/// Objects that lead to each other in a chain would otherwise be released inside each other. Each
/// needs some hundred bytes of the stack, and a long chain would overflow it. So a deinitialized
/// object hands its references to the queue of its graph.
@usableFromInline
package final class ReleaseQueue {
  private var waiting: [Any] = []
  private var isReleasing = false

  package init() {}

  func append(_ reference: Any) { waiting.append(reference) }

  /// Releases the queued references, including those that are added meanwhile.
  ///
  /// Does nothing if it is already running.
  func release() {
    guard !isReleasing else { return }
    isReleasing = true
    // The reference leaves the list first, since its release can add to the list. Optimized code
    // would release an unused result while the list is still being changed.
    while let next = waiting.popLast() { withExtendedLifetime(next) {} }
    isReleasing = false
  }
}

// A generated `deinit` calls these for each slot. Only relationships retain other objects.

/// Does nothing, since a value retains no other object.
@_disfavoredOverload
@inlinable @inline(__always)
public func _release<Value>(_ slot: inout _Slot<Value>, _ state: inout _ModelState) {}

/// Releases the target of a to-one relationship.
@inlinable
public func _release<Model: PersistentModel>(
  _ slot: inout _Slot<Model?>, _ state: inout _ModelState
) {
  if case .some(.some) = slot.value { _releaseValue(of: &slot, &state) }
}

/// Releases the target of a required to-one relationship.
@inlinable
public func _release<Model: PersistentModel>(_ slot: inout _Slot<Model>, _ state: inout _ModelState)
{
  if slot.value != nil { _releaseValue(of: &slot, &state) }
}

/// Releases the members of a to-many relationship.
@inlinable
public func _release<Model: PersistentModel>(
  _ slot: inout _Slot<[Model]>, _ state: inout _ModelState
) {
  if slot.value?.isEmpty == false || slot.members != nil { _releaseValue(of: &slot, &state) }
}

/// Releases the members of an optional to-many relationship.
@inlinable
public func _release<Model: PersistentModel>(
  _ slot: inout _Slot<[Model]?>, _ state: inout _ModelState
) {
  if slot.value??.isEmpty == false || slot.members != nil { _releaseValue(of: &slot, &state) }
}

// An object without a graph has no queue, and is released as usual.
@usableFromInline
func _releaseValue<Value>(of slot: inout _Slot<Value>, _ state: inout _ModelState) {
  guard let queue = state.modelGraph?.releaseQueue else { return }
  if slot.value != nil { queue.append(slot.value.take() as Any) }
  if slot.members != nil {
    queue.append(slot.members as Any)
    slot.members = nil
  }
  queue.release()
}
