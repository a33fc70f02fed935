import StrataModelSupport
import Strata
import StrataTestSupport
import Testing

@Suite struct Aggregates {
  private func context(_ edit: (Int, Sale) -> Void, count: Int = 6) throws -> ModelContext {
    let context = try ModelContext.ofSales()
    for number in 0..<count {
      let sale = Sale()
      context.insert(sale)
      edit(number, sale)
    }
    try context.save()
    return context
  }

  @Test func ofNothingAreZeroOrNil() throws {
    let context = try ModelContext.ofSales()
    #expect(try context.count(of: Sale.self) == 0)
    #expect(try context.sum(of: \Sale.units) == 0)
    #expect(try context.sum(of: \Sale.price) == 0)
    #expect(try context.sum(of: \Sale.tip) == 0)
    #expect(try context.average(of: \Sale.units) == nil)
    #expect(try context.average(of: \Sale.tip) == nil)
    #expect(try context.minimum(of: \Sale.day) == nil)
    #expect(try context.maximum(of: \Sale.grade) == nil)
    #expect(try context.countDistinct(of: \Sale.city) == 0)
  }

  @Test func leaveNilOut() throws {
    let context = try context { $1.bonus = $0 % 2 == 0 ? $0 : nil }
    #expect(try context.sum(of: \Sale.bonus) == 6)
    #expect(try context.average(of: \Sale.bonus) == 2)
    #expect(try context.minimum(of: \Sale.bonus) == 0)
    #expect(try context.maximum(of: \Sale.bonus) == 4)
    #expect(try context.countDistinct(of: \Sale.bonus) == 3)
  }

  @Test func mindThePredicate() throws {
    let context = try context { $1.units = $0 }
    let predicate = #Predicate<Sale> { $0.units > 2 }
    #expect(try context.count(of: Sale.self, where: predicate) == 3)
    #expect(try context.sum(of: \.units, where: predicate) == 12)
    #expect(try context.average(of: \.units, where: predicate) == 4)
    #expect(try context.minimum(of: \.units, where: predicate) == 3)
  }

