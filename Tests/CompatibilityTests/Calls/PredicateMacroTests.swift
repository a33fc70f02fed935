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

  private func everything<Model: PersistentModel>(_ type: Model.Type) -> FetchDescriptor<Model> {
    FetchDescriptor(predicate: #Predicate { _ in true })
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
