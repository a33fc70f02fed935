import Foundation
import Strata
import StrataStack
import StrataTestSupport
import Testing

extension RecipesDocument {
  @Test func computesAValueInAMigration() throws {
    let url = folder.store("contacts.store")
    try saveContacts(at: url)
    let container = try ModelContainer(
      for: ContactsV2.Contact.self, migrationPlan: ContactsPlan.self,
      configurations: ModelConfiguration(url: url))
    let contacts = try ModelContext(container).fetch(FetchDescriptor<ContactsV2.Contact>())
    #expect(contacts.map(\.initials) == ["AL"])
  }

  private func saveContacts(at url: URL) throws {
    let context = ModelContext(
      try ModelContainer(
        for: ContactsV1.Contact.self, configurations: ModelConfiguration(url: url)))
    context.insert(ContactsV1.Contact(name: "Ada Lovelace"))
    try context.save()
  }

  @Test func sumsUnpaidOrders() throws {
    let stack = try PreviewStack(for: [Customer.self, Order.self]) { context in
      for number in 1...3 { context.insert(Order(number: number, cents: 100)) }
    }
    let context = try stack.backgroundContext(author: "test")
    #expect(try context.sum(of: \Order.cents, where: #Predicate { !$0.isPaid }) == 300)
  }

  @Test(.enabled(if: !TestServer.isWanted, "it is about files"))
  func backsUpEveryNight() async throws {
    try saveOrders(2)
    func nightly(
      to folder: URL, every interval: Duration = .seconds(86_400),
      alert: @escaping @Sendable ([StoreFault]) -> Void
    ) -> Maintenance {
      var maintenance = Maintenance()
      maintenance.checkInterval = interval
      maintenance.didCheck = { faults in if !faults.isEmpty { alert(faults) } }
      maintenance.backup = .init(every: interval, to: folder, keeping: 14)
      return maintenance
    }
    let (files, continuation) = AsyncStream<[URL]>.makeStream()
    var maintenance = nightly(to: folder.file("backups"), every: .milliseconds(5)) {
      Issue.record("the store has faults: \($0)")
    }
    maintenance.backup?.didBackUp = { continuation.yield($0) }
    let service = Task { [container, maintenance] in try await container.run(maintenance) }
    let backup = try #require(await files.first { _ in true }?.first)
    service.cancel()
    try await service.value
    #expect(try orderCount(in: openStore(at: backup.path)) == 2)
  }

  private func orderCount(in container: ModelContainer) throws -> Int {
    try ModelContext(container).fetchCount(FetchDescriptor<Order>())
  }

  @Test(.enabled(if: TestServer.hasPrograms && isCommandBuilt))
  func movesAStoreToAServer() throws {
    let file = folder.file("orders.store")
    let context = ModelContext(try openStore(at: file.path))
    for number in 1...3 { context.insert(Order(number: number, cents: 100)) }
    try context.save()
    let address = TestServer.newStore().absoluteString
    let copy = Process()
    copy.executableURL = try BuiltProgram.url("strata")
    copy.arguments = ["copy", file.path, address]
    copy.standardOutput = FileHandle.nullDevice
    try copy.run()
    copy.waitUntilExit()
    #expect(copy.terminationStatus == 0)
    #expect(try orderCount(in: openStore(at: address)) == 3)
  }
}

/// True if these tests are built together with the command.
private let isCommandBuilt = {
  do {
    _ = try BuiltProgram.url("strata")
    return true
  } catch {
    return false
  }
}()

func openStore(at address: String) throws -> ModelContainer {
  let isServer = address.hasPrefix("postgresql://")
  guard let url = isServer ? URL(string: address) : URL(fileURLWithPath: address) else {
    throw InvalidAddress(address: address)
  }
  return try ModelContainer(
    for: Customer.self, Order.self, configurations: ModelConfiguration(url: url))
}

struct InvalidAddress: Error { let address: String }
