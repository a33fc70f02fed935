internal import StrataModel
internal import StrataPredicates
internal import StrataRuntime
internal import StrataSchema

// Two objects that lead to each other keep each other in memory. So that a context which goes through a
// large store stays small, the graph looks for such objects that nobody else holds, whenever twice as
// many objects are in memory as the last look has left. It counts the references that relationships
// make, and finds whom others hold, as a backup tracing collector does (Bacon, Cheng and Rajan, A
// Unified Theory of Garbage Collection, 2004).
//
// Nothing depends on the counts being right: an object whose links are cut reads them again when
// somebody looks, and only the language's own counting lets it go.
extension ObjectGraph {
  /// How many objects are in memory before the first look. A look takes some 200 ns an object.
  static let smallestCollection = 10_000

  /// Looks for objects that only keep each other, if enough have come since the last look.
  func collectIfDue() {
    guard registrationCount > collectionThreshold, changeDepth == 0, !isSaving else { return }
    registrationCount = registeredCount
    guard registrationCount > collectionThreshold else { return }
    // An object that goes may look at others on its way.
    collectionThreshold = .max
    collectCycles()
    registrationCount = registeredCount
    collectionThreshold = max(Self.smallestCollection, registrationCount * 2)
  }

  /// Lets objects go that nobody holds but each other. O(objects in memory and links between them).
  func collectCycles() {
    // Objects without relationships are in no cycle.
    let candidates = entities.filter { $0.root == $0.index && $0.leadsOn }
    let objects = candidates.flatMap {
      registered($0.index, includingSubentities: true).map(\.object)
    }
    for model in unheld(objects) { unfollow(model) }
  }

  /// Those of some objects of this graph, or of none, that nobody holds but others of them and the array
  /// at hand.
  func unheld(_ objects: [AnyObject]) -> [any PersistentModel] {
    guard !objects.isEmpty, RuntimeObject.tellsRetainCounts else { return [] }
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
    // A link may lead to another context, which no save lets stand.
    guard let model = object as? any PersistentModel,
      model._$state.graph.map({ $0 === self }) ?? true
    else { return }
    for relationship in entities[model._$state.entity].relationships {
      var read = ReadReferences()
      model._$visit(relationship.index, &read)
      for target in read.objects { body(target) }
    }
  }

  /// Makes the links of an object keys again.
  func unfollow(_ model: any PersistentModel) {
    for relationship in entities[model._$state.entity].relationships {
      var unfollow = UnfollowLinks(graph: self)
      model._$visit(relationship.index, &unfollow)
    }
  }
}

/// How often objects are held by relationships.
private struct ReferenceCounts {
  private var counts: [ObjectIdentifier: UInt] = [:]

  init(expecting count: Int) { counts.reserveCapacity(count) }

  mutating func record(_ object: AnyObject) { counts[ObjectIdentifier(object), default: 0] += 1 }

  /// The objects that are held by others than relationships and the list itself.
  func heldElsewhere(_ objects: [AnyObject]) -> [AnyObject] {
    // What a reference in a list and the look at it add is told by an object that has no other.
    final class Nobody {}
    let list = objects + [Nobody()]
    let unheld = RuntimeObject.retainCount(in: list, at: objects.count)
    return objects.indices.compactMap { index in
      // The list is a copy, so that each object is in two of them.
      let count = RuntimeObject.retainCount(in: list, at: index) - 1
      return count > unheld + (counts[ObjectIdentifier(list[index])] ?? 0) ? list[index] : nil
    }
  }
}

/// Reads every reference that a relationship's slot holds, one for each.
private struct ReadReferences: SlotVisitor {
  private(set) var objects: [AnyObject] = []

  mutating func visit(link: inout _Link) -> Bool {
    if let object = link.object { objects = [object] }
    return true
  }

  mutating func visit<Model: PersistentModel>(one slot: inout Slot<Model?>) {}
  mutating func visit<Model: PersistentModel>(required slot: inout Slot<Model>) {}

  mutating func visit<Model: PersistentModel>(many slot: inout Slot<[Model]>) {
    objects = slot.value ?? []
    record(slot.members)
  }

  mutating func visit<Model: PersistentModel>(optionalMany slot: inout Slot<[Model]?>) {
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

/// Makes links that were followed keys again.
private struct UnfollowLinks: SlotVisitor {
  let graph: ObjectGraph
  /// What is let go of after the visit: nobody's `deinit` runs while a slot is changed.
  private var released: AnyObject?
  private var forget = ForgetMembers()

  init(graph: ObjectGraph) { self.graph = graph }

  mutating func visit<Model: PersistentModel>(one slot: inout Slot<Model?>) {
    guard let target = slot.value.flatMap({ $0 }), target._$state.graph === graph else { return }
    released = target
    slot.key = target._$state.key
    slot.value = nil
  }

  mutating func visit<Model: PersistentModel>(required slot: inout Slot<Model>) {
    guard let target = slot.value, target._$state.graph === graph else { return }
    released = target
    slot.key = target._$state.key
    slot.value = nil
  }

  mutating func visit<Model: PersistentModel>(many slot: inout Slot<[Model]>) {
    forget.visit(many: &slot)
  }

  mutating func visit<Model: PersistentModel>(optionalMany slot: inout Slot<[Model]?>) {
    forget.visit(optionalMany: &slot)
  }
}
