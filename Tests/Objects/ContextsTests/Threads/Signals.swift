import Synchronization

/// A flag that a test waits for.
final class Flag: Sendable {
  private let flag = Atomic<Bool>(false)
  var isSet: Bool { flag.load(ordering: .acquiring) }

  func set() { flag.store(true, ordering: .releasing) }
}

/// Values in the order in which tasks have added them.
final class Trace<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])
  var all: [Value] { values.withLock(\.self) }

  func add(_ value: Value) { values.withLock { $0.append(value) } }
}
