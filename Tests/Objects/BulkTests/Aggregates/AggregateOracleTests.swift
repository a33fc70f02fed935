import Strata
import StrataTestSupport
import Testing

/// Random sales, some of them not saved, and Swift's own answers over all of them.
@Suite struct AggregateOracle {
  private func world(
    _ generator: inout SeededGenerator, isPending: Bool
  ) throws -> (ModelContext, [Sale]) {
    let context = try ModelContext.ofSales()
    let sellers = (0..<3).map { Seller(name: "seller \($0)", level: $0) }
    for seller in sellers { context.insert(seller) }
    var sales = (0..<60).map { _ in Sale.random(&generator, sellers) }
    for sale in sales { context.insert(sale) }
    try context.save()
    guard isPending else { return (context, sales) }
    for sale in sales where generator.chance(1, in: 4) { sale.redraw(&generator, sellers) }
    let gone = sales.filter { _ in generator.chance(1, in: 8) }
    for sale in gone { context.delete(sale) }
    sales.removeAll { sale in gone.contains { $0 === sale } }
    let new = (0..<10).map { _ in Sale.random(&generator, sellers) }
    for sale in new { context.insert(sale) }
    return (context, sales + new)
  }

  private func distinct(_ texts: [String?]) -> Int {
    Set(texts.compactMap { $0.map { Array($0.utf8) } }).count
  }