  @Test func giveTheTypesOfTheirProperties() throws {
    let context = try context { number, sale in
      sale.region = Region.allCases[number % 3]
      sale.grade = number == 0 ? nil : Grade.allCases[number % 3]
      sale.day = Date(timeIntervalSinceReferenceDate: Double(number) + 0.125)
      sale.code = number == 3 ? .max : UInt64(number)
      sale.cost = Decimal(number) / 10
      sale.city = number == 0 ? nil : "city \(number)"
    }
    #expect(try context.maximum(of: \Sale.region) == .west)
    #expect(try context.minimum(of: \Sale.grade) == .low)
    #expect(
      try context.maximum(of: \Sale.day) == Date(timeIntervalSinceReferenceDate: 5.125))
    #expect(try context.maximum(of: \Sale.code) == .max)
    #expect(try context.minimum(of: \Sale.code) == 0)
    #expect(try context.maximum(of: \Sale.cost) == Decimal(5) / 10)
    #expect(try context.minimum(of: \Sale.city) == "city 1")
    #expect(try context.countDistinct(of: \Sale.token) == 6)
  }

  @Test func ofDecimalsAreExact() throws {
    let context = try context { _, sale in
      sale.cost = Decimal(string: "0.1") ?? 0
      sale.tip = Decimal(string: "12345678901234567890.01") ?? 0
    }
    #expect(try context.sum(of: \Sale.cost) == Decimal(string: "0.6"))
    #expect(try context.sum(of: \Sale.tip) == Decimal(string: "74074073407407407340.06"))
  }

  @Test func ofIntegersAreExactAsLongAsTheSumFits() throws {
    let context = try context { number, sale in
      sale.units = number % 2 == 0 ? .max : .min
      sale.code = UInt64.max / 6
    }
    #expect(try context.sum(of: \Sale.units) == -3)
    #expect(try context.sum(of: \Sale.code) == UInt64.max / 6 * 6)
    #expect(try context.average(of: \Sale.units) == -0.5)
  }

  @Test func sayWhichSumDoesNotFit() throws {
    let context = try context { number, sale in
      sale.units = .max
      sale.small = 100
    }
    let error = #expect(throws: StackError.self) { try context.sum(of: \Sale.units) }
    #expect("\(error, default: "")".contains("55340232221128654842, which doesn't fit Int"))
    #expect(throws: StackError.self) { try context.sum(of: \Sale.small) }
    #expect(try context.average(of: \Sale.small) == 100)
  }

  @Test(arguments: [false, true]) func areNoNumberWhereSwiftHasNone(isPending: Bool) throws {
    let context = try context { $1.price = $0 == 0 ? .infinity : $0 == 1 ? -.infinity : 1 }
    if isPending { context.insert(Sale()) }
    #expect(try context.sum(of: \Sale.price).isNaN)
    #expect(try context.average(of: \Sale.price)?.isNaN == true)
    func count(_ condition: GroupCondition<Sale>) throws -> Int {
      try context.groups(of: Sale.self, by: \.region, aggregating: .count, having: condition).count
    }
    #expect(try count(.sum(\.price) == 0) == 0 && count(.sum(\.price) != 0) == 1)
    #expect(try count(.any(.sum(\.price) > 0, .sum(\.price) <= 0)) == 0)
  }

  @Test func areWorkedOutTogether() throws {
    let context = try context { $1.units = $0 }
    let (count, total, greatest) = try context.aggregate(
      of: Sale.self, where: #Predicate { $0.units < 4 }, .count, .sum(\.units), .maximum(\.units))
    #expect(count == 4 && total == 6 && greatest == 3)
  }

  @Test func followToOneRelationships() throws {
    let context = try context { _, _ in }
    let sellers = [Seller(name: "a"), Seller(name: "b")]
    for (number, sale) in try context.all(Sale.self).enumerated() where number < 4 {
      sale.seller = sellers[number / 3]
    }
    try context.save()
    #expect(try context.countDistinct(of: \Sale.seller) == 2)
    #expect(try context.countDistinct(of: \Sale.seller?.persistentModelID) == 2)
  }

  @Test(arguments: [false, true]) func reachThroughToOneRelationships(isPending: Bool) throws {
    let context = try context { $1.units = $0 }
    let sellers = [Seller(name: "a", level: 3), Seller(name: "b", level: 40)]
    let sales = try context.all(Sale.self)
    for number in 0..<3 { sales[number].seller = sellers[number / 2] }
    if !isPending { try context.save() }
    #expect(try context.sum(of: \Sale.seller?.level) == 46)
    #expect(try context.maximum(of: \Sale.seller?.name) == "b")
    let groups = try context.groups(
      of: Sale.self, by: \.seller?.name, aggregating: .sum(\.units),
      // Through an optional, the compiler wants to be told the class.
      .average(\Sale.seller?.level))
    #expect(groups.map(\.key) == [nil, "a", "b"] && groups.map(\.values.0) == [12, 1, 2])
    #expect(groups.map(\.values.1) == [nil, 3, 40])
  }

  @Test func loadNoObjects() throws {
    let store = try TemporaryFolder()
    func open() throws -> ModelContext {
      ModelContext(
        try ModelContainer(
          for: [Sale.self], configuration: ModelConfiguration(url: store.file())))
    }
    let writer = try open()
    for _ in 0..<100 { writer.insert(Sale()) }
    try writer.save()
    let reader = try open()
    _ = try reader.aggregate(of: Sale.self, .count, .sum(\.cost), .maximum(\.day))
    _ = try reader.groups(of: Sale.self, by: \.region, aggregating: .count)
    let identifiers = try reader.fetchIdentifiers(FetchDescriptor<Sale>())
    #expect(identifiers.count == 100)
    for identifier in identifiers {
      #expect(reader.registeredModel(for: identifier) as Sale? == nil)
    }
  }

  @Test func nameWhatTheStoreCanNotWorkOut() throws {
    let context = try ModelContext.inMemory()
    #expect(throws: StackError.self) {
      try context.countDistinct(of: \Author.cache)
    }
    #expect(throws: StackError.self) {
      try context.countDistinct(of: \Author.books)
    }
  }
}
