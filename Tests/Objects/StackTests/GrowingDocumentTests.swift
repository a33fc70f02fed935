import Foundation
import Strata
import StrataTestSupport
import Testing

/// What `Docs/Growing.md` shows, run.
@Suite struct GrowingDocument {
  @Model final class Memo {
    var text = ""
    init() {}
  }

  /// Where each tenant's store is.
  @Model final class Home {
    @Attribute(.unique) var tenant: String
    var server: String
    /// True while the store is being moved. Requests of the tenant are refused.
    var isMoving = false

    init(tenant: String, server: String) {
      self.tenant = tenant
      self.server = server
    }
  }

  private enum TenantError: Error { case unavailable(String) }

  @Test func hasNoSwiftThatIsNotRun() throws {
    let page = try DocumentationPage("Growing.md")
    #expect(page.examples.count == 4)
    #expect(try page.examples(missingIn: [#filePath]) == [])
  }

  @Test func opensAStoreForEachTenant() async throws {
    let folder = try TemporaryFolder()
    @Sendable func address(of tenant: String) -> URL { folder.store(tenant) }
    let tenants = Tenants(limit: 50) { tenant in
      let configuration = ModelConfiguration(url: address(of: tenant))
      return try ModelContainer(for: Memo.self, configurations: configuration)
    }
    let count = try await tenants.with("acme") { container in
      try await container.read { try $0.fetchCount(FetchDescriptor<Memo>()) }
    }
    #expect(count == 0)
  }

  @Test func closesTheContainersThatNobodyHasUsedForLongest() async throws {
    let folder = try TemporaryFolder()
    let tenants = Tenants(limit: 2) { tenant in
      try ModelContainer(
        for: Memo.self, configurations: ModelConfiguration(url: folder.store(tenant)))
    }
    @Sendable func isOpen(_ container: ModelContainer) async throws -> Bool {
      do {
        _ = try await container.read { try $0.fetchCount(FetchDescriptor<Memo>()) }
        return true
      } catch StorageError.closed {
        return false
      }
    }
    let first = try await tenants.with("a") { $0 }
    let second = try await tenants.with("b") { $0 }
    _ = try await tenants.with("a") { $0 }
    let third = try await tenants.with("c") { $0 }
    #expect(try await isOpen(first))
    #expect(try await isOpen(third))
    #expect(try await !isOpen(second))
    // One that is in use stays open, whatever the limit.
    try await tenants.with("a") { used in
      for other in ["d", "e", "f"] { _ = try await tenants.with(other) { $0 } }
      #expect(try await isOpen(used))
    }
    #expect(try await !isOpen(third))
  }

  @Test func findsTheServerOfATenant() throws {
    func address(of tenant: String, in context: ModelContext) throws -> URL {
      let homes = try context.fetch(
        FetchDescriptor<Home>(predicate: #Predicate { $0.tenant == tenant }))
      guard let home = homes.first, !home.isMoving,
        let url = URL(string: "postgresql://app@\(home.server)/shop?schema=\(tenant)")
      else { throw TenantError.unavailable(tenant) }
      return url
    }
    let folder = try TemporaryFolder()
    let context = ModelContext(
      try ModelContainer(
        for: Home.self, configurations: ModelConfiguration(url: folder.store())))
    let home = Home(tenant: "acme", server: "db1.example")
    context.insert(home)
    #expect(
      try address(of: "acme", in: context).absoluteString
        == "postgresql://app@db1.example/shop?schema=acme")
    home.isMoving = true
    #expect(throws: TenantError.self) { try address(of: "acme", in: context) }
    #expect(throws: TenantError.self) { try address(of: "other", in: context) }
  }
}

/// The containers of the tenants that were used last.
actor Tenants {
  private struct Entry {
    let container: ModelContainer
    var users = 0
    var lastUse = 0
  }

  private let limit: Int
  private let open: @Sendable (String) throws -> ModelContainer
  private var entries: [String: Entry] = [:]
  private var useCount = 0

  init(limit: Int, open: @escaping @Sendable (String) throws -> ModelContainer) {
    self.limit = limit
    self.open = open
  }

  /// Runs a body with a tenant's container, which stays open meanwhile.
  func with<Result: Sendable>(
    _ tenant: String, _ body: @Sendable (ModelContainer) async throws -> Result
  ) async throws -> Result {
    var entry = try entries[tenant] ?? Entry(container: open(tenant))
    useCount += 1
    entry.users += 1
    entry.lastUse = useCount
    entries[tenant] = entry
    defer { entries[tenant]?.users -= 1 }
    try await closeIdle()
    return try await body(entry.container)
  }

  private func closeIdle() async throws {
    while entries.count > limit,
      let idle = entries.filter({ $0.value.users == 0 })
        .min(by: { $0.value.lastUse < $1.value.lastUse })
    {
      entries[idle.key] = nil
      try await idle.value.container.close()
    }
  }
}
