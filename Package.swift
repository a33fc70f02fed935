// swift-tools-version: 6.3

import CompilerPluginSupport
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// A library module: the folder has the plain word, the target the prefix.
func module(_ folder: String, _ dependencies: String...) -> Target {
  .target(
    name: "Strata" + folder, dependencies: dependencies.map { .init(stringLiteral: $0) },
    path: "Modules/" + folder, swiftSettings: settings)
}

/// A plugin module: a feature that an app can take or leave.
func plugin(_ folder: String, _ dependencies: String...) -> Target {
  .target(
    name: folder + "Plugin",
    dependencies: (["StrataApplication"] + dependencies).map { .init(stringLiteral: $0) },
    path: "Modules/Plugins/" + folder, swiftSettings: settings)
}

/// A test target, one to one with a module.
func tests(
  _ folder: String, _ dependencies: String..., exclude: [String] = [], and: [SwiftSetting] = []
) -> Target {
  .testTarget(
    name: folder + "Tests", dependencies: dependencies.map { .init(stringLiteral: $0) },
    path: "Tests/\(folder)Tests", exclude: exclude, swiftSettings: settings + and)
}

let modules: [Target] = [
  module("Domain"),
  module("Dates"),
  module("Runtime"),
  module("Schema", "StrataRuntime"),
  module("Query", "StrataSchema"),
  module("Descriptions", "StrataSchema"),
  module("QueryText", "StrataDates", "StrataSchema", "StrataQuery"),
  module("Observation", "StrataRuntime"),
  .systemLibrary(
    name: "CSQLite", path: "Modules/CSQLite", pkgConfig: "sqlite3",
    providers: [.apt(["libsqlite3-dev"])]),
  module("SQLite", "StrataRuntime", "StrataSchema", "StrataQuery", "CSQLite"),
  module("Storage", "StrataSchema", "StrataQuery", "StrataSQLite"),
  module("SwiftParser"),
  module("CompilerMessages"),
  module("MacroExpansion", "StrataSwiftParser", "StrataCompilerMessages"),
  .macro(
    name: "StrataMacros", dependencies: ["StrataCompilerMessages", "StrataMacroExpansion"],
    path: "Modules/Macros", swiftSettings: settings),
  module(
    "Model", "StrataRuntime", "StrataSchema", "StrataObservation", "StrataSQLite", "StrataMacros"),
  module(
    "Predicates", "StrataRuntime", "StrataSchema", "StrataQuery", "StrataSQLite", "StrataModel",
    "StrataMacros"),
  module(
    "Stack", "StrataRuntime", "StrataSchema", "StrataQuery", "StrataObservation", "StrataSQLite",
    "StrataStorage", "StrataModel", "StrataPredicates", "StrataMacros"),
  module(
    "Bulk", "StrataSchema", "StrataQuery", "StrataObservation", "StrataSQLite", "StrataStorage",
    "StrataModel", "StrataPredicates", "StrataStack"),
  module(
    "Results", "StrataSchema", "StrataQuery", "StrataObservation", "StrataStorage", "StrataModel",
    "StrataPredicates", "StrataStack", "StrataBulk"),
  module(
    "History", "StrataSchema", "StrataObservation", "StrataSQLite", "StrataStorage", "StrataModel",
    "StrataStack"),
  module(
    "Import", "StrataSchema", "StrataSQLite", "StrataStorage", "StrataModel", "StrataStack"),
  module(
    "Stacks", "StrataSchema", "StrataSQLite", "StrataStorage", "StrataModel", "StrataStack",
    "StrataHistory", "StrataImport"),
  module(
    "Editing", "StrataSchema", "StrataSQLite", "StrataStorage", "StrataModel", "StrataStack"),
  .target(
    name: "Strata",
    dependencies: [
      "StrataSchema", "StrataObservation", "StrataSQLite", "StrataStorage", "StrataModel",
      "StrataPredicates", "StrataStack", "StrataBulk", "StrataResults", "StrataHistory",
      "StrataImport", "StrataStacks", "StrataEditing",
    ],
    path: "Modules/Strata", swiftSettings: settings),
  .target(
    name: "SwiftData", dependencies: ["Strata"], path: "Modules/SwiftData",
    swiftSettings: settings),
  module("Archives"),
  module("ModelFiles", "StrataSchema", "StrataDescriptions", "StrataArchives"),
  module("ModelSource", "StrataSchema", "StrataDescriptions"),
  module(
    "CoreDataStores", "StrataSchema", "StrataQuery", "StrataDescriptions", "StrataArchives",
    "StrataModelFiles", "StrataSQLite", "StrataStorage", "StrataModel", "StrataStack"),
  module(
    "ManagedObjects", "StrataSchema", "StrataQuery", "StrataQueryText", "StrataDescriptions",
    "StrataObservation", "StrataModelFiles", "StrataCoreDataStores", "StrataSQLite",
    "StrataStorage", "StrataModel", "StrataPredicates", "StrataStack", "StrataBulk",
    "StrataHistory", "StrataEditing", "StrataMacros"),
  .target(
    name: "CoreData",
    dependencies: [
      "StrataManagedObjects", "StrataDescriptions", "StrataModelFiles", "StrataModel",
      "StrataSchema", "StrataStack", "StrataHistory", "StrataEditing", "StrataSQLite",
    ],
    path: "Modules/CoreData", swiftSettings: settings),
  module("Charts"),
  module("Shell"),
  module("Application", "StrataDates", "StrataShell", "StrataQuery", "StrataQueryText", "Strata"),
  .target(
    name: "TrackerModel", dependencies: ["Strata", "StrataDomain"], path: "Modules/TrackerModel",
    swiftSettings: settings),
  .target(
    name: "TrackerQueries",
    dependencies: [
      "TrackerModel", "StrataDates", "StrataDomain", "StrataCharts", "StrataQuery", "Strata",
    ],
    path: "Modules/TrackerQueries", swiftSettings: settings),
  .target(
    name: "TrackerShell",
    dependencies: ["TrackerModel", "StrataApplication", "StrataShell", "StrataDomain", "Strata"],
    path: "Modules/TrackerShell", swiftSettings: settings),
]

