import Foundation
import StrataModelSupport
import Strata
import StrataStack
import Synchronization
import StrataTestSupport
import Testing

@Suite struct MigrationDocument {
  @Test func hasNoSwiftThatIsNotRun() throws {
    let page = try DocumentationPage("Migration.md")
    #expect(page.examples.count >= 7)
    let versions = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("TripVersions.swift").path
    #expect(try page.examples(missingIn: [#filePath, versions]) == [])
  }

  @Test func doesWhatItSays() throws {
    let depot = try Depot()
    try depot.fill(TripsV1.Trip.self) { context in
      for title in ["Alps", "Coast", "Alps"] { context.insert(TripsV1.Trip(title: title)) }
    }
    let configuration = ModelConfiguration(url: depot.url)
    let container = try ModelContainer(
      for: TripsV3.Trip.self, migrationPlan: TripsPlan.self, configurations: configuration)
    let trips = try ModelContext(container).fetch(FetchDescriptor<TripsV3.Trip>())
    #expect(trips.map(\.name) == ["Alps", "Coast", "Alps (1 days)"])
    #expect(trips.map(\.hours) == [24, 24, 24])
  }

  @Test func namesVersionsAndTellsProgress() throws {
    let depot = try Depot()
    try depot.fill(TripsV1.Trip.self) { $0.insert(TripsV1.Trip(title: "Alps")) }
    let url = depot.url
    var printed = ""
    func print(_ item: some CustomStringConvertible & Sendable) {
      Swift.print(item, terminator: "\n", to: &printed)
    }
    let version = try TripModels.version(ofStoreAt: url)
    print(try TripModels.rehearsal(ofStoreAt: url))
    #expect(version == .first)
    #expect(printed.contains("2.0.0 to 3.0.0: Count hours"))
    try TripModels.check()
    try migrates(depot)
  }

  private func migrates(_ depot: Depot) throws {
    let lines = Mutex<[String]>([])
    // Steps may be told on any thread.
    @Sendable func print(_ step: MigrationProgress) { lines.withLock { $0.append("\(step)") } }
    var configuration = ModelConfiguration(url: depot.url)
    configuration.migrationProgress = { step in print(step) }
    let stack = try BasicDataStack(
      TripModels.self, configurations: configuration, mainAuthor: "app")
    let context = try stack.backgroundContext(author: "reader")
    #expect(try context.fetch(FetchDescriptor<TripsV3.Trip>()).map(\.name) == ["Alps (1 days)"])
    #expect(lines.withLock { $0.count } == 4)
  }

  @Test func letsSomebodyReviewTheStatements() throws {
    let depot = try Depot()
    try depot.fill(TripsV1.Trip.self) { $0.insert(TripsV1.Trip(title: "Alps")) }
    let texts = Mutex<[String]>([])
    @Sendable func print(_ script: MigrationScript) { texts.withLock { $0.append("\(script)") } }
    var configuration = ModelConfiguration(url: depot.url)
    struct NotReviewed: Error {}

    configuration.reviewMigration = { script in
      print(script)  // SQL, with comments on what others wait for and what is lost.
      guard script.digest == "2vq8n1xk3m4d0" else { throw NotReviewed() }
    }
    #expect(throws: NotReviewed.self) {
      try ModelContainer(
        for: TripsV3.Trip.self, migrationPlan: TripsPlan.self, configurations: configuration)
    }
    let text = try #require(texts.withLock { $0.first })
    #expect(text.contains("-- 2.0.0 to 3.0.0") && text.contains("didMigrate"), "\(text)")
    #expect(try depot.open(TripsV1.Trip.self).all(TripsV1.Trip.self).map(\.title) == ["Alps"])
  }

  @Test func saysWhatHappensWithoutAPlan() throws {
    let depot = try Depot()
    try depot.fill(TripsV1.Trip.self) { $0.insert(TripsV1.Trip(title: "Alps")) }
    let trip = try #require(try depot.open(TripsV2.Trip.self).all(TripsV2.Trip.self).first)
    #expect(trip.name == "Alps" && trip.days == 1)
  }
}

enum TripVersion: String, ModelVersion {
  case first, renamed, inHours

  var schema: any VersionedSchema.Type {
    switch self {
    case .first: TripsV1.self
    case .renamed: TripsV2.self
    case .inHours: TripsV3.self
    }
  }
}

enum TripModels: ModelManager {
  typealias Version = TripVersion
  static var stages: [MigrationStage] {
    [
      TripsPlan.toV2.labeled("Call the title a name"),
      migrationStage(
        to: .inHours, label: "Count hours",
        preMigration: { context in
          for trip in try context.fetch(FetchDescriptor<TripsV2.Trip>()) {
            trip.name += " (\(trip.days) days)"
          }
        }),
    ]
  }
}
