import Foundation
import Strata
import StrataStoreSupport
import Synchronization
import StrataTestSupport
import Testing

/// What `Docs/Operations.md` shows, run.
@Suite(.enabled(if: !TestServer.isWanted, "it is about files")) struct OperationsDocument {
  @Model final class Order {
    var number = 0
    init() {}
  }

  private let files: TemporaryFolder
  private var url: URL { files.url.appendingPathComponent("a.store") }
  private var folder: URL { files.url.appendingPathComponent("backups") }

  init() throws { files = try TemporaryFolder() }

  @Test func hasNoSwiftThatIsNotRun() throws {
    let page = try DocumentationPage("Operations.md")
    #expect(page.examples.count == 3)
    #expect(try page.examples(missingIn: [#filePath]) == [])
  }

  @Test func keepsALongHistory() throws {
    var configuration = ModelConfiguration("orders", url: url)
    configuration.historyPolicy = HistoryPolicy(age: 365 * 86_400, count: 1_000_000)
    let context = ModelContext(
      try ModelContainer(for: Order.self, configurations: configuration))
    context.insert(Order())
    try context.save()
    #expect(try context.storeInformation().historyCount == 1)
  }

  @Test func endsMaintenanceWithItsTask() async throws {
    let container = try ModelContainer(
      for: Order.self, configurations: ModelConfiguration("orders", url: url))
    let folder = folder
    let run = Task {
      var maintenance = Maintenance()
      maintenance.checkInterval = .seconds(86_400)
      maintenance.backup = .init(every: .seconds(3600), to: folder, keeping: 24)
      try await container.run(maintenance)
    }
    run.cancel()
    try await run.value
    #expect(throws: StorageError.self) {
      try ModelContext(container).fetchCount(FetchDescriptor<Order>())
    }
  }

  @Test func setsADamagedFileAside() throws {
    try Data(repeating: 7, count: 5000).write(to: url)
    var configuration = ModelConfiguration("cache", url: url)
    configuration.setsDamagedStoreAside = true
    let container = try ModelContainer(for: Order.self, configurations: configuration)
    for file in container.setAsideStores { print("damaged, and set aside: \(file.path)") }
    #expect(container.setAsideStores.count == 1)
  }
}
