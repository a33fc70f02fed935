// swift-tools-version: 6.3

import PackageDescription

// A JSON service with Strata and Hummingbird. It is a package of its own, since Strata depends on none.
let package = Package(
  name: "notes",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "strata", path: "../../.."),
    .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.20.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.6.0"),
    .package(url: "https://github.com/apple/swift-log.git", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-metrics.git", from: "2.5.0"),
    .package(url: "https://github.com/apple/swift-distributed-tracing.git", from: "1.2.0"),
  ],
  targets: [
    .target(
      name: "NotesService",
      dependencies: [
        "StoreObservers",
        .product(name: "Strata", package: "strata"),
        .product(name: "StrataLive", package: "strata"),
        .product(name: "StrataSync", package: "strata"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ]),
    .target(
      name: "StoreObservers",
      dependencies: [
        .product(name: "Strata", package: "strata"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "Metrics", package: "swift-metrics"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ]),
    .executableTarget(name: "notes", dependencies: ["NotesService"]),
    .testTarget(
      name: "NotesServiceTests",
      dependencies: [
        "NotesService", .product(name: "HummingbirdTesting", package: "hummingbird"),
        .product(name: "StrataSyncHTTP", package: "strata"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
