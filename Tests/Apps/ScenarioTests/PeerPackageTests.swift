import Foundation
import StrataTestSupport
import Testing

private let folder = ProcessInfo.processInfo.environment["STRATA_PEERS"]
  .map { URL(fileURLWithPath: $0) }

/// Packages of others for Core Data, with their own tests: adapted by `strata source adapt` alone, compiled
/// with the product `CoreData`, and run.
///
/// The variable `STRATA_PEERS` names the folder that has their clones.
@Suite(.serialized, .enabled(if: folder != nil, "STRATA_PEERS names no folder"))
struct PeerPackages {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../..").standardizedFileURL
  private static let place = root.appendingPathComponent(".build/peers")

  /// A package, with what its tests need besides `Sources` and `Tests`.
  private struct Peer {
    let name: String
    var more: [String] = []
    var needs: [String] = []
  }

  private static let peers = [
    Peer(name: "RCDataKit"),
    Peer(name: "CoreDataEvolution", more: ["Models", "Integration"]),
    Peer(name: "PersistentHistoryTrackingKit", needs: ["CoreDataEvolution"]),
  ]

  /// The packages that are in the folder.
  private static var present: [Peer] {
    peers.filter { peer in
      ([peer.name] + peer.needs).allSatisfy { name in
        folder.map { FileManager.default.fileExists(atPath: $0.appendingPathComponent(name).path) }
          ?? false
      }
    }
  }

  /// The tests to run, by target.
  private struct Run {
    let target: String
    let package: String
    /// The parts of the manifest that are built.
    let parts: String
    /// Tests that can't pass, each with the reason.
    var skips: [String] = []
  }

  private static let runs = [
    Run(target: "RCDataKitTests", package: "RCDataKit", parts: "RCDataKit,RCDataKitTests"),
    Run(target: "RCDataKitListings", package: "RCDataKit", parts: "RCDataKit,RCDataKitListings"),
    Run(
      target: "PersistentHistoryTrackingKitTests", package: "PersistentHistoryTrackingKit",
      parts: "CoreDataEvolution,PersistentHistoryTrackingKit"),
    Run(
      target: "CoreDataEvolutionTests", package: "CoreDataEvolution", parts: "CoreDataEvolution",
      // Foundation on Linux gives compound predicates the format FALSEPREDICATE.
      skips: ["toManyAndNormalFieldsCanComposePredicate"]),
    Run(
      target: "CoreDataEvolutionToolingCoreTests", package: "CoreDataEvolution",
      parts: "CoreDataEvolution",
      // Xcode's compiler of models.
      skips: [
        "GenerateServiceTests", "ValidateServiceTests", "InspectServiceTests",
        "BootstrapConfigServiceTests", "ToolingModelLoaderTests",
      ]),
  ]

  @Test func areAdaptedByTheCommandAlone() throws {
    try #require(!Self.present.isEmpty, "the folder has none of the packages")
    try Self.copy()
    for peer in Self.present {
      let command = ["source", "adapt", peer.name, "--format", "csv"]
      let adapted = try Self.strata(command)
      #expect(adapted.status == 0, "\(adapted.output)")
      print("\(peer.name): \(adapted.output.split(separator: "\n").count - 1) files adapted")
      let check = try Self.strata(command + ["--check"])
      #expect(check.status == 0, "\(check.output)")
    }
    try Self.complete()
    try Self.writeListings()
  }

  @Test(arguments: runs.map(\.target)) func passTheirOwnTests(target: String) throws {
    let run = try #require(Self.runs.first { $0.target == target })
    guard Self.present.contains(where: { $0.name == run.package }) else { return }
    let skips = run.skips.flatMap { ["--skip", $0] }
    let result = try Self.run(
      URL(fileURLWithPath: "/usr/bin/env"), ["swift", "test", "--filter", "^\(target)\\."] + skips,
      ["STRATA_PEER_PACKAGES": run.parts])
    #expect(result.status == 0, "\(result.output.suffix(20_000))")
    // Without tests the command succeeds, too.
    let counts = result.output.matches(of: /(?:Executed|run with) ([0-9]+) tests?/)
      .compactMap { Int($0.1) }
    #expect(counts.contains { $0 > 0 })
    print("\(target): \(counts.max() ?? 0) tests")
  }

  /// Copies the packages beside the manifest. What was built stays.
  private static func copy() throws {
    let files = FileManager.default
    try files.createDirectory(at: place, withIntermediateDirectories: true)
    let own = root.appendingPathComponent("Tests/PeerPackages")
    for name in ["Package.swift", "StandIns"] {
      try replace(place.appendingPathComponent(name), by: own.appendingPathComponent(name))
    }
    let folder = try #require(folder)
    for peer in present {
      let copy = place.appendingPathComponent(peer.name)
      if files.fileExists(atPath: copy.path) { try files.removeItem(at: copy) }
      try files.createDirectory(at: copy, withIntermediateDirectories: true)
      for part in ["Sources", "Tests", "README.md"] + peer.more {
        try files.copyItem(
          at: folder.appendingPathComponent("\(peer.name)/\(part)"),
          to: copy.appendingPathComponent(part))
      }
    }
  }

