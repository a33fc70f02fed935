import StrataModelSupport
import Observation
import StrataStoreSupport
import Strata
import Testing

/// An observer that merges other members each time some were read.
@Suite struct RestlessObservers {
  @Test func leaveAReadFailureInsteadOfNothing() throws {
    let container = try ModelContainer(
      for: Crate.self, configurations: .temporary)
    let (context, other) = (ModelContext(container), ModelContext(container))
    let crate = Crate(serial: 1)
    context.insert(crate)
    try context.save()
    let theirs = try #require(try other.fetch(FetchDescriptor<Crate>()).first)
    func save() {
      theirs.value += 1
      theirs.parcels.append(Parcel(serial: theirs.value))
      do { try other.save() } catch { Issue.record(error) }
    }
    let observer = Restless {
      save()
      do { try context.mergeChanges() } catch { Issue.record(error) }
      // The next read merges this save, and notifies the observer.
      save()
    }
    // From here on the members have to be read.
    save()
    try context.mergeChanges()
    observer.observe(crate)
    save()
    #expect(crate.parcels.isEmpty)
    #expect(context.readFailures.count == 1)
    observer.isActive = false
    #expect(crate.parcels.count == theirs.parcels.count)
    #expect(throws: StackError.self) { try context.save() }
    try context.save()
  }
}

private final class Restless: @unchecked Sendable {
  // Used on the test's thread alone.
  var isActive = true
  private var isBusy = false
  private let disturb: () -> Void

  init(_ disturb: @escaping () -> Void) { self.disturb = disturb }

  func observe(_ crate: Crate) {
    // The closure is called on the thread that changes the object, which is the test's.
    nonisolated(unsafe) let crate = crate
    withObservationTracking {
      _ = crate.value
    } onChange: { [self] in
      // Its own merge notifies it, too.
      guard isActive, !isBusy else { return }
      isBusy = true
      disturb()
      isBusy = false
      observe(crate)
    }
  }
}
