import StrataStoreSupport
import Strata
import StrataTestSupport

enum Region: String, Codable, CaseIterable { case east, north, west }

enum Grade: Int, Codable, Comparable, CaseIterable {
  case low = -1
  case middle = 5
  case high = 40
  static func < (lhs: Grade, rhs: Grade) -> Bool { lhs.rawValue < rhs.rawValue }
}

@Model final class Sale {
  var units: Int = 0
  var bonus: Int?
  var small: Int8 = 0
  var code: UInt64 = 0
  var price: Double = 0
  var discount: Double?
  var cost: Decimal = 0
  var tip: Decimal?
  var day: Date = Date(timeIntervalSinceReferenceDate: 0)
  var due: Date?
  var city: String?
  var region: Region = Region.east
  var grade: Grade?
  var token: UUID = UUID()
  @Relationship(inverse: \Seller.sales) var seller: Seller?

  init() {}

  /// Isn't in the store.
  var pairs: Int { units / 2 }
}

@Model final class Seller {
  var name: String
  var level = 0
  var sales: [Sale] = []

  init(name: String, level: Int = 0) {
    self.name = name
    self.level = level
  }
}

extension Sale {
  /// A sale of values that are drawn; few of each, so that groups have several members.
  static func random(_ generator: inout SeededGenerator, _ sellers: [Seller]) -> Sale {
    let sale = Sale()
    sale.redraw(&generator, sellers)
    return sale
  }

  func redraw(_ generator: inout SeededGenerator, _ sellers: [Seller]) {
    func maybe<Value>(_ value: Value) -> Value? { generator.chance(1, in: 4) ? nil : value }
    units = Int.random(in: -5...5, using: &generator) &* 4_000_000_000
    bonus = maybe(Int.random(in: -2...2, using: &generator))
    small = Int8.random(in: -1...1, using: &generator)
    code = [0, 1, 1 << 63, 1 << 63 + 1, 5].randomElement(using: &generator) ?? 0
    // Quarters add up without rounding in any order.
    price = Double(Int.random(in: -8...8, using: &generator)) / 4
    discount = maybe(Double(Int.random(in: 0...2, using: &generator)) / 4)
    cost = Decimal(Int.random(in: -30...30, using: &generator)) / 100
    tip = maybe(Decimal(Int.random(in: 8...12, using: &generator)))
    day = Date(timeIntervalSinceReferenceDate: Double(Int.random(in: -2...2, using: &generator)))
    city = maybe(["", "Ä", "A\u{308}", "a", "b"].randomElement(using: &generator) ?? "")
    region = Region.allCases.randomElement(using: &generator) ?? .east
    grade = maybe(Grade.allCases.randomElement(using: &generator) ?? .low)
    seller = sellers.randomElement(using: &generator).flatMap { maybe($0) }
  }
}

extension ModelContext {
  /// A context on a new store in memory that holds sales.
  static func ofSales() throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: [Sale.self], configuration: .temporary))
  }
}