  private static func replace(_ place: URL, by original: URL) throws {
    if FileManager.default.fileExists(atPath: place.path) {
      try FileManager.default.removeItem(at: place)
    }
    try FileManager.default.copyItem(at: original, to: place)
  }

  /// Adds what the packages have on Apple's platforms alone, and what their tests look for.
  private static func complete() throws {
    let names = present.map(\.name)
    if names.contains("CoreDataEvolution") {
      try replace(
        place.appendingPathComponent("CoreDataEvolution/Sources/CoreDataEvolution/RunLoop.swift"),
        by: place.appendingPathComponent("StandIns/CoreDataEvolution/RunLoop.swift"))
      // Its tests take the folder of the manifest for the package's.
      for part in ["Models", "Integration"] {
        try replace(
          place.appendingPathComponent(part),
          by: place.appendingPathComponent("CoreDataEvolution/\(part)"))
      }
    }
    guard names.contains("RCDataKit") else { return }
    // A store of Core Data's own isn't migrated. Its program imports it.
    let store = place.appendingPathComponent(
      "RCDataKit/Tests/RCDataKitTests/TestsDataModel/Sample Data/OldStudentsStore.sqlite")
    let imported = place.appendingPathComponent("imported.store")
    if FileManager.default.fileExists(atPath: imported.path) {
      try FileManager.default.removeItem(at: imported)
    }
    let result = try strata(["import", store.path, imported.path])
    #expect(result.status == 0, "\(result.output)")
    try replace(store, by: imported)
  }

  // MARK: The listings of a README

  /// What the README of RCDataKit leaves out, or has otherwise than the package itself, by listing.
  private static let corrections: [Int: [(String, String)]] = [
    2: [("let myStack: DataStack", "let myStack: DataStack = try Stack()")],
    5: [
      (".main //", ".module //"),
      (
        "NSManagedObjectModel.named(modelName, in: bundle)",
        "NSManagedObjectModel.named(modelName, in: bundle)!"
      ),
    ],
    7: [("toStage:", "toVersion:"), ("} postMigration:", "}, postMigration:")],
    10: [("tracker.startMonitoring()", "await tracker.startMonitoring()")],
    11: [
      ("stack.historyTracker?.startMonitoring()", "await stack.historyTracker?.startMonitoring()")
    ],
    14: [
      ("Person(...)", "person"),
      ("try backgroundContext.perform", "try await backgroundContext.perform"),
    ],
    15: [("Person(...)", "Person(context: context)")],
    16: [("$0[$1] = $1.id", "$0[$1.id] = $1")],
  ]

  /// Puts the listings of RCDataKit's README into the test that runs them.
  private static func writeListings() throws {
    guard present.contains(where: { $0.name == "RCDataKit" }) else { return }
    let readme = try String(
      contentsOf: place.appendingPathComponent("RCDataKit/README.md"), encoding: .utf8)
    let listings = readme.matches(of: /```swift\n((?:.|\n)*?)```/).map { String($0.1) }
    var text = try String(
      contentsOf: root.appendingPathComponent("Tests/PeerPackages/Listings/RCDataKit.swift.in"),
      encoding: .utf8)
    for match in text.matches(of: /\/\/ LISTING ([0-9]+)\n/).reversed() {
      let number = try #require(Int(match.1))
      try #require(number <= listings.count, "the README has fewer listings")
      var listing = listings[number - 1]
      for (old, new) in corrections[number] ?? [] {
        try #require(listing.contains(old), "listing \(number) has no \(old)")
        listing = listing.replacing(old, with: new)
      }
      text.replaceSubrange(match.range, with: listing)
    }
    let folder = place.appendingPathComponent("Listings")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: folder.appendingPathComponent("RCDataKit.swift"))
    // Without the classes of the package's tests.
    let model = folder.appendingPathComponent("TestModel.xcdatamodeld")
    try replace(
      model,
      by: place.appendingPathComponent(
        "RCDataKit/Tests/RCDataKitTests/TestsDataModel/TestModel.xcdatamodeld"))
    let versions = try FileManager.default.contentsOfDirectory(atPath: model.path)
    for version in versions where version.hasSuffix(".xcdatamodel") {
      let url = model.appendingPathComponent("\(version)/contents")
      let contents = try String(contentsOf: url, encoding: .utf8)
      try Data(contents.replacing(/\ representedClassName="[^"]*"/, with: "").utf8).write(to: url)
    }
  }

  // MARK: Programs

  private static func strata(_ arguments: [String]) throws -> (status: Int32, output: String) {
    try run(BuiltProgram.url("strata"), arguments)
  }

  /// Runs a program beside the manifest. A build from nothing takes minutes.
  private static func run(
    _ program: URL, _ arguments: [String], _ environment: [String: String] = [:]
  ) throws -> (status: Int32, output: String) {
    let run = try FinishedProgram(program, arguments, in: place, environment)
    return (run.status, run.output)
  }
}
