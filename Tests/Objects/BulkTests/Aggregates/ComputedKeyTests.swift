import Foundation
import StrataModelSupport
import Strata
import StrataTestSupport
import Testing

/// Groups, sorts and predicates by what a store computes of a property. Swift says the same of each object.
@Suite struct ComputedKeys {
  /// Zones with hours of other lengths, half hours, changes at midnight and across it, and a day that is left out.
  private static let zones = [
    "UTC", "Europe/Berlin", "America/Sao_Paulo", "Asia/Kathmandu", "Australia/Lord_Howe",
    "America/Toronto", "America/Havana", "America/St_Johns", "Pacific/Apia", "Africa/Casablanca",
  ]

  private static let periods: [DatePeriod] = [
    .year, .quarter, .month, .week(), .week(startingOn: .sunday), .day, .hour, .minute,
  ]

  /// A date of the last and the next centuries, often near a change of the clocks.
  private func date(_ zone: TimeZone, _ generator: inout SeededGenerator) -> Date {
    let date = Date(timeIntervalSinceReferenceDate: .random(in: -3.4e9...5e9, using: &generator))
    guard let change = zone.nextDaylightSavingTimeTransition(after: date),
      generator.chance(2, in: 3)
    else { return date }
    return change + Double(Int.random(in: -90_000...90_000, using: &generator))
  }

  private func world(
    _ zone: TimeZone, isPending: Bool, _ generator: inout SeededGenerator
  ) throws -> (ModelContext, [Sale]) {
    let context = try ModelContext.ofSales()
    let sales = (0..<80).map { number in
      let sale = Sale.random(&generator, [])
      sale.day = date(zone, &generator)
      sale.due = generator.chance(1, in: 5) ? nil : date(zone, &generator)
      sale.city = "\(number)"
      return sale
    }
    for sale in sales { context.insert(sale) }
    try context.save()
    guard isPending else { return (context, sales) }
    for sale in sales where generator.chance(1, in: 3) {
      sale.due = generator.chance(1, in: 5) ? nil : date(zone, &generator)
    }
    return (context, sales)
  }

