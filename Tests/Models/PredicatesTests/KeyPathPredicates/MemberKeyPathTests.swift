import StrataStoreSupport
import Strata
import StrataQuery
import Testing

@testable import StrataContexts
@testable import StrataGraph

private struct Cost: Codable, Equatable {
  struct Tax: Codable, Equatable {
    var rate: Double
    var isIncluded = false
  }

  var amount: Int
  var currency: String
  var tax: Tax
  var day = Date(timeIntervalSinceReferenceDate: 0)
  var id = UUID()

  var doubled: Int { amount * 2 }

  private enum CodingKeys: String, CodingKey {
    case amount = "value"
    case currency, tax, day, id
  }
}

@Model private final class Purchase {
  var name: String
  var cost: Cost
  var refund: Cost?
  var cousin: Purchase?

  init(_ name: String, _ amount: Int, _ currency: String = "EUR", rate: Double = 0) {
    self.name = name
    cost = Cost(amount: amount, currency: currency, tax: .init(rate: rate, isIncluded: rate > 1))
    refund = amount > 2 ? cost : nil
  }
}

@Suite("Key paths of members of Codable values")
struct MemberKeyPathTests {
  private let context: ModelContext

  init() throws {
    context = ModelContext(
      try ModelContainer(
        for: Purchase.self, configurations: .temporary))
    for purchase in [
      Purchase("a", 2, "USD", rate: 0.5), Purchase("b", 3, rate: 2), Purchase("c", 1),
    ] { context.insert(purchase) }
  }

  private func names(
    _ predicate: Predicate<Purchase>? = nil, _ order: SortDescriptor<Purchase>...
  ) throws -> [String] {
    let descriptor = FetchDescriptor(predicate: predicate, sortBy: order)
    let unsaved = try context.fetch(descriptor).map(\.name)
    try context.save()
    let names = try ModelContext(context.container).fetch(descriptor).map(\.name)
    #expect(unsaved == names)
    return names
  }

  @Test("Objects are sorted by them")
  func sorting() throws {
    #expect(try names(nil, SortDescriptor(\.cost.amount)) == ["c", "a", "b"])
    #expect(
      try names(nil, SortDescriptor(\.cost.currency), SortDescriptor(\.cost.tax.rate))
        == ["c", "b", "a"])
    #expect(
      try names(nil, SortDescriptor(\.refund?.amount, nils: .last), SortDescriptor(\.name))
        == ["b", "a", "c"])
  }

  @Test("Predicates of key paths ask for them")
  func predicates() throws {
    #expect(try names(\Purchase.cost.amount >= 2) == ["a", "b"])
    #expect(try names(\Purchase.cost.tax.isIncluded == true) == ["b"])
    #expect(try names(\Purchase.refund?.currency == "EUR") == ["b"])
    let day = Date(timeIntervalSinceReferenceDate: 0)
    #expect(try names(\Purchase.cost.day == day) == ["a", "b", "c"])
  }

  @Test("They are added up, and group objects")
  func aggregates() throws {
    try context.save()
    #expect(try context.sum(of: \Purchase.cost.amount) == 6)
    #expect(try context.average(of: \Purchase.cost.tax.rate) == 2.5 / 3)
    #expect(try context.maximum(of: \Purchase.refund?.amount) == 3)
    let groups = try context.groups(of: Purchase.self, by: \.cost.currency, aggregating: .count)
    #expect(groups.map(\.key) == ["EUR", "USD"] && groups.map(\.values) == [2, 1])
  }

  @Test("What a value works out is refused, and what JSON has in another form")
  func computed() throws {
    let error = #expect(throws: PredicateTranslationError.self) {
      try names(nil, SortDescriptor(\.cost.doubled))
    }
    #expect(error.map { "\($0)" }?.contains(#"\Purchase.cost"#) == true)
    #expect(throws: PredicateTranslationError.self) { try names(\Purchase.cost.id == UUID()) }
  }
}
