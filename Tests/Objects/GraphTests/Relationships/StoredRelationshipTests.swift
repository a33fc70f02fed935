@testable import StrataGraph
@testable import StrataContexts
import StrataModelSupport
import Strata
import StrataSchema
import Testing

@Suite struct StoredRelationships {
  let store: Storehouse
  let context: ModelContext

  init() throws {
    store = try Storehouse()
    context = try store.context()
  }

  private func crate(_ serial: Int, in context: ModelContext) throws -> Crate {
    try #require(
      try context.fetch(FetchDescriptor<Crate>(predicate: #Predicate { $0.serial == serial })).first
    )
  }

  @Test func keepTheOrderInWhichMembersCame() throws {
    let crate = Crate(serial: 1)
    context.insert(crate)
    let parcels = (0..<6).map { Parcel(serial: $0) }
    for parcel in parcels { context.insert(parcel) }
    try context.save()
    for index in [3, 1, 5, 0] { parcels[index].crate = crate }
    try context.save()
    crate.parcels.append(parcels[4])
    crate.parcels.removeFirst()
    crate.parcels.append(parcels[3])
    try context.save()
    let read = try self.crate(1, in: try store.context())
    #expect(read.parcels.map(\.serial) == [1, 5, 0, 4, 3])
    #expect(read.parcels.map(\.serial) == crate.parcels.map(\.serial))
  }

  @Test func keepAMembersPlaceWhenItIsAssignedAgain() throws {
    let crate = Crate(serial: 1)
    context.insert(crate)
    let parcels = (0..<3).map { Parcel(serial: $0) }
    for parcel in parcels { context.insert(parcel) }
    try context.save()
    crate.parcels = parcels.reversed()
    try context.save()
    let other = try store.context()
    let member = try #require(try self.crate(1, in: other).parcels.last)
    member.crate = try self.crate(1, in: other)
    member.value = 3
    try other.save()
    #expect(try self.crate(1, in: try store.context()).parcels.map(\.serial) == [2, 1, 0])
  }

  @Test func keepTheOrderOfManyToMany() throws {
    let crate = Crate(serial: 1)
    context.insert(crate)
    let marks = (0..<5).map { Mark(serial: $0) }
    for mark in marks { context.insert(mark) }
    for index in [4, 0, 3] { crate.marks.append(marks[index]) }
    marks[1].crates.append(crate)
    try context.save()
    #expect(try self.crate(1, in: try store.context()).marks.map(\.serial) == [4, 0, 3, 1])
  }

  @Test func areNotLoadedWhenAMemberComesFromItsEnd() throws {
    let crate = Crate(serial: 1)
    context.insert(crate)
    crate.parcels = (0..<5).map { Parcel(serial: $0) }
    try context.save()
    let other = try store.context()
    let read = try self.crate(1, in: other)
    let new = Parcel(serial: 9)
    other.insert(new)
    new.crate = read
    #expect(!isLoaded(read, "parcels"))
    try other.save()
    #expect(!isLoaded(read, "parcels"))
    #expect(read.parcels.map(\.serial) == [0, 1, 2, 3, 4, 9])
    #expect(isLoaded(read, "parcels"))
  }

  private func isLoaded(_ model: some PersistentModel, _ name: String) -> Bool {
    let properties = type(of: model)._$entity.properties
    guard let index = properties.firstIndex(where: { $0.name == name }) else { return false }
    var read = ReadTargets()
    model._$visit(PropertyIndex(index), &read)
    return read.isLoaded
  }

  @Test func tellKnownMembersByTheirKeysToo() throws {
    let crate = Crate(serial: 1)
    context.insert(crate)
    crate.children = [crate]
    try context.save()
    let read = try self.crate(1, in: try store.context())
    read.children.append(read)
    #expect(read.children == [read])
  }

  @Test func doNotTakeANewObjectForOneThatWent() throws {
    let crate = Crate(serial: 1)
    context.insert(crate)
    crate.marks = (0..<200).map { Mark(serial: $0) }
    try context.save()
    let other = try store.context()
    let read = try self.crate(1, in: other)
    // The removed marks are gone from memory before the rest is read, into the same places.
    for mark in try other.all(Mark.self) where mark.serial % 2 == 0 { mark.crates = [] }
    try other.save()
    #expect(read.marks.map(\.serial) == Array(stride(from: 1, to: 200, by: 2)))
  }

  @Test func comeBackWithADeletedObject() throws {
    let (crate, parent) = (Crate(serial: 1), Crate(serial: 2))
    context.insert(crate)
    crate.parent = parent
    crate.children = [Crate(serial: 3)]
    crate.marks = [Mark(serial: 4)]
    crate.label = Label(serial: 5)
    crate.parcels = [Parcel(serial: 6)]
    try context.save()
    context.delete(crate)
    #expect(parent.children.isEmpty)
    context.insert(crate)
    #expect(parent.children == [crate] && crate.children.first?.parent === crate)
    #expect(crate.marks.first?.crates == [crate] && crate.label?.crate === crate)
    #expect(crate.parcels.first?.crate === crate)
    try context.save()
    let read = try self.crate(1, in: try store.context())
    #expect(read.parent?.serial == 2 && read.children.map(\.serial) == [3])
    #expect(read.marks.map(\.serial) == [4] && read.label?.serial == 5)
    #expect(read.parcels.map(\.serial) == [6])
  }

  @Test func comeBackAfterARollbackAlsoWhereTheyWereReadMeanwhile() throws {
    let crate = Crate(serial: 1)
    context.insert(crate)
    crate.parcels = [Parcel(serial: 2)]
    crate.seen = crate.parcels
    try context.save()
    let other = try store.context()
    let parcel = try #require(try other.all(Parcel.self).first)
    other.delete(parcel)
    let read = try self.crate(1, in: other)
    #expect(read.parcels.isEmpty && read.seen.isEmpty)
    other.rollback()
    #expect(read.parcels == [parcel] && read.seen == [parcel])
  }
}
