internal import Dispatch
internal import Foundation

/// The queue of a context and its child contexts. They share one since they access each other's
/// objects.
final class ContextQueue: Sendable {
  private let queue: DispatchQueue
  private let isMain: Bool

  init(_ type: NSManagedObjectContext.ConcurrencyType) {
    isMain = type == .mainQueue
    queue = isMain ? .main : DispatchQueue(label: "NSManagedObjectContext")
  }

  /// Runs a body on the queue and waits for it. If the thread already is on the queue, even below
  /// another context's queue, the body runs at once.
  func sync<Result>(_ body: () throws -> Result) rethrows -> Result {
    if isHeld { return try body() }
    return try queue.sync { try holding(body) }
  }

  /// Runs a body on the queue without waiting for it.
  func async(_ body: @escaping @Sendable () -> Void) {
    queue.async { self.holding(body) }
  }

  private static let contextKey = "org.strata.currentContext"

  /// The context for which ``with(_:_:)`` runs the caller on this thread, or nil.
  static var context: NSManagedObjectContext? {
    Thread.current.threadDictionary[contextKey] as? NSManagedObjectContext
  }

  /// Runs a body as the given context's.
  static func with<Result>(
    _ context: NSManagedObjectContext, _ body: () throws -> Result
  ) rethrows -> Result {
    let thread = Thread.current
    let before = thread.threadDictionary[contextKey]
    thread.threadDictionary[contextKey] = context
    defer { thread.threadDictionary[contextKey] = before }
    return try body()
  }

  private static let key = "org.strata.heldContextQueues"

  private var isHeld: Bool {
    if isMain, Thread.isMainThread { return true }
    let held = Thread.current.threadDictionary[Self.key] as? Set<ObjectIdentifier>
    return held?.contains(ObjectIdentifier(self)) ?? false
  }

  private func holding<Result>(_ body: () throws -> Result) rethrows -> Result {
    let thread = Thread.current
    let before = thread.threadDictionary[Self.key] as? Set<ObjectIdentifier> ?? []
    thread.threadDictionary[Self.key] = before.union([ObjectIdentifier(self)])
    defer { thread.threadDictionary[Self.key] = before }
    return try body()
  }
}
