// swift-tools-version: 6.3

import PackageDescription

// A package that uses the library as others do: its models are compiled apart from it.
let package = Package(
  name: "client",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "strata", path: "../..")],
  targets: [
    .executableTarget(name: "Client", dependencies: [.product(name: "Strata", package: "strata")])
  ],
  swiftLanguageModes: [.v6]
)
