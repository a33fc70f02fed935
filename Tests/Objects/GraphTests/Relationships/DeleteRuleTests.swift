import StrataModelSupport
import Strata
import Testing

@Suite struct DeleteRules {
  let context: ModelContext

  init() throws { context = try ModelContext.inMemory() }

  @Test func cascadeToAnyDepth() throws {
    let root = Crate(serial: 0)
    context.insert(root)
    root.children = [Crate(serial: 1), Crate(serial: 2)]
    root.children[0].children = [Crate(serial: 3)]
    root.children[0].children[0].tickets = [Ticket(serial: 4, crate: root.children[0].children[0])]
    root.label = Label(serial: 5)
    try context.save()
    context.delete(root)
    #expect(context.deletedModelsArray.count == 6)
    try context.save()
    #expect(try context.all(Crate.self).isEmpty)
    #expect(try context.all(Ticket.self).isEmpty && context.all(Label.self).isEmpty)
  }

  @Test func cascadeToObjectsThatAreNotInMemory() throws {
    let store = try Storehouse()
    let writing = try store.context()
    let root = Crate(serial: 0)
    writing.insert(root)
    root.children = (1..<50).map { Crate(serial: $0) }
    try writing.save()
    let other = try store.context()
    var first = FetchDescriptor<Crate>()
    first.fetchLimit = 1
    other.delete(try #require(try other.fetch(first).first))
    try other.save()
    #expect(try other.fetchCount(FetchDescriptor<Crate>()) == 0)
  }

  @Test func survivesACircle() throws {
    let (first, second) = (Crate(serial: 1), Crate(serial: 2))
    context.insert(first)
    first.parent = second
    second.parent = first
    try context.save()
    context.delete(first)
    try context.save()
    #expect(try context.all(Crate.self).isEmpty)
  }

  @Test func nullifyBothEnds() throws {
    let crate = Crate(serial: 1)
    context.insert(crate)
    let (parcel, mark) = (Parcel(serial: 2), Mark(serial: 3))
    crate.parcels = [parcel]
    crate.marks = [mark]
    try context.save()
    context.delete(crate)
    #expect(parcel.crate == nil && mark.crates.isEmpty)
    try context.save()
    #expect(try context.checkStore().isEmpty)
    let other = ModelContext(context.container)
    #expect(try other.all(Parcel.self).first?.crate == nil)
    #expect(try other.all(Mark.self).first?.crates == [])
  }

  @Test func nullifyTheEndOfADeletedMember() throws {
    let crate = Crate(serial: 1)
    context.insert(crate)
    crate.parcels = [Parcel(serial: 2), Parcel(serial: 3)]
    let label = Label(serial: 4)
    crate.label = label
    try context.save()
    context.delete(crate.parcels[0])
    context.delete(label)
    #expect(crate.parcels.map(\.serial) == [3] && crate.label == nil)
    try context.save()
    #expect(crate.parcels.map(\.serial) == [3] && crate.label == nil)
  }

  @Test func denyWithATypedError() throws {
    let landlord = Landlord(name: "L")
    context.insert(landlord)
    landlord.tenants = [Tenant(name: "a"), Tenant(name: "b")]
    try context.save()
    context.delete(landlord)
    let denial = StackError.deleteDenied(object: landlord.id, property: "tenants", count: 2)
    #expect(throws: denial) { try context.save() }
    #expect(context.hasChanges)
    for tenant in try context.all(Tenant.self) { context.delete(tenant) }
    try context.save()
    #expect(try context.all(Landlord.self).isEmpty)
  }

  @Test func denyAndRollBack() throws {
    let landlord = Landlord(name: "L")
    context.insert(landlord)
    landlord.tenants = [Tenant(name: "a")]
    try context.save()
    context.delete(landlord)
    #expect(throws: StackError.self) { try context.save() }
    context.rollback()
    #expect(landlord.tenants.map(\.name) == ["a"])
    #expect(landlord.tenants.first?.landlord === landlord)
    try context.save()
  }

  @Test func noActionLeavesTheObjectAndTheSaveCutsItsLink() throws {
    let landlord = Landlord(name: "L")
    context.insert(landlord)
    let key = Key(number: 1)
    landlord.keys = [key]
    try context.save()
    context.delete(landlord)
    try context.save()
    let read = try #require(try ModelContext(context.container).all(Key.self).first)
    #expect(read.landlord == nil)
    #expect(try context.checkStore() == [])
  }

  @Test func leaveADeletedObjectWithItsValues() throws {
    let crate = Crate(serial: 1)
    context.insert(crate)
    crate.parcels = [Parcel(serial: 2)]
    crate.value = 7
    try context.save()
    context.delete(crate)
    #expect(crate.value == 7 && crate.parcels.count == 1)
    try context.save()
    #expect(crate.value == 7 && crate.parcels.isEmpty)
    crate.value = 8
    #expect(!context.hasChanges)
  }
}
