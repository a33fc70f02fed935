package import Foundation
internal import StrataStoreSupport
package import Strata
package import StrataTestSupport

/// Random stocks, vendors and stickers in a store, with nils, empty and odd texts, extreme numbers.
package struct StockRoom {
  package let container: ModelContainer
  package let context: ModelContext
  package let stocks: [Stock]
  package let vendors: [Vendor]

  package static let models: [any PersistentModel.Type] = [Stock.self, Vendor.self, Sticker.self]

  package init(count: Int = 60, random: inout SeededGenerator) throws {
    container = try ModelContainer(
      for: Self.models, configuration: .temporary)
    context = ModelContext(container)
    let vendors = (0..<6).map { Vendor(name: ["Ada", "Bob", "", "Çelik", "ada", "Eve"][$0]) }
    let stickers = (0..<5).map { Sticker(label: ["red", "new", "", "Ünï", "sale"][$0]) }
    for vendor in vendors {
      context.insert(vendor)
      vendor.rating = random.maybe { Int.random(in: 0...5, using: &$0) }
      vendor.since = Self.date(&random)
      vendor.chief = random.maybe { $0.pick(vendors) }
    }
    for sticker in stickers {
      context.insert(sticker)
      sticker.weight = random.maybe { Int.random(in: -1...3, using: &$0) }
    }
    let stocks = (0..<count).map { _ in Stock(name: Self.text(&random)) }
    for stock in stocks {
      context.insert(stock)
      Self.fill(stock, &random)
      stock.vendor = random.maybe { $0.pick(vendors) }
      stock.stickers = stickers.filter { _ in random.chance(1, in: 4) }
    }
    self.vendors = vendors
    self.stocks = stocks
  }

  package static func text(_ random: inout SeededGenerator) -> String {
    random.pick(["", "a", "A", "ab", "abc", "äb", "Éa", "b\"c", "x'y", "ß", "👨‍👩‍👧b", "a%", "_b", "zz"])
  }

  package static func date(_ random: inout SeededGenerator) -> Date {
    Date(timeIntervalSinceReferenceDate: random.pick([-1e9, -1.5, 0, 0.25, 86400, 1e9, 1e9 + 0.5]))
  }

  package static func uuid(_ random: inout SeededGenerator) -> UUID {
    let byte = random.pick([0, 1, 128, 255] as [UInt8])
    return UUID(uuid: (byte, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, byte))
  }

  private static func grade(_ random: inout SeededGenerator) -> StockGrade {
    random.pick([.poor, .fair, .good])
  }

  private static func place(_ random: inout SeededGenerator) -> StockPlace {
    StockPlace(
      city: text(&random), zip: random.maybe { Int.random(in: 0...3, using: &$0) },
      isFar: Bool.random(using: &random), isNear: Bool.random(using: &random),
      when: date(&random), key: uuid(&random), grade: grade(&random),
      other: random.maybe { grade(&$0) }, level: random.pick(StockLevel.allCases),
      height: random.pick([-2, 0, 0.1, 1, 3, 1e300]),
      point: .init(x: random.pick([0, 1, 2.5, 5]), y: Int.random(in: 0...3, using: &random)),
      tags: random.several { text(&$0) })
  }

  private static func fill(_ stock: Stock, _ random: inout SeededGenerator) {
    let numbers: [Int] = [
      .min, .min + 1, -7, -1, 0, 1, 2, 3, 1 << 53, (1 << 53) + 1, .max - 1, .max,
    ]
    let decimals = [
      "-100.5", "-1.52", "-1.5", "0", "0.001", "1", "2", "9", "10", "100000000000000000000",
    ].compactMap { Decimal(string: $0) }
    stock.nick = random.maybe { text(&$0) }
    stock.step = Int.random(in: -9...9, using: &random)
    stock.number = random.pick(numbers)
    stock.count = random.maybe { Int.random(in: -2...4, using: &$0) }
    stock.big = random.pick([0, 1, 5, UInt64(Int64.max), UInt64(Int64.max) + 1, .max - 1, .max])
    stock.price = random.pick([-.infinity, -1.5, -0.0, 0, 0.1, 1, 2, 2.5, 1e300, .infinity])
    stock.weight = random.maybe { $0.pick([-1.5, 0, 0.25, 2, 3]) }
    stock.ratio = random.pick([-0.1, 0, 0.1, 1.5, 16_777_216])
    stock.amount = random.pick(decimals)
    stock.rest = random.maybe { $0.pick(decimals) }
    stock.date = date(&random)
    stock.due = random.maybe { date(&$0) }
    stock.uuid = uuid(&random)
    stock.code = random.maybe { uuid(&$0) }
    let urls = ["file:///a", "https://b.example/x?y=1", "b"].compactMap { URL(string: $0) }
    stock.url = random.pick(urls)
    stock.data = Data(random.several { UInt8.random(in: 0...1, using: &$0) })
    stock.isOpen = Bool.random(using: &random)
    stock.isNew = random.maybe { Bool.random(using: &$0) }
    stock.level = random.pick(StockLevel.allCases)
    stock.grade = random.maybe { grade(&$0) }
    stock.shape = random.pick([.circle(radius: 1), .text("a", bold: true), .none])
    stock.place = place(&random)
    stock.home = random.maybe { place(&$0) }
    stock.words = random.several { text(&$0) }
    stock.hints = random.maybe { $0.several { text(&$0) } }
    stock.numbers = random.several { Int.random(in: -2...4, using: &$0) }
    stock.gaps = random.several { $0.maybe { Int.random(in: 0...2, using: &$0) } }
    stock.reals = random.several { $0.pick([-1, 0, 0.1, 1, 2.5]) }
    stock.marks = Set(random.several { Int.random(in: 0...3, using: &$0) })
    stock.dates = random.several { date(&$0) }
    stock.codes = random.several { uuid(&$0) }
    stock.grades = random.several { grade(&$0) }
    stock.places = random.several { place(&$0) }
    for key in random.several({ text(&$0) }) {
      stock.counts[key] = Int.random(in: 0...3, using: &random)
    }
    for key in random.several({ Int.random(in: 0...3, using: &$0) }) {
      stock.named[key] = text(&random)
    }
    for key in random.several({ $0.pick(StockLevel.allCases) }) {
      stock.levels[key] = Int.random(in: 0...3, using: &random)
    }
    stock.span = StockSpan(
      start: Int.random(in: 0...3, using: &random),
      end: random.maybe { Int.random(in: 0...5, using: &$0) })
    stock.rank = random.maybe { StockSpan(start: Int.random(in: 0...2, using: &$0)) }
    stock.bits = StockBits(rawValue: random.pick([0, 1, 2, 3, 5, .min, -1]))
  }
}

extension SeededGenerator {
  package mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &self)]
  }

  package mutating func maybe<Value>(_ make: (inout SeededGenerator) -> Value) -> Value? {
    chance(1, in: 3) ? nil : make(&self)
  }

  package mutating func several<Value>(_ make: (inout SeededGenerator) -> Value) -> [Value] {
    (0..<Int.random(in: 0...3, using: &self)).map { _ in make(&self) }
  }
}
