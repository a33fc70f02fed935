import Foundation
import SwiftData
import Testing

/// `#Predicate` with both imports, in the places where programs have it.
@Suite struct PredicateMacroTests {
  private let file: StoreFile
  private let context: ModelContext

  init() throws {
    file = try StoreFile()
    context = try Shop.context(file)
  }

  @Test func standsWherePredicatesAreMade() throws {
    let least = 20
    let inferred: Predicate<Shop.Order> = #Predicate { $0.number >= least }
    let qualified: Foundation.Predicate<Shop.Order> = #Predicate { order in order.number >= least }
    let typed = #Predicate { (order: Shop.Order) in order.number >= least }
    let inClosure = { #Predicate<Shop.Order>({ $0.number >= least }) }()
    let expected = try context.fetch(FetchDescriptor<Shop.Order>()).filter { $0.number >= least }
    for predicate in [inferred, qualified, typed, inClosure] {
      #expect(try context.fetch(FetchDescriptor(predicate: predicate)) == expected)
    }
    let direct = FetchDescriptor<Shop.Order>(predicate: #Predicate { $0.number >= least })
    #expect(try context.fetch(direct) == expected)
    #expect(try context.fetch(everything(Shop.Order.self)).count == 6)
  }

  @Test func asksOnePredicateOfAListAfterAnother() throws {
    let asked: [Predicate<Shop.Order>] = [
      #Predicate { $0.isPaid }, #Predicate { $0.number > 10 }, #Predicate { $0.size == .small },
    ]
    var all = asked[0]
    for index in 1..<asked.count {
      let before = all
      all = #Predicate<Shop.Order> { before.evaluate($0) && asked[index].evaluate($0) }
    }
    #expect(try context.fetch(FetchDescriptor(predicate: all)).map(\.number) == [20])
    let reduced = asked.reduce(#Predicate { _ in true }) { before, next in
      #Predicate { before.evaluate($0) && next.evaluate($0) }
    }
    #expect(try context.fetch(FetchDescriptor(predicate: reduced)).map(\.number) == [20])
  }

  /// The type comes from the result alone, which takes the compiler long where choices are nested.
  private func matching(_ text: String, _ least: Int) -> Predicate<Shop.Order> {
    #Predicate {
      if text.isEmpty {
        return true
      } else if $0.note?.localizedStandardContains(text) == true {
        return true
      } else if $0.customer?.name.localizedStandardContains(text) == true {
        return $0.number > least
      } else {
        return false
      }
    }
  }

  @Test func choosesAmongSeveralTexts() throws {
    func numbers(_ text: String, _ least: Int) throws -> [Int] {
      try context.fetch(
        FetchDescriptor(predicate: matching(text, least), sortBy: [SortDescriptor(\.number)])
      ).map(\.number)
    }
    #expect(try numbers("", 0).count == 6)
    #expect(try numbers("note 1", 0) == [21])
    #expect(try numbers("cel", 30) == [31])
  }

  private func everything<Model: PersistentModel>(_ type: Model.Type) -> FetchDescriptor<Model> {
    FetchDescriptor(predicate: #Predicate { _ in true })
  }

  @Test func asksExpressionsOfModelsAndOfTheirMembers() throws {
    let owes = #Expression<Shop.Customer, Bool> { customer in
      customer.orders.contains { !$0.isPaid && $0.number > 20 }
    }
    let large = #Expression<[Shop.Order], Int> { orders in orders.filter { $0.number > 20 }.count }
    let named = #Predicate<Shop.Customer> { $0.name == "Ada" }
    func names(_ predicate: Predicate<Shop.Customer>) throws -> [String] {
      try context.fetch(FetchDescriptor(predicate: predicate, sortBy: [SortDescriptor(\.name)]))
        .map(\.name)
    }
    #expect(try names(#Predicate { owes.evaluate($0) }) == ["Bob", "Çelik"])
    #expect(try names(#Predicate { large.evaluate($0.orders) == 1 }) == ["Bob"])
    #expect(
      try names(#Predicate { named.evaluate($0) || owes.evaluate($0) }) == ["Ada", "Bob", "Çelik"])
  }

  @Test func leavesWhatIsNoModelToFoundation() throws {
    struct Point { var x: Int }
    let predicate = #Predicate<Point> { $0.x == 1 }
    #expect(try predicate.evaluate(Point(x: 1)))
    let pair = #Predicate<Int, Int> { $0 < $1 }
    #expect(try pair.evaluate(1, 2))
    let sum = #Expression<Point, Int> { $0.x + 1 }
    #expect(try sum.evaluate(Point(x: 2)) == 3)
  }
}
