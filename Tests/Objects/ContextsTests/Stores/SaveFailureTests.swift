import StrataModelSupport
import Strata
import Testing

@Suite struct SaveFailures {
  @Test func ofEqualUniqueValuesNameTheProperty() throws {
    let context = try ModelContext.inMemory()
    context.uniqueConflictPolicy = .error
    let first = Author(name: "Ann")
    context.insert(first)
    try context.save()
    let second = Author(name: "Ann")
    context.insert(second)
    let conflict = UniqueConflict(
      object: second.id, existing: first.id, properties: ["name"], values: ["'Ann'"])
    #expect(throws: StackError.notUnique(conflict)) { try context.save() }
    #expect(
      "\(StackError.notUnique(conflict))"
        == "\(second.id) can't be saved: \(first.id) has the same name 'Ann'")
    #expect(context.hasChanges && context.insertedModelsArray.count == 1)
    second.name = "Bea"
    try context.save()
    #expect(try context.all(Author.self).map(\.name) == ["Ann", "Bea"])
  }

  @Test func areNoneWhereAUniqueValueIsPassedOn() throws {
    let context = try ModelContext.inMemory()
    let (ann, bea) = (Author(name: "Ann"), Author(name: "Bea"))
    context.insert(ann)
    context.insert(bea)
    try context.save()
    ann.name = "Cid"
    context.insert(Author(name: "Ann"))
    context.delete(bea)
    context.insert(Author(name: "Bea"))
    try context.save()
    #expect(try context.all(Author.self).map(\.name) == ["Cid", "Ann", "Bea"])
  }

  @Test func leaveAllChangesPending() throws {
    let context = try ModelContext.inMemory()
    context.uniqueConflictPolicy = .error
    let (ann, crate) = (Author(name: "Ann"), Crate(serial: 1))
    context.insert(ann)
    context.insert(crate)
    crate.parcels = [Parcel(serial: 2)]
    try context.save()
    crate.value = 5
    context.delete(crate.parcels[0])
    context.insert(Author(name: "Ann"))
    let mark = Mark(serial: 3)
    crate.marks = [mark]
    #expect(throws: StackError.self) { try context.save() }
    let other = ModelContext(context.container)
    #expect(try other.all(Crate.self).map(\.value) == [0])
    #expect(try other.all(Parcel.self).count == 1 && other.all(Mark.self).isEmpty)
    ann.name = "Bea"
    try context.save()
    #expect(try other.all(Crate.self).map(\.value) == [5])
    #expect(try other.all(Parcel.self).isEmpty && other.all(Mark.self).count == 1)
    #expect(try other.all(Crate.self).first?.marks.count == 1)
  }

  @Test func ofAStoreThatIsOnlyRead() throws {
    let store = try Storehouse()
    let writing = try store.context()
    writing.insert(Mark(serial: 1))
    try writing.save()
    let context = ModelContext(try store.open(allowsSave: false))
    let mark = try #require(try context.all(Mark.self).first)
    mark.value = 4
    let new = Mark(serial: 2)
    context.insert(new)
    #expect(throws: StorageError.self) { try context.save() }
    #expect(context.hasChanges && mark.value == 4)
    #expect(try context.all(Mark.self).map(\.serial) == [1, 2])
    context.rollback()
    #expect(mark.value == 0 && !context.hasChanges && new.modelContext == nil)
  }

  @Test func ofALinkToWhatSomebodyElseDeletedMeanwhile() throws {
    let store = try Storehouse()
    let (first, second) = (try store.context(), try store.context())
    let crate = Crate(serial: 1)
    first.insert(crate)
    try first.save()
    second.delete(try #require(try second.all(Crate.self).first))
    try second.save()
    let ticket = Ticket(serial: 2, crate: crate)
    first.insert(ticket)
    // The crate has got a ticket here, which is a change of it; then the ticket is left without one.
    #expect(throws: StackError.deletedElsewhere(object: crate.id)) { try first.save() }
    for _ in 0..<2 {
      #expect(throws: StackError.missingValue(object: ticket.id, property: "crate")) {
        try first.save()
      }
    }
    #expect(first.hasChanges)
    #expect(try store.context().all(Ticket.self).isEmpty)
  }

  @Test func ofAnObjectThatSomebodyElseDeleted() throws {
    let store = try Storehouse()
    let (first, second) = (try store.context(), try store.context())
    let mark = Mark(serial: 1)
    first.insert(mark)
    try first.save()
    second.delete(try #require(try second.all(Mark.self).first))
    try second.save()
    mark.value = 2
    #expect(throws: StackError.deletedElsewhere(object: mark.id)) { try first.save() }
    first.rollback()
    try first.save()
    #expect(mark.modelContext == nil)
    #expect(try first.all(Mark.self).isEmpty)
  }
}
