// What `!` means in predicates is tried here.
// swift-format-ignore-file: NeverForceUnwrap

import StrataModelSupport
import StrataStoreSupport
import Strata
import Testing

@Suite("Predicates where Swift would trap or throw")
struct UnsavedQueryTests {
  private let context: ModelContext
  private let stock = Stock(name: "a")

  init() throws {
    context = ModelContext(
      try ModelContainer(
        for: StockRoom.models, configuration: .temporary))
    context.insert(stock)
    stock.number = .max
  }

  /// How many are found while the object is unsaved, and once it is saved.
  private func counts(_ predicate: Predicate<Stock>) throws -> [Int] {
    stock.nick = stock.nick
    let unsaved = try context.fetchCount(FetchDescriptor(predicate: predicate))
    try context.save()
    return [unsaved, try context.fetchCount(FetchDescriptor(predicate: predicate))]
  }

  @Test("A condition that unwraps nil is false")
  func unwrapping() throws {
    #expect(try counts(#Predicate { $0.count! > 1 }) == [0, 0])
    #expect(try counts(#Predicate { $0.count! != 1 }) == [0, 0])
    #expect(try counts(#Predicate { $0.count! == 1 || $0.name == "a" }) == [1, 1])
    #expect(try counts(#Predicate { $0.vendor!.name != "a" }) == [0, 0])
  }

  @Test("What is divided by zero is nil")
  func division() throws {
    #expect(try counts(#Predicate { $0.number / $0.step == 1 }) == [0, 0])
    #expect(try counts(#Predicate { $0.number % $0.step == 0 }) == [0, 0])
    #expect(try counts(#Predicate { $0.price / $0.price > 0 }) == [0, 0])
  }

  @Test("What leaves 64 bits goes on as a floating-point number")
  func overflow() throws {
    #expect(try counts(#Predicate { $0.number + 1 > $0.step }) == [1, 1])
    #expect(try counts(#Predicate { $0.number * $0.number > $0.number }) == [1, 1])
    #expect(try counts(#Predicate { $0.big - 1 > 0 }) == [0, 0])
  }

  @Test("An index beyond an array's end makes its condition false")
  func indices() throws {
    #expect(try counts(#Predicate { $0.words[3] == "a" }) == [0, 0])
    #expect(try counts(#Predicate { $0.words[0..<2].contains("a") }) == [0, 0])
    #expect(try counts(#Predicate { !$0.words[0..<2].contains("a") }) == [1, 1])
  }
}
