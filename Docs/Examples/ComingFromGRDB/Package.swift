// swift-tools-version: 6.3

import PackageDescription

// The code of Docs/ComingFromGRDB.md: each task once with GRDB and once with Strata. The tests compare their results.
let package = Package(
  name: "coming-from-grdb",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "strata", path: "../../.."),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
  ],
  targets: [
    .testTarget(
      name: "ComingFromGRDBTests",
      dependencies: [
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "Strata", package: "strata"),
        .product(name: "StrataImport", package: "strata"),
        .product(name: "StrataStack", package: "strata"),
      ],
      exclude: ["library.sql"])
  ],
  swiftLanguageModes: [.v6]
)
