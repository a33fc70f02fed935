// swift-tools-version: 6.3

import PackageDescription

// A tracker with a plugin of its own.
let package = Package(
  name: "remind",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "strata", path: "../../..")],
  targets: [
    .executableTarget(
      name: "remind",
      dependencies: [
        "Strata", "StrataShell", "StrataApplication", "StrataTrackerModel", "StrataTrackerShell",
        "StrataTrackerPlugin", "StrataContextPlugin",
      ].map { .product(name: $0, package: "strata") }),
    .testTarget(name: "RemindTests", dependencies: ["remind"]),
  ],
  swiftLanguageModes: [.v6]
)
