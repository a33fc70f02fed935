import Foundation
import Hummingbird
import Logging
import ServiceLifecycle
import StoreObservers
import Strata
import StrataSync

/// Opens a store and serves it until the process is asked to end. Requests that have begun are answered then, and the
/// store is closed after them.
///
/// - Parameters:
///   - store: The path of a file, or the URL of a store on a PostgreSQL server.
///   - port: The number of the port.
public func runNotesService(store: String, port: String) async throws {
  let url = store.contains("://") ? URL(string: store) : URL(filePath: store)
  guard let url else { throw InvalidSetting("NOTES_STORE is no path and no URL: \(store)") }
  guard let port = UInt16(port) else {
    throw InvalidSetting("NOTES_PORT is no number of a port: \(port)")
  }
  let container = try notesContainer(url)
  var application = Application(
    router: try makeNotesRouter(container),
    configuration: .init(address: .hostname("0.0.0.0", port: Int(port)), serverName: "notes"))
  application.addServices(StoreService(container: container))
  try await application.runService()
}

/// Opens a store of notes, and of what sync knows of them.
func notesContainer(_ url: URL) throws -> ModelContainer {
  try ModelContainer(
    for: Schema([Note.self] + Schema.syncModels), configurations: configuration(url))
}

/// Returns the configuration of a store whose operations are logged, measured and traced. What that does depends on the
/// back ends that the program has set up. Without one, nothing is recorded.
func configuration(_ url: URL) -> ModelConfiguration {
  var configuration = ModelConfiguration(url: url)
  configuration.observer = ObserverPair(
    LoggingObserver(logger: Logger(label: "store")),
    ObserverPair(MetricsObserver(), TracingObserver()))
  return configuration
}

/// A setting of the environment that can't be used.
struct InvalidSetting: Error, CustomStringConvertible {
  let description: String
  init(_ text: String) { description = text }
}

/// Checks and backs up the store while the service runs, and closes it at the end.
struct StoreService: Service {
  let container: ModelContainer

  func run() async throws {
    var maintenance = Maintenance()
    maintenance.checkInterval = .seconds(86_400)
    try await cancelWhenGracefulShutdown { [maintenance] in
      try await container.run(maintenance)
    }
  }
}
