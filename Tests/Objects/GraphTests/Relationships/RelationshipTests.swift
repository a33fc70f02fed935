import StrataModelSupport
import Strata
import Testing

/// Where objects are when they are related: in a context, or not yet.
enum Place: CaseIterable { case outside, inContext }

@Suite struct Relationships {
  let context: ModelContext

  init() throws { context = try ModelContext.inMemory() }

  private func make<Model: FuzzModel>(_ serial: Int, _ place: Place) -> Model {
    let model = Model(serial: serial)
    if place == .inContext { context.insert(model) }
    return model
  }

  @Test(arguments: Place.allCases)
  func agreeWhenAMemberIsAppended(_ place: Place) {
    let (crate, parcel): (Crate, Parcel) = (make(1, place), make(2, place))
    crate.parcels.append(parcel)
    #expect(parcel.crate === crate)
  }

  @Test(arguments: Place.allCases)
  func agreeWhenAMemberIsSetFromItsEnd(_ place: Place) {
    let (crate, parcel): (Crate, Parcel) = (make(1, place), make(2, place))
    parcel.crate = crate
    #expect(crate.parcels == [parcel])
    parcel.crate = nil
    #expect(crate.parcels.isEmpty)
  }

  @Test(arguments: Place.allCases)
  func agreeWhenAMemberIsRemoved(_ place: Place) {
    let (crate, parcel): (Crate, Parcel) = (make(1, place), make(2, place))
    crate.parcels = [parcel]
    crate.parcels.removeAll()
    #expect(parcel.crate == nil && crate.parcels.isEmpty)
  }

  @Test(arguments: Place.allCases)
  func agreeWhenAMemberMoves(_ place: Place) {
    let (first, second): (Crate, Crate) = (make(1, place), make(2, place))
    let parcel: Parcel = make(3, place)
    first.parcels.append(parcel)
    second.parcels.append(parcel)
    #expect(first.parcels.isEmpty && second.parcels == [parcel] && parcel.crate === second)
    parcel.crate = first
    #expect(first.parcels == [parcel] && second.parcels.isEmpty)
  }

  @Test(arguments: Place.allCases)
  func agreeWhenMembersAreReplaced(_ place: Place) {
    let crate: Crate = make(1, place)
    let parcels: [Parcel] = (2..<6).map { make($0, place) }
    crate.parcels = Array(parcels[0..<3])
    crate.parcels[1] = parcels[3]
    #expect(parcels.map { $0.crate != nil } == [true, false, true, true])
    crate.parcels = [parcels[1]]
    #expect(parcels.map { $0.crate != nil } == [false, true, false, false])
  }

  @Test(arguments: Place.allCases)
  func keepOneOfEachMember(_ place: Place) {
    let (crate, parcel): (Crate, Parcel) = (make(1, place), make(2, place))
    let mark: Mark = make(3, place)
    crate.parcels += [parcel, parcel]
    crate.parcels.append(parcel)
    crate.marks = [mark, mark]
    crate.marks.append(mark)
    mark.crates.append(crate)
    #expect(crate.parcels == [parcel] && crate.marks == [mark] && mark.crates == [crate])
  }

  @Test(arguments: Place.allCases)
  func stayWhenMembersAreOnlyReordered(_ place: Place) {
    let crate: Crate = make(1, place)
    let parcels: [Parcel] = (2..<6).map { make($0, place) }
    crate.parcels = parcels
    crate.parcels.reverse()
    crate.parcels.swapAt(0, 3)
    crate.parcels.sort { $0.serial > $1.serial }
    #expect(crate.parcels == parcels.reversed())
    #expect(parcels.allSatisfy { $0.crate === crate })
  }

  @Test(arguments: Place.allCases)
  func agreeBetweenOneAndOne(_ place: Place) {
    let (first, second): (Crate, Crate) = (make(1, place), make(2, place))
    let (one, other): (Label, Label) = (make(3, place), make(4, place))
    first.label = one
    second.label = other
    #expect(one.crate === first && other.crate === second)
    first.label = other
    #expect(other.crate === first && one.crate == nil && second.label == nil)
    one.crate = first
    #expect(first.label === one && other.crate == nil)
  }

  @Test(arguments: Place.allCases)
  func agreeBetweenManyAndMany(_ place: Place) {
    let crates: [Crate] = (1..<4).map { make($0, place) }
    let marks: [Mark] = (4..<7).map { make($0, place) }
    crates[0].marks = marks
    marks[0].crates = crates
    crates[0].marks.removeLast()
    #expect(marks[0].crates == crates && marks[1].crates == [crates[0]])
    #expect(marks[2].crates.isEmpty && crates[1].marks == [marks[0]])
  }

  @Test(arguments: Place.allCases)
  func agreeWithinOneClass(_ place: Place) {
    let (parent, child): (Crate, Crate) = (make(1, place), make(2, place))
    child.parent = parent
    #expect(parent.children == [child])
    parent.parent = child
    #expect(child.children == [parent])
    parent.parent = parent
    #expect(parent.children == [child, parent] && child.children.isEmpty)
  }

  @Test func agreeWhereAnEndIsRequired() throws {
    let (first, second): (Crate, Crate) = (make(1, .inContext), make(2, .inContext))
    let ticket = Ticket(serial: 3, crate: first)
    context.insert(ticket)
    #expect(first.tickets == [ticket])
    ticket.crate = second
    #expect(first.tickets.isEmpty && second.tickets == [ticket])
    try context.save()
    second.tickets = []
    #expect(throws: StackError.missingValue(object: ticket.id, property: "crate")) {
      try context.save()
    }
    second.tickets = [ticket]
    try context.save()
  }

  @Test func mayBeNilToMany() throws {
    let (label, note): (Label, Note) = (make(1, .inContext), make(2, .inContext))
    #expect(label.notes == nil || label.notes == [])
    note.label = label
    #expect(label.notes == [note])
    label.notes?.removeAll()
    #expect(note.label == nil)
    label.notes = [note]
    label.notes = nil
    #expect(note.label == nil)
  }

  @Test func ofOneWayLeadOnlyThere() throws {
    let crate: Crate = make(1, .inContext)
    let parcel = Parcel(serial: 2)
    crate.favorite = parcel
    crate.seen = [parcel]
    #expect(parcel.modelContext === context && parcel.crate == nil)
    try context.save()
    context.delete(parcel)
    try context.save()
    #expect(crate.favorite == nil && crate.seen.isEmpty)
  }

  @Test func bringTheirObjectsAlong() throws {
    let crate = Crate(serial: 1)
    crate.children = [Crate(serial: 2)]
    crate.children[0].parcels = [Parcel(serial: 3)]
    crate.label = Label(serial: 4)
    crate.marks = [Mark(serial: 5)]
    context.insert(crate.children[0])
    #expect(context.insertedModelsArray.count == 5)
    try context.save()
    #expect(try context.all(Parcel.self).map(\.crate?.parent?.label?.serial) == [4])
  }

  @Test func givenToAnInitializerAreKnownToBothEndsOnInsertion() throws {
    let author = Author(name: "Ann")
    context.insert(author)
    let book = Book(title: "b", author: author)
    context.insert(book)
    #expect(author.books == [book])
  }

  @Test func reachAnyDepth() throws {
    let root: Crate = make(0, .outside)
    var last = root
    for serial in 1..<20_000 {
      let next = Crate(serial: serial)
      next.parent = last
      last = next
    }
    context.insert(root)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Crate>()) == 20_000)
    context.delete(root)
    try context.save()
    #expect(try context.fetchCount(FetchDescriptor<Crate>()) == 0)
  }
}
