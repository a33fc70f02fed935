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
  // By thread, for objects that belong to no graph yet and may be members all the same. A weak reference
  // would make each later use of the graph slower; the context that ends takes its graphs out.
  private static let graphs = Mutex<[ObjectIdentifier: [Entry]]>([:])

  // Only the thread that entered a graph asks for it, and a graph is used by one thread at a time.
  private struct Entry: @unchecked Sendable {
    let graph: any ModelGraph
  }

  /// True if any graph of the process has unverified arrays.
  @usableFromInline
  package static var isPresent: Bool { graphCount.load(ordering: .relaxed) != 0 }

  /// The thread at hand, for ``enter(_:on:)`` and ``leave(_:on:)``.
  package static var currentThread: ObjectIdentifier { ObjectIdentifier(Thread.current) }

  /// Records that a graph has unverified arrays.
  package static func enter(_ graph: any ModelGraph, on thread: ObjectIdentifier) {
    graphCount.add(1, ordering: .relaxed)
    graphs.withLock { $0[thread, default: []].append(Entry(graph: graph)) }
  }

  /// Records that a graph has none any more.
  package static func leave(_ graph: any ModelGraph, on thread: ObjectIdentifier) {
    graphCount.subtract(1, ordering: .relaxed)
    graphs.withLock { graphs in
      graphs[thread]?.removeAll { $0.graph === graph }
      if graphs[thread]?.isEmpty ?? false { graphs[thread] = nil }
    }
  }

  /// The graphs that got unverified arrays on the thread at hand.
  static var ofCurrentThread: [any ModelGraph] {
    graphs.withLock { $0[currentThread] ?? [] }.map(\.graph)
  }
}

extension PersistentModel {
  /// Compares arrays that may have this object as a member without its knowing.
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
    for graph in UnverifiedArrays.ofCurrentThread { graph.verifyArrays(but: nil, 0) }
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
