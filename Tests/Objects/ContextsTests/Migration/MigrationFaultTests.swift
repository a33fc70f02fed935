import Foundation
import Strata
import StrataTestSupport
import Testing

@testable import StrataSQLite
@testable import StrataStorage

/// What the system refuses a migration.
@Suite struct MigrationFaults {
  enum Journey: String, CaseIterable, Sendable {
    case automatic, staged

    func open(_ url: URL) throws -> ModelContext {
      let configuration = ModelConfiguration(url: url)
      return ModelContext(
        self == .automatic
          ? try ModelContainer(for: TripsV2.Trip.self, configurations: configuration)
          : try ModelContainer(
            for: Schema(versionedSchema: TripsV3.self), migrationPlan: TripsPlan.self,
            configurations: [configuration]))
    }
  }

  private static let template = Result {
    let folder = try TemporaryFolder()
    try fill(folder.file())
    return try Data(contentsOf: folder.file())
  }

  private static func fill(_ url: URL) throws {
    let context = ModelContext(
      try ModelContainer(
        for: TripsV1.Trip.self, configurations: ModelConfiguration(url: url)))
    for number in 0..<30 { context.insert(TripsV1.Trip(title: "trip \(number % 20)")) }
    try context.save()
  }

  /// The tables with their rows, as somebody else sees them.
  private func contents(_ url: URL) throws -> [String] {
    let connection = try Connection(path: url.path)
    return try ["SELECT sql FROM sqlite_schema ORDER BY name", "SELECT t.* FROM Trip AS t"].flatMap
    {
      let statement = try connection.statement($0)
      defer { statement.reset() }
      var lines: [String] = []
      while try statement.step() {
        lines.append(
          (0..<statement.columnCount).map { "\(statement.value(at: $0))" }.joined(separator: "|"))
      }
      return lines
    }
  }

  @Test(arguments: Journey.allCases, Fault.allCases)
  func leaveOneOfBothStores(journey: Journey, fault: Fault) throws {
    var random = SeededGenerator(for: "\(journey) \(fault)")
    let data = try Self.template.get()
    func copy() throws -> TemporaryFolder {
      let folder = try TemporaryFolder()
      try data.write(to: folder.file())
      return folder
    }
    let whole = try copy()
    let before = try contents(whole.file())
    let calls = try fault.calls { _ = try journey.open(whole.file()) }
    let after = try contents(whole.file())
    #expect(before != after)
    for persists in [false, true] {
      for number in Fault.numbers(upTo: calls, &random) {
        let place = "\(journey), \(fault) \(number) of \(calls)\(persists ? " and all behind" : "")"
        let folder = try copy()
        let outcome = fault.inject(at: number, persists: persists) {
          _ = try journey.open(folder.file())
        }
        if let error = outcome.error {
          #expect(error is StorageError || error is MigrationError, "\(place): \(error)")
          let contents = try contents(folder.file())
          #expect(contents == before || contents == after, "\(place): \(error)")
        }
        #expect(throws: Never.self, "\(place): after \(String(describing: outcome.error))") {
          let faults = try journey.open(folder.file()).checkStore()
          #expect(faults.isEmpty, "\(place)")
        }
        #expect(try contents(folder.file()) == after, "\(place)")
        #expect(try folder.names() == ["test.store"], "\(place)")
      }
    }
  }
}
