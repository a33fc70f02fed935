import Foundation
import Strata
import StrataSQLite
import StrataStorage
import StrataStoreSupport
import StrataTestSupport
import Synchronization
import Testing

@Model private final class Bill {
  var tenant: String
  #Unique<Bill>([\.number])
  var number: Int
  @Relationship(deleteRule: .cascade, inverse: \BillLine.bill) var lines: [BillLine] = []

  init(tenant: String, number: Int) {
    self.tenant = tenant
    self.number = number
  }
}

@Model private final class BillLine {
  var tenant: String
  var text: String
  var bill: Bill?

  init(tenant: String, text: String) {
    self.tenant = tenant
    self.text = text
  }
}

/// What a context reads and saves where policies of row-level security ask for its settings of the server.
@Suite(.enabled(if: TestServer.hasPrograms)) struct RowSecurity {
  private func store(saves: String = "serial") throws -> PolicedStore {
    try PolicedStore(for: [Bill.self, BillLine.self], saves: saves)
  }

  private func context(_ container: ModelContainer, of tenant: String?) throws -> ModelContext {
    let context = ModelContext(container)
    if let tenant { try context.setServerSettings(["app.tenant": tenant]) }
    return context
  }

  private func addBills(_ numbers: ClosedRange<Int>, in context: ModelContext, of tenant: String)
    throws
  {
    for number in numbers {
      let bill = Bill(tenant: tenant, number: number)
      context.insert(bill)
      bill.lines = [BillLine(tenant: tenant, text: "\(tenant) \(number)")]
    }
    try context.save()
  }

  /// The error of a body, in words.
  private func refusal(_ body: () throws -> Void) throws -> String {
    "\(try #require(#expect(throws: (any Error).self) { try body() }))"
  }

  private func tenants(_ context: ModelContext) throws -> [String] {
    try context.fetch(FetchDescriptor<Bill>()).map(\.tenant).sorted()
  }

  @Test(arguments: ["serial", "concurrent"])
  func limitsEachContext(saves: String) throws {
    let container = try store(saves: saves).container()
    let (a, b) = (try context(container, of: "a"), try context(container, of: "b"))
    try addBills(1...3, in: a, of: "a")
    try addBills(11...12, in: b, of: "b")
    #expect(try tenants(a) == ["a", "a", "a"] && tenants(b) == ["b", "b"])
    let nobody = try context(container, of: nil)
    #expect(try tenants(nobody) == [] && nobody.fetchCount(FetchDescriptor<BillLine>()) == 0)
    // A new context of the tenant's, with nothing in memory.
    let again = try context(container, of: "a")
    let bills = try again.fetch(FetchDescriptor<Bill>(sortBy: [SortDescriptor(\.number)]))
    #expect(bills.map { $0.lines.map(\.text) } == [["a 1"], ["a 2"], ["a 3"]])
    let other = try #require(try b.fetch(FetchDescriptor<Bill>()).first?.persistentModelID)
    #expect(try again.existingModel(for: other) as Bill? == nil)
    #expect(
      try again.rows("SELECT count(*)::bigint AS n FROM \(Bill.self)").first?.value(
        "n", as: Int.self) == 3)
    let child = try ModelContext(parent: again)
    #expect(try tenants(child) == ["a", "a", "a"] && child.serverSettings == ["app.tenant": "a"])
  }

  @Test(arguments: ["serial", "concurrent"])
  func limitsBatchesAndStatements(saves: String) throws {
    let store = try store(saves: saves)
    let container = try store.container()
    let (a, b) = (try context(container, of: "a"), try context(container, of: "b"))
    try addBills(1...3, in: a, of: "a")
    try addBills(11...12, in: b, of: "b")
    #expect(try a.batchDelete(Bill.self, where: #Predicate { $0.number > 2 }) == 1)
    let withoutTriggers = try refusal { try a.withConnection { _ in } }
    #expect(withoutTriggers.contains("withConnection { _ in } once"), "\(withoutTriggers)")
    try ModelContext(store.ownersContainer()).withConnection { _ in }
    let changed = try a.withConnection {
      try $0.execute("UPDATE \(Bill.self) SET number = number + 100")
    }
    #expect(changed == 2)
    #expect(try b.fetch(FetchDescriptor<Bill>()).map(\.number).sorted() == [11, 12])
    #expect(try a.fetch(FetchDescriptor<Bill>()).map(\.number).sorted() == [101, 102])
  }

  @Test(arguments: ["serial", "concurrent"])
  func refusesRowsOfOthers(saves: String) throws {
    let container = try store(saves: saves).container()
    let (a, b) = (try context(container, of: "a"), try context(container, of: "b"))
    try addBills(11...12, in: b, of: "b")
    a.insert(Bill(tenant: "b", number: 4))
    let foreign = try refusal { try a.save() }
    #expect(
      foreign.contains("row-level security") && foreign.contains("setServerSettings")
        && !foreign.contains("GRANT"), "\(foreign)")
    #expect(a.hasChanges)
    a.rollback()
    // The unique number is another tenant's, whose row the context doesn't see.
    a.insert(Bill(tenant: "a", number: 11))
    let taken = try refusal { try a.save() }
    #expect(
      taken.contains("Bill") && taken.contains("a policy of row-level security hides"), "\(taken)")
    #expect(!taken.contains("b 11"))
    a.rollback()
    #expect(try tenants(a) == [] && tenants(b) == ["b", "b"])
  }

  /// Each connection goes from one tenant's context to another's, and to contexts without settings.
  @Test(arguments: ["serial", "concurrent"])
  func belongsToOneTransaction(saves: String) throws {
    let store = try store(saves: saves)
    let container = try store.container()
    let names = (0..<6).map { "t\($0)" }
    let failures = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 12) { number in
      do {
        let name = number < names.count ? names[number] : nil
        for round in 0..<15 {
          let context = try self.context(container, of: name)
          guard let name else {
            let found = try self.tenants(context)
            let setting: String? = try context.rows(
              "SELECT nullif(current_setting('app.tenant', true), '') AS s"
            ).first?.value("s", as: String?.self)
            if !found.isEmpty || setting != nil {
              failures.withLock { $0.append("\(found) \(setting ?? "")") }
            }
            continue
          }
          try self.addBills(number * 100 + round...number * 100 + round, in: context, of: name)
          let found = try self.tenants(self.context(container, of: name))
          if found != Array(repeating: name, count: round + 1) {
            failures.withLock { $0.append("\(name): \(found)") }
          }
        }
      } catch {
        failures.withLock { $0.append("\(error)") }
      }
    }
    #expect(failures.withLock { $0 } == [])
    let all = try ModelContext(store.ownersContainer())
    #expect(try all.fetchCount(FetchDescriptor<Bill>()) == 6 * 15)
  }

  @Test(.enabled(if: TestPooler.isInstalled), arguments: ["serial", "concurrent"])
  func holdsBehindAPooler(saves: String) throws {
    let store = try store(saves: saves)
    let pooler = try TestPooler(before: store.server, mode: "transaction", size: 3)
    defer { withExtendedLifetime(pooler) {} }
    let container = try store.container(behind: pooler)
    // The pooler connects as one user for all, who takes the service's role for each transaction.
    func context(of tenant: String) throws -> ModelContext {
      let context = ModelContext(container)
      try context.setServerSettings(["role": store.user, "app.tenant": tenant])
      return context
    }
    let (a, b) = (try context(of: "a"), try context(of: "b"))
    for round in 0..<5 {
      try addBills(round...round, in: a, of: "a")
      try addBills(100 + round...100 + round, in: b, of: "b")
      #expect(try tenants(context(of: "a")) == Array(repeating: "a", count: round + 1))
      #expect(try tenants(context(of: "b")) == Array(repeating: "b", count: round + 1))
    }
    #expect(try tenants(ModelContext(container)).count == 10)
  }

  /// The settings are sent together with what they are for.
  @Test func costsNoRoundTrips() throws {
    let container = try store().container()
    func roundTrips(of tenant: String?) throws -> [Int] {
      let context = try context(container, of: tenant)
      func count(_ body: () throws -> Void) throws -> Int {
        let before = container.store.statistics.roundTrips
        try body()
        return container.store.statistics.roundTrips - before
      }
      // The first run prepares statements.
      for _ in 0..<2 {
        _ = try tenants(context)
        _ = try context.fetchCount(FetchDescriptor<Bill>())
      }
      return [
        try count { _ = try tenants(context) },
        try count { _ = try context.fetchCount(FetchDescriptor<Bill>()) },
      ]
    }
    let (own, without) = (try roundTrips(of: "a"), try roundTrips(of: nil))
    #expect(own == without)
  }

  @Test(arguments: [
    (["search_path": "public"], "search_path"), (["TIMEZONE": "CET"], "TIMEZONE"),
    (["": "x"], "no name"),
    (["Standard_Conforming_Strings": "off"], "Standard_Conforming_Strings"),
    (["transaction_isolation": "serializable"], "transaction_isolation"),
    (["session_replication_role": "replica"], "session_replication_role"),
    (["app.tenant": "a\0b"], "app.tenant"), (["app.a\0b": "a"], "zero character"),
  ])
  func refusesSettings(_ settings: [String: String], _ words: String) throws {
    let context = try context(store().container(), of: "a")
    let error = try refusal { try context.setServerSettings(settings) }
    #expect(error.contains(words), "\(error)")
    #expect(context.serverSettings == ["app.tenant": "a"])
  }

  @Test func namesASettingThatTheServerLacks() throws {
    let context = try context(store().container(), of: "a")
    try context.setServerSettings(["tenant": "a"])
    for _ in 0..<2 {
      let error = try refusal { _ = try tenants(context) }
      #expect(error.contains("\"tenant\""), "\(error)")
    }
    context.insert(Bill(tenant: "a", number: 1))
    #expect(throws: StorageError.self) { try context.save() }
    #expect(context.hasChanges)
    try context.setServerSettings(["app.tenant": "a"])
    try context.save()
    #expect(try tenants(context) == ["a"])
  }

  @Test func isNothingForAFile() throws {
    let context = ModelContext(
      try ModelContainer(
        for: Bill.self, BillLine.self,
        configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    try context.setServerSettings(["app.tenant": "a"])
    context.insert(Bill(tenant: "b", number: 1))
    try context.save()
    #expect(try tenants(context) == ["b"])
  }
}
