import StrataModelSupport
import Strata
import Testing

/// One context has a member in memory that another one moves; then it reads a relationship that it
/// hasn't read yet.
@Suite struct MovedMembers {
  let store: Storehouse
  let mine: ModelContext
  let others: ModelContext
  let old: Crate
  let new: Crate
  let parcel: Parcel

  init() throws {
    store = try Storehouse()
    mine = try store.context()
    others = try store.context()
    let (first, second, parcel) = (Crate(serial: 8), Crate(serial: 9), Parcel(serial: 1))
    others.insert(contentsOf: [first, second])
    first.parcels.append(parcel)
    second.parcels.append(Parcel(serial: 2))
    try others.save()
    let crates = try mine.all(Crate.self)
    old = try #require(crates.first { $0.serial == 8 })
    new = try #require(crates.first { $0.serial == 9 })
    self.parcel = try #require(old.parcels.first)
    parcel.crate = second
    try others.save()
  }

  private func serials(_ crate: Crate) -> [Int] { crate.parcels.map(\.serial) }

  /// What a new context reads.
  private func stored() throws -> [Int: [Int]] {
    .init(
      uniqueKeysWithValues: try store.context().all(Crate.self).map { ($0.serial, serials($0)) })
  }

  @Test func agreeAtBothEndsOnceTheNewOwnerIsRead() {
    #expect(serials(new) == [2, 1])
    #expect(parcel.crate === new)
    #expect(serials(old).isEmpty)
  }

  @Test func leaveTheNewOwnerWhenTheyAreCut() throws {
    _ = new.parcels
    parcel.crate = nil
    #expect(serials(new) == [2])
    try mine.save()
    #expect(serials(new) == [2] && serials(old).isEmpty)
    #expect(try stored() == [8: [], 9: [2]])
  }

  @Test func goWithTheNewOwnerByCascadeOnlyWhileTheyAreIts() throws {
    _ = new.parcels
    parcel.crate = nil
    mine.delete(new)
    #expect(!parcel.isDeleted)
    try mine.save()
    #expect(try store.context().all(Parcel.self).contains { $0.serial == 1 })
  }

  @Test func comeBackByAnAppend() throws {
    _ = new.parcels
    old.parcels.append(parcel)
    #expect(parcel.crate === old && serials(old) == [1] && serials(new) == [2])
    try mine.save()
    #expect(try stored() == [8: [1], 9: [2]])
  }

  @Test func areThereOnceWhenTheyAreMovedToWhereTheyAre() throws {
    _ = new.parcels
    parcel.crate = new
    #expect(serials(new) == [2, 1])
    try mine.save()
    #expect(try stored() == [8: [], 9: [2, 1]])
  }

  @Test func areTakenOutOfTheNewOwner() throws {
    new.parcels.removeAll { $0 === parcel }
    #expect(parcel.crate == nil && serials(new) == [2] && serials(old).isEmpty)
    try mine.save()
    #expect(try stored() == [8: [], 9: [2]])
  }

  @Test func areMergedWhileAnArrayIsChangedInPlace() throws {
    // The closure reads while the array of the old owner is open.
    old.parcels.removeAll { member in
      _ = serials(new)
      return member !== parcel
    }
    #expect(serials(old).isEmpty && serials(new) == [2, 1] && parcel.crate === new)
    try mine.save()
    #expect(try stored() == [8: [], 9: [2, 1]])
  }

  @Test func stayWhereOthersPutThemWhenTheyAreRemovedFromWhereTheyWere() throws {
    old.parcels.removeAll { _ in
      _ = serials(new)
      return true
    }
    #expect(serials(old).isEmpty && serials(new) == [2, 1] && parcel.crate === new)
  }

  @Test func keepWhatIsAppendedWhileTheyAreMerged() throws {
    let added = Parcel(serial: 3)
    func addTo(_ parcels: inout [Parcel]) {
      _ = serials(new)
      parcels.append(added)
    }
    addTo(&old.parcels)
    #expect(serials(old) == [3] && added.crate === old && serials(new) == [2, 1])
    try mine.save()
    #expect(try stored() == [8: [3], 9: [2, 1]])
  }
}
