// swift-tools-version: 6.1

import PackageDescription

let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "strata", path: "../.."),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
  ],
  targets: [
    .systemLibrary(
      name: "SQLiteC", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "SQLiteC",
        .product(name: "Strata", package: "strata"),
        .product(name: "StrataImport", package: "strata"),
        .product(name: "StrataSQLite", package: "strata"),
        .product(name: "StrataDescriptions", package: "strata"),
        .product(name: "CoreData", package: "strata"),
        .product(name: "StrataCoreDataStores", package: "strata"),
        .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]),
    .executableTarget(
      name: "Growth", dependencies: [.product(name: "Strata", package: "strata")],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
