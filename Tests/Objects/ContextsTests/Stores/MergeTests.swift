import StrataModelSupport
import Strata
import Testing

@Suite struct Merging {
  let store: Storehouse
  let first: ModelContext
  let second: ModelContext

  /// Two containers on one file, as two processes have.
  init() throws {
    store = try Storehouse()
    first = try store.context()
    second = try store.context()
  }

  private func pair() throws -> (Crate, Crate) {
    let crate = Crate(serial: 1)
    first.insert(crate)
    crate.parcels = [Parcel(serial: 2)]
    crate.marks = [Mark(serial: 3)]
    crate.label = Label(serial: 4)
    try first.save()
    let other = try #require(try second.all(Crate.self).first)
    #expect(other.parcels.count == 1 && other.marks.count == 1 && other.label != nil)
    return (crate, other)
  }

  @Test func bringsValues() throws {
    let (crate, other) = try pair()
    crate.value = 9
    try first.save()
    #expect(other.value == 0)
    try second.mergeChanges()
    #expect(other.value == 9 && !second.hasChanges)
  }

  @Test func bringsMembersThatCameAndWent() throws {
    let (crate, other) = try pair()
    crate.parcels.append(Parcel(serial: 5))
    crate.marks = []
    crate.label = nil
    try first.save()
    try second.mergeChanges()
    #expect(other.parcels.map(\.serial) == [2, 5] && other.marks.isEmpty && other.label == nil)
    context(first) { $0.delete(crate.parcels[0]) }
    try first.save()
    try second.mergeChanges()
    #expect(other.parcels.map(\.serial) == [5])
  }

  private func context(_ context: ModelContext, _ body: (ModelContext) -> Void) { body(context) }

  @Test func letsDeletedObjectsGo() throws {
    let (crate, other) = try pair()
    let parcel = try #require(other.parcels.first)
    first.delete(crate)
    try first.save()
    try second.mergeChanges()
    #expect(other.modelContext == nil && other.serial == 1)
    #expect(parcel.modelContext === second && parcel.crate == nil)
  }

  @Test func keepsWhatWasChangedHere() throws {
    let (crate, other) = try pair()
    other.value = 7
    crate.value = 5
    crate.favorite = crate.parcels.first
    try first.save()
    try second.mergeChanges()
    #expect(other.value == 7 && other.favorite?.serial == 2)
    try second.save()
    try first.mergeChanges()
    #expect(crate.value == 7)
  }

  @Test func happensOnFetching() throws {
    let (crate, other) = try pair()
    crate.value = 3
    try first.save()
    _ = try second.fetchCount(FetchDescriptor<Mark>())
    #expect(other.value == 3)
  }

  @Test func happensInTheContextsOfOneContainerToo() throws {
    let (crate, _) = try pair()
    let sibling = ModelContext(first.container)
    let other = try #require(try sibling.all(Crate.self).first)
    crate.value = 4
    try first.save()
    try sibling.mergeChanges()
    #expect(other.value == 4)
  }

  @Test func leavesNothingToSave() throws {
    let (crate, _) = try pair()
    for value in 1..<5 {
      crate.value = value
      try first.save()
      try second.mergeChanges()
      #expect(!second.hasChanges)
    }
    try second.save()
    #expect(try second.historyEntries().count == 5)
  }
}
