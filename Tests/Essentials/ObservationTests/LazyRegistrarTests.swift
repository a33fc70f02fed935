import Observation
import StrataObservation
import Synchronization
import Testing

/// An observable class as a macro would write it.
private final class Lamp: Observable {
  var registrar = LazyRegistrar()
  private var storage = (isOn: false, color: "white")

  var isOn: Bool {
    get {
      if TrackingScope.isActive { registrar.access(self, keyPath: \.isOn) }
      return storage.isOn
    }
    set {
      registrar.willSet(self, keyPath: \.isOn)
      storage.isOn = newValue
      registrar.didSet(self, keyPath: \.isOn)
    }
  }

  var color: String {
    get {
      if TrackingScope.isActive { registrar.access(self, keyPath: \.color) }
      return storage.color
    }
    set {
      registrar.willSet(self, keyPath: \.color)
      storage.color = newValue
      registrar.didSet(self, keyPath: \.color)
    }
  }
}

private final class Count: Sendable {
  private let value = Atomic(0)
  var total: Int { value.load(ordering: .relaxed) }
  func add() { value.add(1, ordering: .relaxed) }
}

@Suite struct LazyRegistrars {
  private let lamp = Lamp()
  private let count = Count()

  @Test func areNotMadeUntilSomebodyLooks() {
    _ = lamp.isOn
    lamp.isOn = true
    #expect(!lamp.registrar.isWatched)
    withObservationTracking {
      _ = lamp.isOn
    } onChange: {
    }
    #expect(lamp.registrar.isWatched)
  }

  @Test func tellOfTheNextChangeOnce() {
    withObservationTracking {
      _ = lamp.isOn
    } onChange: { [count] in
      count.add()
    }
    lamp.isOn = true
    lamp.isOn = false
    #expect(count.total == 1)
  }

  @Test func tellNothingOfOtherProperties() {
    withObservationTracking {
      _ = lamp.isOn
    } onChange: { [count] in
      count.add()
    }
    lamp.color = "red"
    #expect(count.total == 0)
  }

  @Test func tellAllWhoLook() {
    for _ in 0..<3 {
      withObservationTracking {
        _ = lamp.isOn
      } onChange: { [count] in
        count.add()
      }
    }
    lamp.isOn = true
    #expect(count.total == 3)
  }
}
