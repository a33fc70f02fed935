// swift-tools-version: 6.3

import PackageDescription

// Strata's operations as logs, metrics and traces of the server ecosystem's packages. It is a package of its own, since
// Strata depends on none.
let package = Package(
  name: "observability",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "strata", path: "../../.."),
    .package(url: "https://github.com/apple/swift-log.git", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-metrics.git", from: "2.5.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing.git", from: "1.2.0"),
  ],
  targets: [
    .target(
      name: "StoreObservers",
      dependencies: [
        .product(name: "Strata", package: "strata"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Metrics", package: "swift-metrics"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ]),
    .executableTarget(
      name: "Observability",
      dependencies: [
        "StoreObservers",
        .product(name: "Strata", package: "strata"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