let plugins: [Target] = [
  plugin(
    "Tracker", "TrackerModel", "TrackerQueries", "TrackerShell", "StrataDates", "StrataShell",
    "StrataDomain", "StrataQuery", "StrataQueryText", "Strata"),
  plugin(
    "Charts", "TrackerModel", "TrackerQueries", "TrackerShell", "StrataCharts", "StrataShell",
    "StrataDomain", "StrataQuery", "Strata"),
  plugin(
    "Goals", "TrackerModel", "TrackerQueries", "TrackerShell", "StrataShell", "StrataDomain",
    "StrataQuery", "Strata"),
  plugin("Inspect", "StrataShell", "StrataQuery", "StrataQueryText", "StrataSQLite", "Strata"),
  plugin("Context", "StrataShell", "Strata"),
  plugin("History", "StrataShell", "Strata"),
  plugin(
    "Transfer", "TrackerModel", "TrackerShell", "StrataShell", "StrataDomain", "StrataQueryText",
    "StrataStorage", "StrataStack", "Strata"),
  plugin("Health", "TrackerModel", "StrataShell", "StrataDomain", "Strata"),
  plugin("Maintenance", "StrataShell", "Strata"),
  plugin("Reminders", "TrackerModel", "TrackerShell", "StrataShell", "StrataDomain", "Strata"),
]

let app = Target.executableTarget(
  name: "appshell",
  dependencies: [
    "StrataApplication", "TrackerPlugin", "InspectPlugin", "ContextPlugin", "HistoryPlugin",
    "TransferPlugin", "HealthPlugin", "MaintenancePlugin", "ChartsPlugin", "GoalsPlugin",
  ],
  path: "Apps/appshell", resources: [.embedInCode("Resources/seattle-weather.csv")],
  swiftSettings: settings)

let remindersApp = Target.executableTarget(
  name: "reminders",
  dependencies: ["StrataApplication", "TrackerPlugin", "RemindersPlugin", "ContextPlugin"],
  path: "Apps/reminders", swiftSettings: settings)

