import Foundation
import Strata
import Testing

@Suite struct MigrationDocument {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
  }

  @Test func hasNoSwiftThatIsNotRun() throws {
    let page = try Self.text("../../../Docs/Migration.md")
    let source = try Self.text("TripVersions.swift") + Self.text("MigrationDocumentTests.swift")
    // What stands in a type or a function is shown without its place.
    func lines(_ text: some StringProtocol) -> [String] {
      text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        .filter { !$0.isEmpty }
    }
    let all = lines(source).joined(separator: "\n")
    let blocks = page.components(separatedBy: "```swift\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
    #expect(blocks.count >= 3)
    for block in blocks { #expect(all.contains(lines(block).joined(separator: "\n")), "\(block)") }
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

  @Test func saysWhatHappensWithoutAPlan() throws {
    let depot = try Depot()
    try depot.fill(TripsV1.Trip.self) { $0.insert(TripsV1.Trip(title: "Alps")) }
    let trip = try #require(try depot.open(TripsV2.Trip.self).all(TripsV2.Trip.self).first)
    #expect(trip.name == "Alps" && trip.days == 1)
  }
}
