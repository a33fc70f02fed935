// swift-tools-version: 6.3

import PackageDescription

// The models of an app, which a command-line tool uses on Linux. On Apple's platforms `import SwiftData` is Apple's
// framework, and on Linux it is Strata.
let package = Package(
  name: "trips",
  platforms: [.iOS(.v18), .macOS(.v15)],
  products: [.library(name: "TripModels", targets: ["TripModels"])],
  dependencies: [
    .package(name: "strata", path: "../../.."),
    .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.5.0"),
  ],
  targets: [
    .target(
      name: "TripModels",
      dependencies: [
        .product(name: "SwiftData", package: "strata", condition: .when(platforms: [.linux]))
      ]),
    .executableTarget(
      name: "trips",
      dependencies: [
        "TripModels", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .testTarget(name: "TripModelsTests", dependencies: ["TripModels"]),
  ],
  swiftLanguageModes: [.v6]
)