// Its module isn't called as the library's is, in lower case: some file systems take both for one name.
let commandApp = Target.executableTarget(
  name: "StrataCommand",
  dependencies: [
    "StrataApplication", "StrataArchives", "StrataCoreDataStores", "StrataDescriptions",
    "StrataManagedObjects", "StrataModelFiles", "StrataModelSource", "StrataQuery",
    "StrataQueryText", "StrataSQLite", "StrataSchema", "StrataShell", "StrataStorage", "Strata",
    "InspectPlugin", "ContextPlugin",
  ],
  path: "Apps/strata", swiftSettings: settings)

/// What `make test-optimized` builds and tests: optimized code lets go of objects earlier, which matters
/// where objects, contexts and stores keep each other. What else there is behaves the same either way.
let lifetimes = (
  tests: [
    "CoreData", "CoreDataStores", "Editing", "History", "Import", "Isolation", "ManagedObjects",
    "Observation", "Results", "Runtime", "SQLite", "Stack", "Stacks", "Storage", "Torture",
  ].map { $0 + "Tests" },
  leavesOut: [
    "StrataDomain", "StrataCharts", "StrataShell", "StrataApplication", "TrackerModel",
    "TrackerQueries", "TrackerShell",
  ],
  leavesOutOfStackTests: [
    "Aggregates", "Composites", "Documentation", "KeyPathPredicates", "PredicateMacro", "Queries",
    "Schema", "Sorting",
  ]
)
let hasLifetimesAlone = Context.environment["STRATA_TESTS"] == "lifetimes"

let testTargets: [Target] = [
  .executableTarget(
    name: "ContestPeer", dependencies: ["Strata", "TestSupport"], path: "Tests/Peers/Contest",
    swiftSettings: settings),
  .executableTarget(
    name: "TorturePeer", dependencies: ["Torture", "TestSupport"], path: "Tests/Peers/Torture",
    swiftSettings: settings),
  .target(
    name: "Torture", dependencies: ["Strata", "TestSupport"], path: "Tests/Torture",
    swiftSettings: settings),
  .target(
    name: "StoreSupport", dependencies: ["Strata", "StrataStack", "StrataStorage", "StrataSQLite"],
    path: "Tests/StoreSupport", swiftSettings: settings),
  .target(name: "CFaults", dependencies: ["CSQLite"], path: "Tests/CFaults"),
  .target(
    name: "TestSupport", dependencies: ["CFaults"], path: "Tests/TestSupport",
    swiftSettings: settings),
  .target(
    name: "ArchiveSupport", dependencies: ["StrataArchives"], path: "Tests/ArchiveSupport",
    swiftSettings: settings),
  tests("Archives", "StrataArchives", "ArchiveSupport", "TestSupport"),
  tests("Boundary"),
  tests("Charts", "StrataCharts", "TestSupport"),
  tests("Compatibility", "SwiftData", "StrataModelSource", "StrataDescriptions"),
  tests("CompilerMessages", "StrataCompilerMessages", "TestSupport"),
  tests("CoreData", "CoreData", "TestSupport"),
  tests(
    "CoreDataStores", "StrataCoreDataStores", "StrataDescriptions", "StrataModelFiles",
    "StrataManagedObjects", "StrataSQLite", "StrataStorage", "StrataSchema", "Strata", "TestSupport"
  ),
  tests("Dates", "StrataDates", "TestSupport"),
  tests("Descriptions", "StrataDescriptions", "StrataSchema", "TestSupport"),
  tests("Domain", "StrataDomain", "TestSupport"),
  tests("History", "Strata", "StoreSupport", "TestSupport"),
  tests("Import", "Strata", "StrataSQLite", "TestSupport"),
  tests("Isolation", "SwiftData", and: [.defaultIsolation(MainActor.self)]),
  tests(
    "ManagedObjects", "StrataManagedObjects", "StrataDescriptions", "StrataModelFiles",
    "StrataCoreDataStores", "StrataSQLite", "Strata", "TestSupport"),
  tests("MacroExpansion", "StrataMacroExpansion", "StrataCompilerMessages", "TestSupport"),
  tests(
    "ModelFiles", "StrataModelFiles", "StrataDescriptions", "StrataArchives", "StrataSchema",
    "StrataSQLite", "ArchiveSupport", "TestSupport"),
  tests(
    "ModelSource", "StrataModelSource", "StrataModelFiles", "StrataDescriptions", "StrataSchema",
    "StrataManagedObjects", "SwiftData", "TestSupport"),
  tests("Observation", "StrataObservation", "TestSupport"),
  tests(
    "Plugins", "ContextPlugin", "TrackerPlugin", "TransferPlugin", "HealthPlugin",
    "RemindersPlugin", "TrackerModel", "TrackerQueries", "TrackerShell",
    "StrataApplication", "ChartsPlugin", "StrataCharts", "GoalsPlugin",
    "StrataShell", "StrataDomain", "StrataQueryText", "Strata", "TestSupport"),
  tests("Query", "StrataQuery", "StrataSchema", "TestSupport"),
  tests(
    "QueryText", "StrataQueryText", "StrataDates", "StrataQuery", "StrataSchema", "TestSupport"),
  tests(
    "Scenario", "StrataSQLite", "TestSupport", "appshell", "reminders", "StrataCommand",
    "ApplicationAlone",
    "ChartsAlone",
    "CompilerMessagesAlone",
    "DomainAlone",
    "ObservationAlone", "QueryTextAlone", "SchemaAlone", "ShellAlone", "StackAlone", "StorageAlone",
    "SwiftParserAlone",
    exclude: ["Scenarios"]),
  tests("Results", "Strata", "TestSupport"),
  tests("Runtime", "StrataRuntime", "TestSupport"),
  tests("Schema", "StrataSchema", "TestSupport"),
  tests("Shell", "StrataShell", "TestSupport"),
  tests(
    "Stack", "Strata", "StrataQuery", "StrataQueryText", "StrataSQLite", "StrataStorage",
    "TestSupport",
    "ContestPeer", exclude: hasLifetimesAlone ? lifetimes.leavesOutOfStackTests : []),
  tests("SQLite", "StrataSQLite", "StrataSchema", "TestSupport"),
  tests("Stacks", "Strata", "TestSupport"),
  tests(
    "Storage", "StrataStorage", "StrataSQLite", "StrataQuery", "StrataSchema", "TestSupport"),
  tests("SwiftParser", "StrataSwiftParser", "TestSupport"),
  tests("Editing", "Strata", "StrataSQLite", "StrataStorage", "TestSupport"),
  tests("Torture", "Strata", "Torture", "StoreSupport", "TestSupport", "TorturePeer"),
]

