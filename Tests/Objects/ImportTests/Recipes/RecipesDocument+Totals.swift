import Foundation
import Strata
import StrataTestSupport
import Testing

extension RecipesDocument {
  @Test func groupsByMonth() throws {
    try saveOrders(40)
    var lines: [String] = []
    func print(_ month: Date, _ count: Int, _ cents: Int) {
      lines.append("\(Int(month.timeIntervalSince1970)) \(count) \(cents)")
    }
    let zone = TimeZone(identifier: "Europe/Berlin") ?? .gmt
    let months = try context.groups(
      of: Order.self, by: (\Order.placed).start(of: .month, in: zone),
      aggregating: .count, .sum(\.cents))
    for (month, (count, cents)) in months { print(month, count, cents) }
    // January 15, 2027 is the start, and the days of January 16 to 31 are the first 16 orders.
    #expect(lines == ["1798758000 16 13600", "1801436400 24 68400"])
  }

  @Test func countsAndSums() throws {
    try saveOrders(4).last?.isPaid = true
    let (count, cents, latest) = try context.aggregate(
      of: Order.self, where: #Predicate { !$0.isPaid },
      .count, .sum(\.cents), .maximum(\.placed))
    #expect(count == 3 && cents == 600)
    #expect(latest == Date(timeIntervalSince1970: 1_800_000_000 + 3 * 86_400))
  }

  @Test func addsUpARunningTotal() throws {
    try saveOrders(4)
    let rows = try context.rows(
      """
      SELECT number, CAST(sum(cents) OVER (ORDER BY placed, number) AS bigint) AS balance
      FROM \(Order.self) ORDER BY placed, number
      """)
    let balances = try rows.map { try $0.value("balance", as: Int.self) }
    #expect(balances == [100, 300, 600, 1000])
  }

  @Test func changesManyWithOneStatement() throws {
    let order = try #require(try saveOrders(3).first)
    let count = try context.batchUpdate(
      where: #Predicate<Order> { !$0.isPaid && $0.cents < 300 },
      .set(\.isPaid, to: true), .increment(\.cents, by: 50))
    #expect(count == 2)
    #expect(order.isPaid && order.cents == 150 && !context.hasChanges)
    // Batches don't validate.
    #expect(try context.batchUpdate(Order.self, where: nil, .set(\.cents, to: -1)) == 3)
  }

  @Test func runsSQLInASave() throws {
    let orders = try saveOrders(3)
    orders[0].note = "Ring twice"
    let percent = 10
    let count = try context.withConnection { db in
      try db.execute(
        "UPDATE \(Order.self) SET cents = cents - cents * \(percent) / 100 WHERE cents > 100")
    }
    #expect(count == 2)
    #expect(orders.map(\.cents) == [100, 180, 270])
    #expect(try ModelContext(container).fetchCount(ringing) == 1)
  }

  private var ringing: FetchDescriptor<Order> {
    FetchDescriptor(predicate: #Predicate { $0.note == "Ring twice" })
  }

  @Test(.enabled(if: !TestServer.isWanted, "a server has functions of its own"))
  func callsASwiftFunction() throws {
    let url = folder.file("functions.store")
    let domain = PredicateFunction("domain") { (email: String) in
      email.split(separator: "@").last.map(String.init) ?? ""
    }
    var configuration = ModelConfiguration(url: url)
    configuration.functions = [SQLFunction(domain)]
    let container = try ModelContainer(for: Customer.self, configurations: configuration)
    let ours = FetchDescriptor<Customer>(
      predicate: #Predicate { domain.call($0.email) == "example.com" })
    let context = ModelContext(container)
    for email in ["ada@example.com", "bea@example.org"] { context.insert(Customer(email: email)) }
    #expect(try context.fetch(ours).map(\.email) == ["ada@example.com"])
    try context.save()
    #expect(try context.fetch(ours).map(\.email) == ["ada@example.com"])
  }
}
