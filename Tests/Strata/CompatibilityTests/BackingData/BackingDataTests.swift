import SwiftData
import Testing

@Suite struct BackingDataOfModels {
  let file: StoreFile
  let address = PostalAddress(street: "Elm", number: 4)

  init() throws { file = try StoreFile() }

  private func context() throws -> ModelContext {
    try file.context([BackedContact.self, BackedPerson.self])
  }

  private func ann() -> BackedPerson {
    BackedPerson(name: "Ann", honorific: .dr, address: address)
  }

  @Test func initializersThatXcodeWritesKeepTheirValues() throws {
    let contact = BackedContact(contactId: "7", firstName: "Ann")
    #expect(contact.contactId == "7" && contact.firstName == "Ann" && contact.lastCalled == nil)
    let backing = BackedContact.createBackingData()
    backing.setValue(forKey: \.firstName, to: "Bob")
    let other = BackedContact(contactId: "8", firstName: "", _$backingData: backing)
    #expect(other.contactId == "8" && other.firstName == "Bob")
  }

  @Test func startWithInitialValues() {
    let person = BackedPerson(named: "Ann")
    #expect(person.name == "Ann" && person.isActive && person.tags == ["new"])
    #expect(person.employer == nil && person.pets.isEmpty && person.cache == 7)
    #expect(person.token != BackedPerson(named: "Bob").token)
    #expect(person.modelContext == nil && person.persistentBackingData.persistentModelID == nil)
  }

  @Test func makeModelsThatAreSavedAndRead() throws {
    let firm = BackedFirm(name: "Acme")
    let pet = BackedPet(name: "Rex")
    let person = imported(
      BackedPerson.self,
      [
        { $0.setValue(forKey: \.name, to: "Ann") },
        { $0.setValue(forKey: \.honorific, to: .prof) },
        { [address] in $0.setValue(forKey: \.address, to: address) },
        { $0.setValue(forKey: \.employer, to: firm) },
        { $0.setValue(forKey: \.pets, to: [pet]) },
      ])
    #expect(pet.owner === person && firm.staff?.first === person)
    try reopen(person, also: BackedFirm.self) { found in
      #expect(found.name == "Ann" && found.honorific == .prof && found.address == address)
      #expect(found.employer?.name == "Acme" && found.pets.map(\.name) == ["Rex"])
      #expect(found.token == person.token)
    }
  }

  @Test func viewTheModelThatIsThere() throws {
    let context = try context()
    let person = ann()
    context.insert(person)
    try context.save()
    let backing = person.persistentBackingData
    #expect(backing.persistentModelID == person.persistentModelID)
    #expect(backing.getValue(forKey: \.name) == "Ann")
    backing.setValue(forKey: \.name, to: "Anna")
    #expect(person.name == "Anna" && person.hasChanges)
    #expect(BackedPerson(backingData: backing) === person)
  }

  @Test func giveOnlyWhatWasSetToAModel() throws {
    let person = ann()
    person.tags = ["old"]
    let backing = BackedPerson.createBackingData()
    backing.setValue(forKey: \.name, to: "Bob")
    person.persistentBackingData = backing
    #expect(person.name == "Bob" && person.tags == ["old"] && person.address == address)
    person.persistentBackingData = person.persistentBackingData
    #expect(person.name == "Bob")
  }

  @Test func takeAllOfAnotherModel() throws {
    let other = ann()
    other.employer = BackedFirm(name: "Acme")
    let person = BackedPerson(named: "")
    person.persistentBackingData = other.persistentBackingData
    #expect(person.name == "Ann" && person.address == address && person.token == other.token)
    #expect(person.employer === other.employer)
  }

  @Test func refuseToSaveWhatHasNoValue() throws {
    let context = try context()
    let person = BackedPerson(named: "Ann")
    context.insert(person)
    #expect {
      try context.save()
    } throws: { error in
      guard case .invalidValue(_, "address", _)? = error as? StackError else { return false }
      return true
    }
    person.honorific = .dr
    person.address = address
    try context.save()
    #expect(try self.context().fetchCount(FetchDescriptor<BackedPerson>()) == 1)
  }
}