  private func expectGroups<Key: Hashable>(
    _ context: ModelContext, _ sales: [Sale], by key: KeyPath<Sale, Key>, _ comment: Comment
  ) throws {
    let groups = try context.groups(of: Sale.self, by: key, aggregating: .count)
    let expected = Dictionary(grouping: sales) { $0[keyPath: key] }.mapValues(\.count)
    #expect(groups.count == expected.count, comment)
    for group in groups { #expect(expected[group.key] == group.values, "\(comment): \(group.key)") }
  }

  @Test(arguments: zones, [false, true])
  func groupByPeriodsAndParts(_ name: String, isPending: Bool) throws {
    let zone = try #require(TimeZone(identifier: name))
    var generator = SeededGenerator()
    let (context, sales) = try world(zone, isPending: isPending, &generator)
    for period in Self.periods {
      try expectGroups(
        context, sales, by: (\Sale.day).start(of: period, in: zone), "\(period)")
      try expectGroups(
        context, sales, by: (\Sale.due).start(of: period, in: zone), "\(period)")
    }
    for part in DatePart.allCases {
      try expectGroups(context, sales, by: (\Sale.day).part(part, in: zone), "\(part)")
      try expectGroups(context, sales, by: (\Sale.due).part(part, in: zone), "\(part)")
    }
  }

  @Test(arguments: [0, 19_800, -12_345, 50_400])
  func groupInZonesOfAnOffset(_ offset: Int) throws {
    let zone = try #require(TimeZone(secondsFromGMT: offset))
    var generator = SeededGenerator()
    let (context, sales) = try world(zone, isPending: false, &generator)
    try expectGroups(context, sales, by: (\Sale.day).start(of: .day, in: zone), "day")
    try expectGroups(context, sales, by: (\Sale.day).part(.hour, in: zone), "hour")
  }

  @Test func groupFarDates() throws {
    let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
    let context = try ModelContext.ofSales()
    let sales = [-1e300, -3e11, -1e11, -6.3e10, 2e11, 8e12, 1e15, 1e300].map { seconds in
      let sale = Sale()
      sale.day = Date(timeIntervalSinceReferenceDate: seconds)
      return sale
    }
    for sale in sales + [Sale()] { context.insert(sale) }
    sales[0].due = .distantPast
    sales[1].due = .distantFuture
    try context.save()
    let all = try context.fetch(FetchDescriptor<Sale>())
    for period in Self.periods {
      try expectGroups(context, all, by: (\Sale.day).start(of: period, in: zone), "\(period)")
      try expectGroups(context, all, by: (\Sale.due).start(of: period, in: zone), "\(period)")
    }
    for part in DatePart.allCases {
      try expectGroups(context, all, by: (\Sale.day).part(part, in: zone), "\(part)")
    }
  }

  @Test(arguments: [false, true]) func groupByBuckets(isPending: Bool) throws {
    var generator = SeededGenerator()
    let context = try ModelContext.ofSales()
    let sales = (0..<60).map { _ in Sale.random(&generator, []) }
    sales[0].units = .min
    sales[1].units = .max
    sales[2].small = .min
    sales[3].code = .max
    sales[4].price = 1e300
    sales[5].price = -.infinity
    sales[6].price = -1e-300
    sales[7].price = 1e-300
    sales[8].cost = Decimal(string: "-12345678901234567890123456.789") ?? 0
    for (number, digits) in ["", "-"].flatMap({ sign in
      [
        "9999999999999999999999999999999999999", "99999999999999999999999999999999999999",
        "999999999999999999999999999999999999.99",
      ].map { sign + $0 }
    }).enumerated() {
      sales[9 + number].cost = try #require(Decimal(string: digits))
    }
    for sale in sales { context.insert(sale) }
    if !isPending { try context.save() }
    try expectGroups(context, sales, by: (\Sale.units).bucket(by: 7_000_000_000), "units")
    try expectGroups(context, sales, by: (\Sale.units).bucket(by: .max), "units")
    try expectGroups(context, sales, by: (\Sale.bonus).bucket(by: 2), "bonus")
    try expectGroups(context, sales, by: (\Sale.small).bucket(by: 100), "small")
    try expectGroups(context, sales, by: (\Sale.code).bucket(by: 3), "code")
    try expectGroups(context, sales, by: (\Sale.code).bucket(by: 1 << 63), "code")
    try expectGroups(context, sales, by: (\Sale.price).bucket(by: 0.75), "price")
    try expectGroups(context, sales, by: (\Sale.price).bucket(by: 1e299), "price")
    try expectGroups(context, sales, by: (\Sale.discount).bucket(by: 0.5), "discount")
    for width in [0.1, 0.3, 7] as [Decimal] {
      try expectGroups(context, sales, by: (\Sale.cost).bucket(by: width), "cost")
    }
    try expectGroups(context, sales, by: (\Sale.tip).bucket(by: 3), "tip")
  }

  @Test func nameBucketsByTheirLowerBounds() throws {
    let context = try ModelContext.ofSales()
    for units in [-11, -10, -1, 0, 9, 10, 25] {
      let sale = Sale()
      sale.units = units
      context.insert(sale)
    }
    try context.save()
    let groups = try context.groups(
      of: Sale.self, by: (\Sale.units).bucket(by: 10), aggregating: .count)
    #expect(groups.map(\.key) == [-20, -10, 0, 10, 20])
    #expect(groups.map(\.values) == [1, 2, 2, 1, 1])
  }

  @Test func goWithOtherKeysConditionsAndOrders() throws {
    let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
    let context = try ModelContext.ofSales()
    for (number, month) in [3, 3, 5, 7, 7, 7].enumerated() {
      let sale = Sale()
      sale.day = try #require(
        Calendar(identifier: .gregorian).date(
          from: DateComponents(timeZone: zone, year: 2026, month: month, day: 1)))
      sale.region = number.isMultiple(of: 2) ? .east : .west
      context.insert(sale)
    }
    try context.save()
    let month = (\Sale.day).part(.month, in: zone)
    let groups = try context.groups(
      of: Sale.self, by: month, \.region, aggregating: .count,
      having: .count > 1, sortBy: [.key(0, .reverse)])
    #expect(groups.map { "\($0.key) \($0.values)" } == ["(7, BulkTests.Region.west) 2"])
    #expect(try context.countDistinct(of: month) == 3)
    #expect(
      try context.fetch(FetchDescriptor<Sale>(), selecting: month).sorted() == [3, 3, 5, 7, 7, 7])
  }

  @Test(arguments: [false, true]) func sort(isPending: Bool) throws {
    let zone = try #require(TimeZone(identifier: "America/Sao_Paulo"))
    var generator = SeededGenerator()
    let (context, sales) = try world(zone, isPending: isPending, &generator)
    let month = (\Sale.due).part(.month, in: zone)
    let descriptor = FetchDescriptor<Sale>(
      sortBy: [SortDescriptor(month, order: .reverse), SortDescriptor(\.city)])
    let sorted = try context.fetch(descriptor)
    let expected = sales.sorted { lhs, rhs in
      let (left, right) = (lhs[keyPath: month] ?? 0, rhs[keyPath: month] ?? 0)
      return left == right ? lhs.city ?? "" < rhs.city ?? "" : left > right
    }
    #expect(sorted.map(\.city) == expected.map(\.city))
    #expect(sales.sorted(using: descriptor.sortBy).map(\.city) == expected.map(\.city))
    guard !isPending else { return }
    let first = try context.fetchPage(descriptor, limit: 50)
    let second = try context.fetchPage(descriptor, after: first.next, limit: 50)
    #expect((Array(first) + Array(second)).map(\.city) == expected.map(\.city))
  }

  @Test(arguments: [false, true]) func sortByBuckets(isPending: Bool) throws {
    var generator = SeededGenerator()
    let context = try ModelContext.ofSales()
    let sales = (0..<40).map { number in
      let sale = Sale.random(&generator, [])
      sale.city = "\(number)"
      return sale
    }
    for sale in sales { context.insert(sale) }
    if !isPending { try context.save() }
    for order in [SortOrder.forward, .reverse] {
      for key in [
        SortDescriptor(try (\Sale.tip).bucket(by: 3), order: order),
        SortDescriptor(try (\Sale.cost).bucket(by: 0.1), order: order),
        SortDescriptor(try (\Sale.code).bucket(by: 3), order: order),
        SortDescriptor(try (\Sale.discount).bucket(by: 0.5), order: order),
      ] {
        let keys = [key, SortDescriptor(\.city)]
        #expect(
          try context.fetch(FetchDescriptor(sortBy: keys)).map(\.city)
            == sales.sorted(using: keys).map(\.city))
      }
    }
  }

  @Test(arguments: [false, true]) func meetPredicates(isPending: Bool) throws {
    let zone = try #require(TimeZone(identifier: "Australia/Lord_Howe"))
    var generator = SeededGenerator()
    let (context, sales) = try world(zone, isPending: isPending, &generator)
    let weekday = (\Sale.due).part(.weekday, in: zone)
    let day = (\Sale.day).start(of: .day, in: zone)
    let first = sales[0][keyPath: day]
    let bucket = try (\Sale.units).bucket(by: 5_000_000_000)
    let predicates: [Predicate<Sale>] = [
      weekday == 1, weekday > 3, day == first, day <= first, bucket != 0,
      bucket >= 5_000_000_000 && \Sale.price > 0,
    ]
    for predicate in predicates {
      let found = try context.fetch(FetchDescriptor(predicate: predicate))
      #expect(
        try Set(found.map(\.city)) == Set(sales.filter { try predicate.evaluate($0) }.map(\.city)))
    }
  }

  @Test func followRelationships() throws {
    let context = try ModelContext.ofSales()
    for level in [1, 2, 3, nil] {
      let sale = Sale()
      context.insert(sale)
      sale.seller = level.map { Seller(name: "\($0)", level: $0) }
    }
    try context.save()
    let groups = try context.groups(
      of: Sale.self, by: (\Sale.seller?.level).bucket(by: 2), aggregating: .count)
    #expect(groups.map(\.key) == [nil, 0, 2] && groups.map(\.values) == [1, 1, 2])
  }

  @Test func needAPersistedProperty() throws {
    let context = try ModelContext.ofSales()
    let key = try (\Sale.pairs).bucket(by: 2)
    let grouped = #expect(throws: StackError.self) {
      try context.groups(of: Sale.self, by: key, aggregating: .count)
    }
    let sorted = #expect(throws: PredicateTranslationError.self) {
      try context.fetch(FetchDescriptor<Sale>(sortBy: [SortDescriptor(key)]))
    }
    let found = #expect(throws: PredicateTranslationError.self) {
      try context.fetch(FetchDescriptor<Sale>(predicate: key == 2))
    }
    for error in [grouped as (any Error)?, sorted, found] {
      #expect("\(try #require(error))".contains("Sale.pairs"))
    }
  }

  @Test func haveWidthsAboveZero() {
    for width in [0, -1] {
      #expect(throws: PredicateTranslationError.invalidWidth("\(width)")) {
        try (\Sale.units).bucket(by: width)
      }
      #expect(throws: PredicateTranslationError.self) { try (\Sale.tip).bucket(by: Decimal(width)) }
    }
    for width in [0, -1, Double.nan, .infinity] {
      #expect(throws: PredicateTranslationError.self) { try (\Sale.price).bucket(by: width) }
    }
    #expect(throws: PredicateTranslationError.self) { try (\Sale.cost).bucket(by: .nan) }
  }
}
