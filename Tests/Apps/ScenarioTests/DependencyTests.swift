import Foundation
import StrataTestSupport
import Testing

/// Packages that depend on this one.
@Suite(.timeLimit(.scaledMinutes(10))) struct DependentPackages {
  /// Names that targets of this package had in earlier versions, and that other packages have.
  private static let names = [
    "CSQLite", "CRuntime", "CFaults", "TrackerModel", "TrackerQueries", "TrackerShell",
    "TrackerPlugin", "InspectPlugin", "ContextPlugin", "HistoryPlugin", "MaintenancePlugin",
    "ChartsPlugin", "GoalsPlugin", "TransferPlugin", "HealthPlugin", "RemindersPlugin",
    "TestSupport", "StoreSupport", "ModelSupport", "ArchiveSupport", "Torture", "ContestPeer",
    "VersionPeer", "ServicePeer", "TorturePeer", "StackAlone", "appshell", "reminders",
  ]

  /// SwiftPM wants names that are unique among all targets of a program's packages, used or not.
  @Test func haveTargetsOfAnyName() throws {
    let folder = try TemporaryFolder()
    let targets = Self.names.map { ".target(name: \"\($0)\")," }.joined(separator: "\n    ")
    let manifest = """
      // swift-tools-version: 6.3
      import PackageDescription

      let package = Package(
        name: "clash",
        dependencies: [.package(name: "strata", path: "\(Repository.root.path)")],
        targets: [
          \(targets)
          .executableTarget(name: "Own", dependencies: \(Self.names)),
          .executableTarget(
            name: "Trips", dependencies: [.product(name: "Strata", package: "strata")]),
        ]
      )
      """
    try write(manifest, to: folder.file("Package.swift"))
    for name in Self.names {
      try write("public let value = 1\n", to: folder.file("Sources/\(name)/Value.swift"))
    }
    let imports = Self.names.map { "import \($0)\n" }.joined()
    let sum = Self.names.map { $0 + ".value" }.joined(separator: " + ")
    try write(imports + "print(\(sum))\n", to: folder.file("Sources/Own/main.swift"))
    try write("import Strata\n", to: folder.file("Sources/Trips/main.swift"))
    #expect(try swift(["build", "--product", "Own"], in: folder.url).contains("complete!"))
    let output = try swift(["run", "--skip-build", "Own"], in: folder.url)
    #expect(output.hasSuffix("\(Self.names.count)\n"))
  }

  @Test func seeNoTargetWithoutThePrefix() throws {
    struct Package: Decodable {
      struct Target: Decodable {
        let name: String
        let type: String
      }
      let targets: [Target]
    }
    let text = try swift(
      ["package", "--scratch-path", try TemporaryFolder().url.path, "dump-package"],
      in: Repository.root)
    let start = try #require(text.firstIndex(of: "{"))
    let package = try JSONDecoder().decode(Package.self, from: Data(text[start...].utf8))
    // A package that depends on this one doesn't see its tests.
    let names = package.targets.filter { $0.type != "test" }.map(\.name)
    #expect(names.count > 80)
    #expect(Set(names.filter { !$0.hasPrefix("Strata") }) == ["CoreData", "SwiftData"])
  }

  private func write(_ text: String, to url: URL) throws {
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  /// Runs `swift` in a folder, and returns what it says. `STRATA_TESTS` would leave most targets out.
  @discardableResult
  private func swift(_ arguments: [String], in folder: URL) throws -> String {
    let run = try FinishedProgram(
      URL(fileURLWithPath: "/usr/bin/env"), ["swift"] + arguments, in: folder,
      ["STRATA_TESTS": nil])
    try #require(run.status == 0, "\(run.output)")
    return run.output
  }
}
