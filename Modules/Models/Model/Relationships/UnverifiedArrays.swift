internal import Dispatch
internal import Foundation
internal import Synchronization
package import StrataSchema

// An in-place access gives no hint of what was done in it. By its ends and its length, an array
// with one more member looks the same whether other members were replaced or not, and comparing all
// of it at each append would take quadratic time. So an array that looks like an append counts as
// unverified until all of it is compared: before the inverse of any relationship is read, before
// another relationship changes, and before the graph reads or saves.

/// The graphs with to-many relationships whose arrays haven't been compared since an append.
@usableFromInline
package enum UnverifiedArrays {
  private static let graphCount = Atomic<Int>(0)
  // A weak reference would make each later use of a graph slower. A context removes its graphs when
  // it is torn down.
  private static let mainGraphs = Mutex<[Entry]>([])

  // Main contexts belong to the main actor, and only the main actor takes a graph out of the list
  // to use it.
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

  /// Records that a graph has no unverified arrays any more.
  package static func leave(_ graph: any ModelGraph, isMain: Bool) {
    graphCount.subtract(1, ordering: .relaxed)
    if isMain { mainGraphs.withLock { $0.removeAll { $0.graph === graph } } }
  }

  /// The graphs of main contexts, or none if the caller isn't on the main actor.
  ///
  /// An object without a graph doesn't know which context's array it is in. Other contexts must not
  /// be used from here, since their isolation may be running on another thread.
  static var ofMainContexts: [any ModelGraph] {
    isOnMainActor ? mainGraphs.withLock { $0 }.map(\.graph) : []
  }

  // The main queue is the main actor's executor. Once the main thread has entered `dispatchMain()`,
  // other threads run it.
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
  /// Compares the arrays that may have this object as an unrecorded member.
  ///
  /// These are the arrays of its graph, or those of main contexts if it has none.
  ///
  /// - Parameter property: A relationship of the object that is about to be read or changed, whose
  ///   own array needn't be compared.
  /// - Returns: True if that array is unverified.
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
package struct VerifyMembers: _SlotVisitor {
  /// The members that were added and removed, or nil if the array equals the known members.
  package private(set) var change: _RelationshipChange?

  package init() {}

  package mutating func visit<Model: PersistentModel>(one slot: inout _Slot<Model?>) {}
  package mutating func visit<Model: PersistentModel>(required slot: inout _Slot<Model>) {}

  package mutating func visit<Model: PersistentModel>(many slot: inout _Slot<[Model]>) {
    guard let members = slot.members, members.isUnverified else { return }
    members.isUnverified = false
    guard var array = slot.value, !members.isSame(as: array) else { return }
    slot.value = nil
    let difference = members.takeDifference(&array)
    slot.value = array
    change = .many(added: difference.added, removed: difference.removed)
  }

  package mutating func visit<Model: PersistentModel>(optionalMany slot: inout _Slot<[Model]?>) {
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
