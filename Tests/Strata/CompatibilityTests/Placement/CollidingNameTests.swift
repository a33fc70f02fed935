import SwiftData
import Testing

@Suite struct CollidingNameTests {
  @Test func modelsMayHaveNamesOfTheStandardLibrary() throws {
    try reopen(Colliding.Task(title: "a")) { #expect($0.title == "a") }
    try reopen(Colliding.Date(day: 4)) { #expect($0.day == 4) }
    try reopen(Colliding.String(text: "t")) { #expect($0.text == "t") }
    try reopen(Colliding.Array(count: 2)) { #expect($0.count == 2) }
    try reopen(Colliding.Schema(version: 9)) { #expect($0.version == 9) }
  }

  @Test func collectionOfItemsIsKept() throws {
    let collection = Colliding.Collection()
    collection.items = [Colliding.Item(), Colliding.Item()]
    try reopen(collection) {
      #expect($0.items.count == 2)
      #expect($0.items.allSatisfy { $0.collection != nil })
    }
  }

  @Test func propertiesMayHaveNamesOfTheProtocol() throws {
    try reopen(Colliding.Names(seed: 10)) {
      #expect($0.isDeleted)
      #expect($0.hasChanges)
      #expect($0.version == 10)
      #expect($0.id == 11)
      #expect($0.description == "d10")
      #expect($0.hash == "h10")
      #expect($0.default == 12)
      #expect($0.class == "c10")
      #expect($0._hidden == 13)
      #expect($0.row == 14)
      #expect($0.property == 15)
      #expect($0.newValue == 16)
    }
  }

  @Test func ownDeletedFlagIsNotTheContexts() throws {
    let model = Colliding.Names(seed: 1)
    model.isDeleted = false
    try reopen(model) {
      let context = try #require($0.modelContext)
      context.delete($0)
      #expect(!$0.isDeleted)
      try context.save()
      #expect(try context.fetchCount(FetchDescriptor<Colliding.Names>()) == 0)
    }
  }
}
