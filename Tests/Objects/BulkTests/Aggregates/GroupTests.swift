import StrataModelSupport
import Strata
import StrataTestSupport
import Testing

@Suite struct Groups {
  /// East 1 and 2, north 3 and nothing, west 100; the north without cities.
  private func context() throws -> ModelContext {
    let context = try ModelContext.ofSales()
    for (number, (region, units)) in [
      (Region.west, 100), (.east, 1), (.north, 3), (.east, 2), (.north, 0),
    ].enumerated() {
      let sale = Sale()
      context.insert(sale)
      sale.region = region
      sale.units = units
      sale.city = region == .north ? nil : "city \(number % 2)"
    }
    try context.save()
    return context
  }

  @Test func haveTypedKeysAndValues() throws {
    let context = try context()
    var seen: [Region: (Int, Int)] = [:]
    for (region, (count, total)) in try context.groups(
      of: Sale.self, by: \.region, aggregating: .count, .sum(\.units))
    {
      seen[region] = (count, total)
    }
    #expect(seen.count == 3)
    #expect(seen[.east] ?? (0, 0) == (2, 3) && seen[.north] ?? (0, 0) == (2, 3))
    #expect(seen[.west] ?? (0, 0) == (1, 100))
  }

  @Test func areInOrderOfTheirKeysByThemselves() throws {
    let groups = try context().groups(of: Sale.self, by: \.region, aggregating: .count)
    #expect(groups.map(\.key) == [.east, .north, .west])
    let cities = try context().groups(of: Sale.self, by: \.city, aggregating: .count)
    #expect(cities.map(\.key) == [nil, "city 0", "city 1"] && cities.map(\.values) == [2, 1, 2])
  }

  @Test func areSortedAndCut() throws {
    let context = try context()
    let groups = try context.groups(
      of: Sale.self, by: \.region, aggregating: .maximum(\.units),
      sortBy: [.by(.sum(\.units), .reverse), .key(0, .reverse)], limit: 2)
    #expect(groups.map(\.key) == [.west, .north] && groups.map(\.values) == [100, 3])
    let rest = try context.groups(
      of: Sale.self, by: \.region, aggregating: .count,
      sortBy: [.by(.sum(\.units), .reverse), .key(0, .reverse)], offset: 2)
    #expect(rest.map(\.key) == [.east])
  }

  @Test func mustMeetTheirCondition() throws {
    let context = try context()
    let groups = try context.groups(
      of: Sale.self, by: \.region, where: #Predicate { $0.units > 0 }, aggregating: .count,
      having: .all(.sum(\.units) >= 3, .not(.average(\.units) > 50)))
    #expect(groups.map(\.key) == [.east, .north] && groups.map(\.values) == [2, 1])
  }

  @Test func mayHaveSeveralKeys() throws {
    let groups = try context().groups(
      of: Sale.self, by: \.region, \.city, aggregating: .count)
    let keys: [(Region, String?)] = groups.map(\.key)
    #expect(keys.map(\.0) == [.east, .north, .west])
    #expect(keys.map(\.1) == ["city 1", nil, "city 0"])
  }

  @Test func areByRelatedObjects() throws {
    let context = try context()
    let (ann, bob) = (Seller(name: "Ann"), Seller(name: "Bob"))
    context.insert(ann)
    context.insert(bob)
    for (number, sale) in try context.all(Sale.self).enumerated() {
      sale.seller = [nil, ann, bob, bob, ann][number]
    }
    try context.save()
    let groups = try context.groups(of: Sale.self, by: \.seller, aggregating: .sum(\.units))
    #expect(groups.map(\.key) == [nil, ann.persistentModelID, bob.persistentModelID])
    #expect(groups.map(\.values) == [100, 1, 5])
    let pairs = try context.groups(
      of: Sale.self, by: \.seller?.persistentModelID, \.region, aggregating: .count)
    #expect(pairs.count == 5 && pairs[0].key.0 == nil && pairs[0].key.1 == .west)
  }

  @Test func countUnsavedObjects() throws {
    let context = try context()
    let sale = Sale()
    context.insert(sale)
    sale.region = .west
    sale.units = 5
    for other in try context.all(Sale.self) where other.region == .north { context.delete(other) }
    let groups = try context.groups(
      of: Sale.self, by: \.region, aggregating: .count, .sum(\.units))
    #expect(groups.map(\.key) == [.east, .west])
    #expect(groups.map(\.values.1) == [3, 105])
  }
}

extension Groups {
  private struct Total: Equatable {
    var region: Region
    var count: Int
    var units = 0
  }

  @Test func becomeOtherValuesInOneStatement() throws {
    let context = try context()
    let counts = try context.groups(of: Sale.self, by: \.region, aggregating: .count)
      .map { Total(region: $0.key, count: $0.values) }
    #expect(counts.map(\.count) == [2, 2, 1])
    let totals = try context.groups(of: Sale.self, by: \.region, aggregating: .count, .sum(\.units))
      .map { Total(region: $0.key, count: $0.values.0, units: $0.values.1) }
    #expect(totals.map(\.units) == [3, 3, 100])
  }
}
