import SwiftData
import Testing

@Suite struct PredicateTests {
  private let file: StoreFile
  private let context: ModelContext

  init() throws {
    file = try StoreFile()
    context = try Shop.context(file)
  }

  private func numbers(_ predicate: Predicate<Shop.Order>) throws -> [Int] {
    try context.fetch(
      FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.number)])
    ).map(\.number)
  }

  private func names(_ predicate: Predicate<Shop.Customer>) throws -> [String] {
    try context.fetch(
      FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.email)])
    ).map(\.name)
  }

  @Test func comparisons() throws {
    #expect(try numbers(#Predicate { $0.number == 10 }) == [10])
    #expect(try numbers(#Predicate { $0.number != 10 && $0.total < 1 }) == [11])
    #expect(try numbers(#Predicate { $0.number >= 30 || $0.number < 11 }) == [10, 30, 31])
    #expect(try numbers(#Predicate { !$0.isPaid && $0.total == 0.5 }) == [11])
    #expect(try numbers(#Predicate { $0.isPaid == true && $0.total > 2 }) == [30])
  }

  @Test func capturedValues() throws {
    let wanted = [11, 30, 99]
    let total = 1.5
    let size: Shop.Size = .large
    #expect(try numbers(#Predicate { wanted.contains($0.number) }) == [11, 30])
    #expect(try numbers(#Predicate { $0.total == total }) == [20, 21])
    #expect(try numbers(#Predicate { $0.size == size }) == [30, 31])
  }

  @Test func absentValues() throws {
    #expect(try numbers(#Predicate { $0.note == nil }) == [10, 20, 30])
    #expect(try numbers(#Predicate { $0.note != nil && $0.number > 11 }) == [21, 31])
    #expect(try numbers(#Predicate { ($0.note ?? "none") == "none" }) == [10, 20, 30])
    #expect(try numbers(#Predicate { $0.note?.isEmpty == false }) == [11, 21, 31])
    #expect(
      try numbers(
        #Predicate { order in
          if let note = order.note { note.contains("2") } else { order.number == 10 }
        }) == [10, 31])
  }

  @Test func paths() throws {
    #expect(try numbers(#Predicate { $0.customer?.name == "Ada" }) == [10, 11])
    #expect(try names(#Predicate { $0.orders.contains { $0.number == 21 } }) == ["Bob"])
    #expect(try names(#Predicate { $0.orders.isEmpty }) == [])
    #expect(try names(#Predicate { $0.orders.allSatisfy { $0.total > 1 } }) == ["Bob", "Çelik"])
  }

  @Test func identifiers() throws {
    let ada = try #require(
      try context.fetch(
        FetchDescriptor<Shop.Customer>(predicate: #Predicate { $0.name == "Ada" })
      ).first)
    let identifier = ada.persistentModelID
    let identifiers = [identifier]
    #expect(try names(#Predicate { $0.persistentModelID == identifier }) == ["Ada"])
    #expect(
      try names(#Predicate { identifiers.contains($0.persistentModelID) }) == ["Ada"])
    #expect(
      try numbers(#Predicate { $0.customer?.persistentModelID == identifier }) == [10, 11])
  }

  @Test func texts() throws {
    #expect(try names(#Predicate { $0.name.contains("o") }) == ["Bob"])
    #expect(try names(#Predicate { $0.email.starts(with: "2@") }) == ["Çelik"])
    #expect(try names(#Predicate { $0.name.localizedStandardContains("CELIK") }) == ["Çelik"])
    let search = ""
    #expect(
      try names(
        #Predicate { search.isEmpty || $0.name.localizedStandardContains(search) }
      ).count == 3)
  }

  @Test func unsavedObjectsMeetTheSamePredicate() throws {
    let order = Shop.Order(number: 99, total: 1)
    order.note = "Ça va"
    context.insert(order)
    #expect(
      try numbers(#Predicate { $0.note?.localizedStandardContains("CA") == true }) == [99])
  }
}
