import SwiftData

struct PostalAddress: Codable, Equatable {
  var street: String
  var number: Int
}

enum Honorific: String, Codable { case dr, prof }

// As Xcode writes an initializer with all members.
@Model
final class BackedContact {

  internal init(
    contactId: String, firstName: String, lastCalled: Date? = nil,
    _$backingData: any BackingData<BackedContact> = BackedContact.createBackingData()
  ) {
    self.contactId = contactId
    self.firstName = firstName
    self.lastCalled = lastCalled
    self._$backingData = _$backingData
  }

  var contactId: String
  var firstName: String
  var lastCalled: Date?
}

@Model class BackedPerson {
  var name: String
  var token = UUID()
  var isActive = true
  var tags: [String] = ["new"]
  var honorific: Honorific
  var address: PostalAddress
  var employer: BackedFirm?
  @Relationship(deleteRule: .cascade, inverse: \BackedPet.owner) var pets: [BackedPet] = []
  @Transient var cache = 7

  init(name: String, honorific: Honorific, address: PostalAddress) {
    self.name = name
    self.honorific = honorific
    self.address = address
  }

  convenience init(named name: String) {
    self.init(backingData: Self.createBackingData())
    self.name = name
  }
}

@Model final class BackedPet {
  var name: String
  var owner: BackedPerson?
  init(name: String) { self.name = name }
}

@Model final class BackedFirm {
  var name: String
  var staff: [BackedPerson]?
  init(name: String) { self.name = name }
}

/// Makes a model of values by key path, knowing nothing of its initializers.
func imported<M: PersistentModel>(
  _ type: M.Type, _ fields: [(any BackingData<M>) -> Void]
) -> M {
  let backing: any BackingData<M> = M.createBackingData()
  for field in fields { field(backing) }
  return M(backingData: backing)
}