/// A small program that imports one module alone: each is of use by itself.
func alone(_ folder: String, _ dependencies: String...) -> Target {
  .executableTarget(
    name: folder + "Alone", dependencies: dependencies.map { .init(stringLiteral: $0) },
    path: "Tests/Alone/" + folder, swiftSettings: settings)
}

let alonePrograms: [Target] = [
  alone("Application", "StrataApplication", "InspectPlugin", "ContextPlugin", "Strata"),
  alone("Charts", "StrataCharts"),
  alone("CompilerMessages", "StrataCompilerMessages"),
  alone("Domain", "StrataDomain"),
  alone("Observation", "StrataObservation"),
  alone("QueryText", "StrataQueryText", "StrataQuery", "StrataSchema"),
  alone("Schema", "StrataSchema"),
  alone("Shell", "StrataShell"),
  alone("Stack", "Strata"),
  alone("Storage", "StrataStorage", "StrataSQLite", "StrataQuery", "StrataSchema"),
  alone("SwiftParser", "StrataSwiftParser"),
]

let products: [Product] =
  modules.filter { $0.type == .regular }.map { .library(name: $0.name, targets: [$0.name]) }
  + plugins.map { .library(name: $0.name, targets: [$0.name]) }
  + [
    .executable(name: "appshell", targets: ["appshell"]),
    .executable(name: "reminders", targets: ["reminders"]),
    .executable(name: "strata", targets: ["StrataCommand"]),
  ]

let package = Package(
  name: "strata",
  platforms: [.macOS("15.4")],
  products: hasLifetimesAlone ? [] : products,
  targets: hasLifetimesAlone
    ? modules.filter { !lifetimes.leavesOut.contains($0.name) }
      + testTargets.filter { $0.type != .test || lifetimes.tests.contains($0.name) }
    : modules + plugins + [app, remindersApp, commandApp] + alonePrograms + testTargets,
  swiftLanguageModes: [.v6]
)
