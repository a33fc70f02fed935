// swift-tools-version: 6.3

import CompilerPluginSupport
import PackageDescription

// Packages of others for Core Data, which a test copies beside this manifest and adapts to Linux. See
// CONTRIBUTING.md. The variable STRATA_PEER_PACKAGES names those that are there.
let coreData: Target.Dependency = .product(name: "CoreData", package: "strata")

func syntax(_ names: String...) -> [Target.Dependency] {
  names.map { .product(name: $0, package: "swift-syntax") }
}

/// The targets by package, with what the package uses of Apple's platforms.
let targets: [String: [Target]] = [
  "RCDataKit": [
    .target(name: "os", path: "StandIns/os"),
    .target(name: "UniformTypeIdentifiers", path: "StandIns/UniformTypeIdentifiers"),
    .target(
      name: "RCDataKit",
      dependencies: [coreData, "os", "UniformTypeIdentifiers"],
      path: "RCDataKit/Sources/RCDataKit",
      // SwiftUI is on Apple's platforms only.
      exclude: ["Data Stack/Helpers/SwiftUI+DataStack.swift"],
      swiftSettings: [.swiftLanguageMode(.v5)]),
  ],
  "RCDataKitTests": [
    .testTarget(
      name: "RCDataKitTests",
      dependencies: ["RCDataKit", coreData],
      path: "RCDataKit/Tests/RCDataKitTests",
      resources: [
        .copy("TestsDataModel/Sample Data/SchoolsData.json"),
        .copy("TestsDataModel/Sample Data/OldStudentsStore.sqlite"),
        .copy("TestsDataModel/Sample Data/TestSubjects.csv"),
        .copy("TestsDataModel/TestModel.xcdatamodeld"),
      ],
      swiftSettings: [.swiftLanguageMode(.v5)])
  ],
  // Apart from the package's own tests, since both have a class that is called Person.
  "RCDataKitListings": [
    .testTarget(
      name: "RCDataKitListings",
      dependencies: ["RCDataKit", coreData],
      path: "Listings",
      resources: [.copy("TestModel.xcdatamodeld")],
      swiftSettings: [.swiftLanguageMode(.v5)])
  ],
  "CoreDataEvolution": [
    .target(name: "OSLog", path: "StandIns/OSLog"),
    .macro(
      name: "CoreDataEvolutionMacros",
      dependencies: syntax(
        "SwiftSyntax", "SwiftParser", "SwiftSyntaxMacros", "SwiftCompilerPlugin", "SwiftDiagnostics"
      ),
      path: "CoreDataEvolution/Sources/CoreDataEvolutionMacros"),
    .target(
      name: "CoreDataEvolution",
      dependencies: ["CoreDataEvolutionMacros", "OSLog", coreData],
      path: "CoreDataEvolution/Sources/CoreDataEvolution"),
    .testTarget(
      name: "CoreDataEvolutionTests",
      dependencies: ["CoreDataEvolution", coreData],
      path: "CoreDataEvolution/Tests/CoreDataEvolutionTests",
      // Its macro for models wants Objective-C's attributes in the source.
      exclude: [
        "CoreDataEvolution-Package.xctestplan", "Integration", "Observation",
        "RuntimeModelBuilderTests.swift", "RuntimeDebugAPITests.swift",
        // NSStringFromClass on Linux knows no local classes.
        "RuntimeSchemaTests.swift",
      ]),
    .target(
      name: "CoreDataEvolutionToolingCore",
      dependencies: syntax("SwiftParser", "SwiftSyntax") + [coreData],
      path: "CoreDataEvolution/Sources/CoreDataEvolutionToolingCore"),
    .testTarget(
      name: "CoreDataEvolutionToolingCoreTests",
      dependencies: ["CoreDataEvolutionToolingCore", coreData],
      path: "CoreDataEvolution/Tests/CoreDataEvolutionToolingCoreTests"),
  ],
  "PersistentHistoryTrackingKit": [
    .target(
      name: "PersistentHistoryTrackingKit",
      dependencies: ["CoreDataEvolution", coreData],
      path: "PersistentHistoryTrackingKit/Sources/PersistentHistoryTrackingKit",
      swiftSettings: [.enableUpcomingFeature("InternalImportsByDefault")]),
    .testTarget(
      name: "PersistentHistoryTrackingKitTests",
      dependencies: ["PersistentHistoryTrackingKit", "CoreDataEvolution", coreData],
      path: "PersistentHistoryTrackingKit/Tests/PersistentHistoryTrackingKitTests"),
  ],
]

let peers = (Context.environment["STRATA_PEER_PACKAGES"] ?? "").split(separator: ",").map(
  String.init)

let package = Package(
  name: "peer-packages",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "strata", path: "../..")]
    + (peers.contains("CoreDataEvolution")
      ? [.package(url: "https://github.com/swiftlang/swift-syntax", "600.0.0"..<"603.0.0")] : []),
  targets: peers.flatMap { targets[$0] ?? [] },
  swiftLanguageModes: [.v6]
)
