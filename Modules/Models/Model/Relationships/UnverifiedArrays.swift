internal import Dispatch
internal import Foundation
internal import Synchronization
package import StrataSchema

// An access in place gives no hint of what was done in it: by its ends and its length, an array that got
// one more member looks the same whether others were replaced or not, and comparing all of it at each
// append would take quadratic time. So what looks like an append is taken for one, and the array counts
// as unverified until all of it is compared: before the other end of any relationship is read, before
// another relationship changes, and before the graph reads or saves.

/// The graphs that have to-many relationships whose arrays haven't been compared since an append.
@usableFromInline
package enum UnverifiedArrays {
  private static let graphCount = Atomic<Int>(0)
  // A weak reference would make each later use of a graph slower. The context that ends removes its graphs.
  private static let mainGraphs = Mutex<[Entry]>([])

  // Main contexts are the main actor's, and only the main actor takes a graph out of the list to use it.
  private struct Entry: @unchecked Sendable {
    let graph: any ModelGraph
  }

  /// True if any graph of the process has unverified arrays.
  @usableFromInline
  package static var isPresent: Bool { graphCount.load(ordering: .relaxed) != 0 }

  /// Records that a graph has unverified arrays.
  ///
  /// - Parameter isMain: True for the graph of a main context.
  package static func enter(_ graph: any ModelGraph, isMain: Bool) {
    graphCount.add(1, ordering: .relaxed)
    if isMain { mainGraphs.withLock { $0.append(Entry(graph: graph)) } }
  }

  /// Records that a graph has none any more.
  package static func leave(_ graph: any ModelGraph, isMain: Bool) {
    graphCount.subtract(1, ordering: .relaxed)
    if isMain { mainGraphs.withLock { $0.removeAll { $0.graph === graph } } }
  }

  /// The graphs of main contexts, on the main actor. An object that belongs to no graph can't tell which
  /// context's array it is in, and no other context may be used from here: its isolation may be running on
  /// another thread.
  static var ofMainContexts: [any ModelGraph] {
    isOnMainActor ? mainGraphs.withLock { $0 }.map(\.graph) : []
  }

  // The main queue is the main actor's executor. Once the main thread has entered `dispatchMain()`, other
  // threads run it.
  private static var isOnMainActor: Bool {
    Thread.isMainThread || DispatchQueue.getSpecific(key: mainQueue) != nil
  }

  private static let mainQueue: DispatchSpecificKey<Void> = {
    let key = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: key, value: ())
    return key
  }()
}

extension PersistentModel {
  /// Compares arrays that may have this object as a member without its knowing: those of its graph, or, of
  /// an object in no graph, those of main contexts.
  ///
  /// - Parameter property: A relationship of the object that is about to be read or changed, whose own
  ///   array may stay as it is.
  /// - Returns: Whether that array is unverified.
  @discardableResult
  package func _$verifyArrays(but property: PropertyIndex? = nil) -> Bool {
    guard UnverifiedArrays.isPresent else { return false }
    if let graph = _$state.modelGraph {
      return graph.verifyArrays(but: property == nil ? nil : self, property ?? 0)
    }
    for graph in UnverifiedArrays.ofMainContexts { graph.verifyArrays(but: nil, 0) }
    return false
  }
}

/// Compares the array of a to-many relationship with the members that both ends know.
package struct VerifyMembers: SlotVisitor {
  /// The members that were added and removed; nil if the array equals the known members.
  package private(set) var change: RelationshipChange?

  package init() {}

  package mutating func visit<Model: PersistentModel>(one slot: inout Slot<Model?>) {}
  package mutating func visit<Model: PersistentModel>(required slot: inout Slot<Model>) {}

  package mutating func visit<Model: PersistentModel>(many slot: inout Slot<[Model]>) {
    guard let members = slot.members, members.isUnverified else { return }
    members.isUnverified = false
    guard var array = slot.value, !members.isSame(as: array) else { return }
    slot.value = nil
    let difference = members.takeDifference(&array)
    slot.value = array
    change = .many(added: difference.added, removed: difference.removed)
  }

  package mutating func visit<Model: PersistentModel>(optionalMany slot: inout Slot<[Model]?>) {
    guard let members = slot.members, members.isUnverified else { return }
    members.isUnverified = false
    guard let value = slot.value, var array = value, !members.isSame(as: array) else { return }
    slot.value = nil
    let difference = members.takeDifference(&array)
    slot.value = .some(array)
    change = .many(added: difference.added, removed: difference.removed)
  }
}

extension Members {
  /// True if an array has the known members in their order. O(n) comparisons of references.
  fileprivate func isSame<Model: PersistentModel>(as array: [Model]) -> Bool {
    guard known.count == array.count else { return false }
    return known.withUnsafeBufferPointer { known in
      array.withUnsafeBufferPointer { array in
        for index in known.indices where known[index] !== array[index] { return false }
        return true
      }
    }
  }
}
