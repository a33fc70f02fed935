import StrataModelSupport
import Strata
import Testing

/// Objects whose context is gone.
@Suite struct OutlivingObjects {
  @Test func keepTheirValuesAndFollowTheirLinks() throws {
    let store = try Storehouse()
    func make() throws -> Crate {
      let context = try store.context()
      let crate = Crate(serial: 1)
      context.insert(crate)
      crate.parcels = [Parcel(serial: 2)]
      crate.label = Label(serial: 3)
      try context.save()
      return crate
    }
    let crate = try make()
    #expect(crate.modelContext == nil && crate.serial == 1)
    #expect(crate.parcels.map(\.serial) == [2] && crate.label?.serial == 3)
    #expect(crate.parcels.first?.crate === crate)
  }

  @Test func canBeChangedWithoutEffect() throws {
    let store = try Storehouse()
    func make() throws -> (Crate, Crate, Ticket) {
      let context = try store.context()
      let (crate, new) = (Crate(serial: 1), Crate(serial: 2))
      context.insert(crate)
      try context.save()
      context.insert(new)
      let ticket = Ticket(serial: 3, crate: new)
      context.insert(ticket)
      return (crate, new, ticket)
    }
    let (crate, new, ticket) = try make()
    crate.value = 4
    crate.children.append(new)
    #expect(crate.value == 4 && new.parent === crate && ticket.crate === new)
    #expect(try store.context().all(Crate.self).map(\.value) == [0])
  }
}
