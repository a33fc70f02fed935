// swift-tools-version: 6.3

import PackageDescription

let package = Package(
  name: "trips",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "strata", path: "../../..")],
  targets: [
    .executableTarget(name: "trips", dependencies: [.product(name: "Strata", package: "strata")]),
    .executableTarget(name: "readme", dependencies: [.product(name: "Strata", package: "strata")]),
  ],
  swiftLanguageModes: [.v6]
)
