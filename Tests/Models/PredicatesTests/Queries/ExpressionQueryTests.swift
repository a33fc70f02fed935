import Foundation
import StrataModelSupport
import Strata
import StrataTestSupport
import Testing

@Suite("Predicates with expressions and casts")
struct ExpressionQueryTests {
  private let room: StockRoom

  init() throws {
    var random = SeededGenerator()
    room = try StockRoom(random: &random)
    try room.context.save()
  }

  private func expectAgreement(
    _ predicate: Predicate<Stock>, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let found = try room.found(predicate, in: ModelContext(room.container))
    let wanted = try room.stocks.filter { try predicate.evaluate($0) }
    #expect(found == Set(wanted.map(\.persistentModelID)), sourceLocation: sourceLocation)
  }

  @Test("An expression is evaluated inside a predicate")
  func expressions() throws {
    let double = #Expression<Int, Int> { $0 * 2 }
    try expectAgreement(#Predicate { double.evaluate($0.step) == 6 })
    let isOpenWith = #Expression<Stock, Int, Bool> { $0.step == $1 && $0.isOpen }
    try expectAgreement(#Predicate { isOpenWith.evaluate($0, 3) })
  }

  // `#Predicate` doesn't write these.
  @Test("A value is cast to its own type")
  func casts() throws {
    try expectAgreement(
      Predicate { stock in
        PredicateExpressions.build_Equal(
          lhs: PredicateExpressions.ConditionalCast<_, String>(
            PredicateExpressions.build_KeyPath(root: stock, keyPath: \.nick)),
          rhs: PredicateExpressions.build_Arg(String?.some("a")))
      })
    try expectAgreement(
      Predicate { stock in
        PredicateExpressions.build_Equal(
          lhs: PredicateExpressions.ForceCast<_, Int>(
            PredicateExpressions.build_KeyPath(root: stock, keyPath: \.step)),
          rhs: PredicateExpressions.build_Arg(3))
      })
  }
}
