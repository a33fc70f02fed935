import StrataModelSupport
import Strata
import Synchronization
import Testing

/// Counts what observers are told.
final class Count: Sendable {
  private let value = Atomic(0)
  var total: Int { value.load(ordering: .relaxed) }
  func add() { value.add(1, ordering: .relaxed) }
}

@Suite struct Observing {
  let context: ModelContext
  let crate = Crate(serial: 1)
  let count = Count()

  init() throws {
    context = try ModelContext.inMemory()
    context.insert(crate)
    try context.save()
  }

  private func watch(_ read: () -> Void) {
    withObservationTracking(read) { [count] in count.add() }
  }

  @Test func tellsOfOwnChanges() {
    watch { _ = crate.value }
    crate.value = 2
    #expect(count.total == 1)
  }

  @Test func tellsNothingOfOtherProperties() {
    watch { _ = crate.value }
    crate.serial = 7
    crate.parcels = [Parcel(serial: 2)]
    #expect(count.total == 0)
  }

  @Test func tellsOfChangesFromTheOtherEnd() {
    watch { _ = crate.parcels }
    Parcel(serial: 2).crate = crate
    #expect(count.total == 1)
    let label = Label(serial: 3)
    watch { _ = label.crate }
    crate.label = label
    #expect(count.total == 2)
    let mark = Mark(serial: 4)
    watch { _ = mark.crates }
    crate.marks.append(mark)
    #expect(count.total == 3)
  }

  @Test func tellsOfMerges() throws {
    watch { _ = crate.value }
    let other = ModelContext(context.container)
    try other.all(Crate.self).first?.value = 5
    try other.save()
    #expect(count.total == 0)
    try context.mergeChanges()
    #expect(count.total == 1 && crate.value == 5)
  }

  @Test func tellsOfMembersThatAMergeBrings() throws {
    _ = crate.parcels
    watch { _ = crate.parcels }
    let other = ModelContext(context.container)
    let parcel = Parcel(serial: 6)
    other.insert(parcel)
    parcel.crate = try other.all(Crate.self).first
    try other.save()
    try context.mergeChanges()
    #expect(count.total == 1 && crate.parcels.map(\.serial) == [6])
  }

  @Test func tellsOfARollback() {
    crate.value = 5
    watch { _ = crate.value }
    context.rollback()
    #expect(count.total == 1 && crate.value == 0)
  }

  @Test func worksOutsideContexts() {
    let loose = Crate(serial: 2)
    watch { _ = loose.value }
    loose.value = 3
    #expect(count.total == 1)
  }

  @MainActor @Test func feedsAsyncSequences() async throws {
    let crate = Crate(serial: 3)
    var values = Observations { crate.value }.makeAsyncIterator()
    #expect(await values.next() == 0)
    crate.value = 4
    #expect(await values.next() == 4)
  }
}