  @Test(arguments: [false, true]) func agreesOnEachFunction(isPending: Bool) throws {
    var generator = SeededGenerator()
    for _ in 0..<10 {
      let (context, all) = try world(&generator, isPending: isPending)
      let least = Double(Int.random(in: -9...9, using: &generator)) / 4
      let predicate = #Predicate<Sale> { $0.price >= least }
      let sales = all.filter { $0.price >= least }
      #expect(try context.count(of: Sale.self, where: predicate) == sales.count)
      #expect(try context.sum(of: \.units, where: predicate) == sales.map(\.units).reduce(0, +))
      let bonuses = sales.compactMap(\.bonus)
      #expect(try context.sum(of: \.bonus, where: predicate) == bonuses.reduce(0, +))
      #expect(
        try context.average(of: \.bonus, where: predicate)
          == (bonuses.isEmpty ? nil : Double(bonuses.reduce(0, +)) / Double(bonuses.count)))
      #expect(try context.sum(of: \.price, where: predicate) == sales.map(\.price).reduce(0, +))
      #expect(try context.sum(of: \.cost, where: predicate) == sales.map(\.cost).reduce(0, +))
      #expect(try context.minimum(of: \.tip, where: predicate) == sales.compactMap(\.tip).min())
      #expect(try context.maximum(of: \.tip, where: predicate) == sales.compactMap(\.tip).max())
      #expect(try context.maximum(of: \.code, where: predicate) == sales.map(\.code).max())
      #expect(try context.minimum(of: \.code, where: predicate) == sales.map(\.code).min())
      #expect(try context.minimum(of: \.day, where: predicate) == sales.map(\.day).min())
      #expect(try context.maximum(of: \.grade, where: predicate) == sales.compactMap(\.grade).max())
      #expect(
        try context.countDistinct(of: \.code, where: predicate) == Set(sales.map(\.code)).count)
      #expect(
        try context.countDistinct(of: \.tip, where: predicate)
          == Set(sales.compactMap(\.tip)).count)
      #expect(
        try context.countDistinct(of: \.city, where: predicate) == distinct(sales.map(\.city)))
      #expect(
        try context.countDistinct(of: \.seller, where: predicate)
          == Set(sales.compactMap(\.seller)).count)
    }
  }

  @Test(arguments: [false, true]) func agreesOnGroups(isPending: Bool) throws {
    var generator = SeededGenerator()
    for _ in 0..<10 {
      let (context, sales) = try world(&generator, isPending: isPending)
      let oracle = Dictionary(grouping: sales) { [$0.grade?.rawValue ?? -100, Int($0.code >> 62)] }
      let groups = try context.groups(
        of: Sale.self, by: \.grade, \.code,
        aggregating: .count, .sum(\.units), .average(\.discount), .countDistinct(\.city),
        .maximum(\.tip))
      #expect(groups.map(\.values.0).reduce(0, +) == sales.count)
      for (key, values) in groups {
        let members = sales.filter { $0.grade == key.0 && $0.code == key.1 }
        let discounts = members.compactMap(\.discount)
        #expect(values.0 == members.count && values.1 == members.map(\.units).reduce(0, +))
        #expect(
          values.2
            == (discounts.isEmpty ? nil : discounts.reduce(0, +) / Double(discounts.count)))
        #expect(values.3 == distinct(members.map(\.city)))
        #expect(values.4 == members.compactMap(\.tip).max())
      }
      let expected = oracle.values.flatMap { members in
        Dictionary(grouping: members, by: \.code).keys
      }
      #expect(groups.count == expected.count)
      let order = groups.map { ($0.key.0?.rawValue ?? -100, $0.key.1) }
      #expect(zip(order, order.dropFirst()).allSatisfy { $0 < $1 })
    }
  }

  @Test(arguments: [false, true]) func agreesOnConditions(isPending: Bool) throws {
    var generator = SeededGenerator()
    for _ in 0..<10 {
      let (context, sales) = try world(&generator, isPending: isPending)
      let groups = Dictionary(grouping: sales, by: \.region)
      func regions(_ condition: GroupCondition<Sale>) throws -> [Region] {
        try context.groups(
          of: Sale.self, by: \.region, aggregating: .count, having: condition
        ).map(\.key)
      }
      func expected(_ test: ([Sale]) -> Bool) -> [Region] {
        Region.allCases.filter { region in groups[region].map(test) ?? false }
      }
      let units = Int.random(in: -5...5, using: &generator) &* 4_000_000_000
      let count = Int.random(in: 10...30, using: &generator)
      let cost = Decimal(Int.random(in: -99...99, using: &generator)) / 100
      #expect(
        try regions(.sum(\.units) > units) == expected { $0.map(\.units).reduce(0, +) > units })
      #expect(
        try regions(.any(.sum(\.units) <= units, .count != count))
          == expected { $0.map(\.units).reduce(0, +) <= units || $0.count != count })
      #expect(
        try regions(.not(.sum(\.cost) < cost))
          == expected { !($0.map(\.cost).reduce(0, +) < cost) })
      let code: UInt64 = 1 << 63
      #expect(
        try regions(.maximum(\.code) >= code)
          == expected { ($0.map(\.code).max() ?? 0) >= code })
      #expect(
        try regions(.minimum(\.grade) == .low) == expected { $0.compactMap(\.grade).min() == .low })
      #expect(
        try regions(.minimum(\.bonus) != -2)
          == expected { $0.compactMap(\.bonus).min() != -2 })
      #expect(
        try regions(.average(\.price) < 0.25)
          == expected { $0.map(\.price).reduce(0, +) / Double($0.count) < 0.25 })
      #expect(
        try regions(.sum(\.code) > 1 << 63)
          == expected { $0.map { Int128($0.code) }.reduce(0, +) > 1 << 63 })
    }
  }

  @Test(arguments: [false, true]) func agreesOnOrder(isPending: Bool) throws {
    var generator = SeededGenerator()
    for _ in 0..<10 {
      let (context, sales) = try world(&generator, isPending: isPending)
      let groups = Dictionary(grouping: sales, by: \.small)
      func total(_ key: Int8) -> Decimal { groups[key]?.map(\.cost).reduce(0, +) ?? 0 }
      func peak(_ key: Int8) -> UInt64 { groups[key]?.map(\.code).max() ?? 0 }
      let found = try context.groups(
        of: Sale.self, by: \.small, aggregating: .sum(\.cost),
        sortBy: [.by(.maximum(\.code), .reverse), .by(.sum(\.cost))])
      let expected = groups.keys.sorted {
        (peak($1), total($0), $0) < (peak($0), total($1), $1)
      }
      #expect(found.map(\.key) == expected)
      #expect(found.map(\.values) == expected.map(total))
    }
  }
}
