import GRDB
import SQLiteC
import Strata

/// O: load 16,282 orders of fourteen columns, most of them text, so many times, each time to new
/// objects that are known by their keys, and release them.
struct LoadingOrders: Workload {
  let name = "O"
  /// How many times they are loaded.
  let count: Int
  let expected: Checksum
  private let container: ModelContainer
  private let database: RawDatabase
  private let queue: DatabaseQueue

  private static let rowCount = 16_282
  private static let query = """
    SELECT strata_key, number, customer, employee, ordered, required, shipped, carrier, freight,
      shipName, shipAddress, shipCity, shipRegion, shipPostalCode, shipCountry
    FROM "Order" ORDER BY strata_key
    """

  init(count: Int) throws {
    self.count = count
    let url = try ScratchFolder.keptFile()
    container = try ModelContainer(for: Order.self, configurations: ModelConfiguration(url: url))
    let context = ModelContext(container)
    var expected = Checksum()
    for row in 0..<Self.rowCount {
      let values = OrderRecord(row: row)
      expected.add(values)
      context.insert(Order(values))
    }
    try context.save()
    self.expected = expected
    database = try RawDatabase(url)
    queue = try PeerDatabase.open(url)
  }

  var aim: Double? { 1 }

  var ours: Contender {
    {
      try load(&$0) {
        let context = ModelContext(container)
        return try context.fetch(FetchDescriptor<Order>())
      }
    }
  }

  var raw: Contender { { try load(&$0, readRaw) } }

  var peers: [(name: String, run: Contender)] {
    [
      ("GRDB Codable", { try load(&$0) { try records(OrderRecord.self) } }),
      ("GRDB by position", { try load(&$0) { try records(PositionalOrder.self) } }),
    ]
  }

  // The values are looked at once, at the end; all loads are alike.
  private func load<Order: OrderValues>(
    _ stopwatch: inout Stopwatch, _ body: () throws -> [Order]
  ) throws -> Checksum {
    var checksum = Checksum()
    for round in 1...count {
      var orders = try stopwatch.measure(body)
      guard orders.count == Self.rowCount else { return Checksum(count: orders.count) }
      if round == count { for order in orders { checksum.add(order) } }
      stopwatch.measure { orders = [] }
    }
    return checksum
  }

  private func readRaw() throws -> [RawOrder] {
    let statement = try database.prepare(Self.query)
    var known: [Int64: RawOrder] = [:]
    var orders: [RawOrder] = []
    while try statement.step() {
      let key = sqlite3_column_int64(statement.handle, 0)
      if let order = known[key] {
        orders.append(order)
      } else {
        let order = RawOrder(statement)
        known[key] = order
        orders.append(order)
      }
    }
    return orders
  }

  private func records<Record: FetchableRecord>(_ type: Record.Type) throws -> [Record] {
    try queue.read { try Record.fetchAll($0, sql: Self.query) }
  }
}
