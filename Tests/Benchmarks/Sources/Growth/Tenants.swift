import Foundation
import Strata

@Model final class Memo {
  #Index<Memo>([\.tenant, \.number])
  var tenant: Int
  var number: Int
  var text: String
  var done = false
  init(tenant: Int, number: Int) {
    self.tenant = tenant
    self.number = number
    text = "memo \(number) of tenant \(tenant)"
  }
}

/// What a request of one tenant costs among others' rows.
private struct Request {
  let container: ModelContainer
  let tenant: Int

  func page() throws {
    let tenant = tenant
    var descriptor = FetchDescriptor<Memo>(
      predicate: #Predicate { $0.tenant == tenant }, sortBy: [SortDescriptor(\.number)])
    descriptor.fetchLimit = 50
    let memos = try ModelContext(container).fetch(descriptor)
    guard !memos.isEmpty else { throw GrowthError("tenant \(tenant) has no memos") }
  }

  func change() throws {
    let tenant = tenant
    var descriptor = FetchDescriptor<Memo>(
      predicate: #Predicate { $0.tenant == tenant && $0.number == 3 })
    descriptor.fetchLimit = 1
    let context = ModelContext(container)
    try context.fetch(descriptor).first?.done.toggle()
    try context.save()
  }
}

/// Tenants that share one schema, each a value of a property, as a scope's or a policy's.
enum TenantsInOneSchema {
  static func run(_ schemas: PrivateSchemas, _ count: Int?) async throws {
    let url = schemas.url("scopes")
    let container = try ModelContainer(
      for: Memo.self, configurations: ModelConfiguration(url: url))
    Figures.row("tenants", "rows", "a tenant's page, ms", "fetch and change one, ms", "size, MB")
    var filled = 0
    let all = count ?? 100_000
    for tenants in [all / 100, all / 10, all] {
      while filled < tenants {
        let context = ModelContext(container)
        context.autosaveEnabled = false
        for tenant in filled..<min(filled + 1000, tenants) {
          for number in 0..<20 { context.insert(Memo(tenant: tenant, number: number)) }
        }
        filled = min(filled + 1000, tenants)
        try context.save()
      }
      try schemas.ask("ANALYZE")
      func request(_ run: Int) -> Request {
        Request(container: container, tenant: run * 7919 % tenants)
      }
      let page = try Figures.median(of: 300) { try request($0).page() }
      let change = try Figures.median(of: 300) { try request($0).change() }
      let size = try schemas.ask(
        "SELECT pg_total_relation_size('scopes.\"Memo\"') / 1000000")
      Figures.row(tenants, tenants * 20, Figures.number(page), Figures.number(change), size)
    }
    try await container.close()
  }
}

/// Tenants with a schema each.
enum TenantsInSchemas {
  static func run(_ schemas: PrivateSchemas, _ count: Int?) async throws {
    func container(_ tenant: Int) throws -> ModelContainer {
      try ModelContainer(
        for: Memo.self,
        configurations: ModelConfiguration(
          url: schemas.url("tenant_\(tenant)".replacingOccurrences(of: "-", with: "m"))))
    }
    try await openContainers(schemas, container)
    Figures.row(
      "schemas", "make a store, ms", "open one, ms", "first fetch and save, ms", "catalog, MB")
    var made = 0
    let all = count ?? 1000
    for tenants in [all / 100, all / 10, all] {
      var making: [Double] = []
      while made < tenants {
        var new: ModelContainer?
        making.append(try Figures.milliseconds { new = try container(made) })
        if let new {
          let context = ModelContext(new)
          for number in 0..<20 { context.insert(Memo(tenant: made, number: number)) }
          try context.save()
          try await new.close()
        }
        made += 1
      }
      var (opening, using): ([Double], [Double]) = ([], [])
      for run in 0..<20 {
        let tenant = run * 7919 % tenants
        var opened: ModelContainer?
        opening.append(try Figures.milliseconds { opened = try container(tenant) })
        guard let opened else { continue }
        let request = Request(container: opened, tenant: tenant)
        using.append(
          try Figures.milliseconds {
            try request.page()
            try request.change()
          })
        try await opened.close()
      }
      let catalog = try schemas.ask(
        """
        SELECT sum(pg_total_relation_size(oid)) / 1000000 FROM pg_class
        WHERE relnamespace = 'pg_catalog'::regnamespace AND relkind = 'r'
        """)
      func median(_ values: [Double]) -> String {
        Figures.number(values.sorted()[values.count / 2])
      }
      Figures.row(
        tenants, median(making), median(opening), median(using),
        Figures.number(Double(catalog) ?? 0, 0))
    }
  }

  /// What open containers take, with the connections that a read and a save leave open.
  private static func openContainers(
    _ schemas: PrivateSchemas, _ container: (Int) throws -> ModelContainer
  ) async throws {
    func opened(_ tenant: Int) throws -> ModelContainer {
      let opened = try container(tenant)
      let context = ModelContext(opened)
      for number in 0..<20 { context.insert(Memo(tenant: tenant, number: number)) }
      try context.save()
      let request = Request(container: opened, tenant: tenant)
      try request.page()
      try request.change()
      return opened
    }
    // What is made once for all isn't counted.
    let first = try opened(-1)
    let before = try Figures.memory()
    let count = 20
    let containers = try (-1 - count..<(-1)).map { try opened($0) }
    let own = try Figures.memory() - before
    let processes = try schemas.ask(
      "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
    ).split(separator: "\n")
    let server = try processes.reduce(0) { try $0 + Figures.proportionalMemory(of: String($1)) }
    print(
      """
      \(count) open containers: \(own / count) KiB each in the program, \(processes.count) connections with the first \
      one's, \(server / max(processes.count, 1)) KiB each in the server
      """)
    for container in containers + [first] { try await container.close() }
  }
}
