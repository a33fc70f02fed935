import StrataModelSupport
import Strata
import Testing

/// Both contexts have changed the same relationships; one saves, and the other merges.
@Suite struct MergeConflicts {
  let store: Storehouse
  let first: ModelContext
  let second: ModelContext

  init() throws {
    store = try Storehouse()
    first = try store.context()
    second = try store.context()
  }

  /// Saves new objects, and gives those of both contexts.
  private func both<Model: FuzzModel>(_ model: Model) throws -> (Model, Model) {
    first.insert(model)
    try first.save()
    let other = try #require(try second.existingModel(for: model.persistentModelID, as: Model.self))
    return (model, other)
  }

  private func saveBoth() throws {
    try first.save()
    try second.save()
    try first.mergeChanges()
    let faults = try ModelContext(try store.open()).checkStore()
    #expect(faults.isEmpty)
  }

  @Test func letTheLaterOfTwoOneToOneLinksStand() throws {
    let (label, sameLabel) = try both(Label(serial: 1))
    let (crate, sameCrate) = try both(Crate(serial: 2))
    let (other, sameOther) = try both(Crate(serial: 3))
    crate.label = label
    sameOther.label = sameLabel
    try first.save()
    try second.mergeChanges()
    #expect(sameCrate.label == nil && sameLabel.crate === sameOther)
    try saveBoth()
    #expect(crate.label == nil && other.label === label && label.crate === other)
  }

  @Test func partTheOtherEndOfAOneToOneLinkThatIsNotInMemory() throws {
    let (crate, sameCrate) = try both(Crate(serial: 1))
    let mine = Label(serial: 2)
    crate.label = mine
    sameCrate.label = Label(serial: 3)
    try saveBoth()
    #expect(mine.crate == nil && crate.label?.serial == 3)
  }

  @Test func keepALinkThatWasSetToWhatItWas() throws {
    let (crate, sameCrate) = try both(Crate(serial: 1))
    let (other, _) = try both(Crate(serial: 2))
    let (parcel, sameParcel) = try both(Parcel(serial: 3))
    let (label, sameLabel) = try both(Label(serial: 4))
    (crate.parcels, crate.label) = ([parcel], label)
    try first.save()
    try second.mergeChanges()
    sameParcel.crate = sameCrate
    sameLabel.crate = sameCrate
    (parcel.crate, label.crate) = (other, other)
    try first.save()
    try second.mergeChanges()
    #expect(sameCrate.parcels.map(\.serial) == [3] && sameCrate.label === sameLabel)
    try saveBoth()
    #expect(parcel.crate === crate && other.parcels.isEmpty && other.label == nil)
  }

  @Test func showLinksOfBothBetweenManyAndMany() throws {
    let (crate, sameCrate) = try both(Crate(serial: 1))
    let (mark, sameMark) = try both(Mark(serial: 2))
    let (other, sameOther) = try both(Mark(serial: 3))
    crate.marks.append(mark)
    sameCrate.marks.append(sameOther)
    try first.save()
    try second.mergeChanges()
    #expect(sameCrate.marks.map(\.serial) == [2, 3] && sameMark.crates.count == 1)
    try saveBoth()
    #expect(crate.marks.map(\.serial) == [2, 3] && other.crates.count == 1)
  }

  @Test func cutLinksToWhatIsGone() throws {
    let (crate, sameCrate) = try both(Crate(serial: 1))
    let (mark, sameMark) = try both(Mark(serial: 2))
    let (_, sameParcel) = try both(Parcel(serial: 3))
    sameCrate.marks.append(sameMark)
    sameParcel.crate = sameCrate
    first.delete(mark)
    first.delete(crate)
    try first.save()
    try second.mergeChanges()
    #expect(sameParcel.crate == nil && sameMark.modelContext == nil)
    #expect(throws: StackError.self) { try second.save() }
    try saveBoth()
  }

  @Test func applyDeleteRulesToMembersThatCameElsewhere() throws {
    let (crate, sameCrate) = try both(Crate(serial: 1))
    second.delete(sameCrate)
    let ticket = Ticket(serial: 2, crate: crate)
    first.insert(ticket)
    let parcel = Parcel(serial: 3)
    crate.parcels.append(parcel)
    crate.label = Label(serial: 4)
    try saveBoth()
    #expect(ticket.modelContext == nil && parcel.crate == nil && crate.modelContext == nil)
    #expect(try first.all(Label.self).isEmpty)
  }

  @Test func keepDeletedMembersAway() throws {
    let (crate, sameCrate) = try both(Crate(serial: 1))
    let (parcel, sameParcel) = try both(Parcel(serial: 2))
    parcel.crate = crate
    try first.save()
    try second.mergeChanges()
    sameParcel.crate = nil
    sameParcel.crate = sameCrate
    second.delete(sameParcel)
    crate.parcels.append(Parcel(serial: 3))
    try first.save()
    try second.mergeChanges()
    #expect(sameCrate.parcels.map(\.serial) == [3])
  }

  @Test func areMergedByARollback() throws {
    let (crate, sameCrate) = try both(Crate(serial: 1))
    let (other, sameOther) = try both(Crate(serial: 2))
    let (parcel, sameParcel) = try both(Parcel(serial: 3))
    crate.parcels = [parcel]
    try first.save()
    try second.mergeChanges()
    #expect(sameCrate.parcels.count == 1 && sameOther.parcels.isEmpty)
    other.parcels = [parcel]
    try first.save()
    sameParcel.value = 5
    second.rollback()
    #expect(sameParcel.crate === sameOther && sameParcel.value == 0)
    #expect(sameCrate.parcels.isEmpty && sameOther.parcels.count == 1)
  }
}
