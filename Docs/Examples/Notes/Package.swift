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
  ],
  targets: [
    .target(
      name: "NotesService",
      dependencies: [
        .product(name: "Strata", package: "strata"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ]),
    .executableTarget(name: "notes", dependencies: ["NotesService"]),
    .testTarget(
      name: "NotesServiceTests",
      dependencies: [
        "NotesService", .product(name: "HummingbirdTesting", package: "hummingbird"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
