internal import StrataModel
internal import StrataPredicates
internal import StrataRuntime
internal import StrataSchema

// Two objects that link to each other retain each other. To keep memory bounded while a context
// iterates over a large store, the graph looks for such cycles whenever twice as many objects are
// in memory as after the last collection. It counts the references that relationships make and
// finds the objects that others retain, as a backup tracing collector does (Bacon, Cheng and Rajan,
// A Unified Theory of Garbage Collection, 2004).
//
// Correctness doesn't depend on the counts. An object whose links were turned into keys loads them
// again on access, and only Swift's reference counting releases it.
extension ObjectGraph {
  /// Collects reference cycles if enough objects were registered since the last collection.
  func collectIfDue() {
    guard phase.collectsCycles, identities.beginCollectionIfDue() else { return }
    collectCycles()
    identities.endCollection()
  }

  /// Breaks reference cycles of objects that only retain each other. O(objects in memory and links
  /// between them).
  func collectCycles() {
    // Objects without relationships are in no cycle.
    let candidates = entities.filter { $0.root == $0.index && $0.leadsOn }
    let objects = candidates.flatMap {
      registered($0.index, includingSubentities: true).map(\.object)
    }
    for model in unreferenced(objects) { unfollow(model) }
  }

  /// The objects of an array that only the array itself and other such objects retain. They belong
  /// to this graph or to none.
  func unreferenced(_ objects: [AnyObject]) -> [any PersistentModel] {
    guard !objects.isEmpty, RuntimeObject.hasRetainCounts else { return [] }
    var references = ReferenceCounts(expecting: objects.count)
    for object in objects {
      forEachTarget(of: object) { references.record($0) }
    }
    var open = references.heldElsewhere(objects)
    var reached = Set(open.map { ObjectIdentifier($0) })
    while let next = open.popLast() {
      forEachTarget(of: next) { target in
        if reached.insert(ObjectIdentifier(target)).inserted { open.append(target) }
      }
    }
    return objects.filter { !reached.contains(ObjectIdentifier($0)) }
      .compactMap { $0 as? any PersistentModel }
  }

  private func forEachTarget(of object: AnyObject, _ body: (AnyObject) -> Void) {
    // A link may lead to another context's object until a save reports it as an error.
    guard let model = object as? any PersistentModel,
      model._$state.graph.map({ $0 === self }) ?? true
    else { return }
    for relationship in entities[model._$state.entity].relationships {
      var read = ReadReferences()
      model._$visit(relationship.index, &read)
      for target in read.objects { body(target) }
    }
  }

  /// Replaces the loaded links of an object by keys.
  func unfollow(_ model: any PersistentModel) {
    for relationship in entities[model._$state.entity].relationships {
      var unfollow = UnfollowLinks(graph: self)
      model._$visit(relationship.index, &unfollow)
    }
  }
}

/// Counts of the references that relationships hold to each object.
private struct ReferenceCounts {
  private var counts: [ObjectIdentifier: UInt] = [:]

  init(expecting count: Int) { counts.reserveCapacity(count) }

  mutating func record(_ object: AnyObject) { counts[ObjectIdentifier(object), default: 0] += 1 }

  /// The objects that are retained by more than relationships and the list itself.
  func heldElsewhere(_ objects: [AnyObject]) -> [AnyObject] {
    // An object without other references serves as the baseline: its count is what the list and the
    // look-up add.
    final class Nobody {}
    let list = objects + [Nobody()]
    let unreferenced = RuntimeObject.retainCount(in: list, at: objects.count)
    return objects.indices.compactMap { index in
      // Each object is in the list and in the array that it copies.
      let count = RuntimeObject.retainCount(in: list, at: index) - 1
      return count > unreferenced + (counts[ObjectIdentifier(list[index])] ?? 0) ? list[index] : nil
    }
  }
}

/// Reads every reference that a relationship's slot retains, with repetitions.
private struct ReadReferences: _SlotVisitor {
  private(set) var objects: [AnyObject] = []

  mutating func visit(link: inout _Link) -> Bool {
    if let object = link.object { objects = [object] }
    return true
  }

  mutating func visit<Model: PersistentModel>(one slot: inout _Slot<Model?>) {}
  mutating func visit<Model: PersistentModel>(required slot: inout _Slot<Model>) {}

  mutating func visit<Model: PersistentModel>(many slot: inout _Slot<[Model]>) {
    objects = slot.value ?? []
    record(slot.members)
  }

  mutating func visit<Model: PersistentModel>(optionalMany slot: inout _Slot<[Model]?>) {
    objects = slot.value.flatMap { $0 } ?? []
    record(slot.members)
  }

  private mutating func record(_ members: Members?) {
    guard let members else { return }
    objects += members.known
    objects += members.added
    objects += members.removed.values
  }
}

/// Replaces loaded links by keys.
private struct UnfollowLinks: _SlotVisitor {
  let graph: ObjectGraph
  /// Retains the target until after the visit. Otherwise its `deinit` could run while the slot is
  /// being changed.
  private var released: AnyObject?
  private var forget = ForgetMembers()

  init(graph: ObjectGraph) { self.graph = graph }

  mutating func visit<Model: PersistentModel>(one slot: inout _Slot<Model?>) {
    guard let target = slot.value.flatMap({ $0 }), target._$state.graph === graph else { return }
    released = target
    slot.key = target._$state.key
    slot.value = nil
  }

  mutating func visit<Model: PersistentModel>(required slot: inout _Slot<Model>) {
    guard let target = slot.value, target._$state.graph === graph else { return }
    released = target
    slot.key = target._$state.key
    slot.value = nil
  }

  mutating func visit<Model: PersistentModel>(many slot: inout _Slot<[Model]>) {
    forget.visit(many: &slot)
  }

  mutating func visit<Model: PersistentModel>(optionalMany slot: inout _Slot<[Model]?>) {
    forget.visit(optionalMany: &slot)
  }
}
