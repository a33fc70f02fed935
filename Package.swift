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
  module(named: "Strata" + folder, folder, dependencies)
}

/// A module whose name has no prefix.
func module(named name: String, _ folder: String, _ dependencies: [String]) -> Target {
  .target(
    name: name,
    dependencies: dependencies.map {
      .byName(name: $0, condition: onServers.contains($0) ? .when(traits: ["Server"]) : nil)
    }, path: folder, swiftSettings: settings)
}

/// The modules that only programs with stores on servers compile.
let onServers = ["StrataPostgreSQL"]

/// A plugin module: a feature that an app can take or leave.
func plugin(_ folder: String, _ dependencies: String...) -> Target {
  module(
    named: folder + "Plugin", "Plugins/" + folder,
    ["StrataApplication", "StrataStack"] + dependencies)
}

/// A test target, one to one with a module.
func tests(
  _ folder: String, _ dependencies: String..., exclude: [String] = [], and: [SwiftSetting] = []
) -> Target {
  .testTarget(
    name: folder + "Tests", dependencies: dependencies.map { .init(stringLiteral: $0) },
    path: folder + "Tests", exclude: exclude, swiftSettings: settings + and)
}

/// The modules of one folder of `Modules`.
func floor(_ name: String, _ modules: [Target]) -> (name: String, modules: [Target]) {
  (name, folder("Modules/" + name, modules))
}

/// Targets whose folders are in one folder of the package.
func folder(_ path: String, _ targets: [Target]) -> [Target] {
  for target in targets {
    target.path = "\(path)/\(target.path ?? target.name)"
  }
  return targets
}

/// The modules by floor, the lowest first. A module depends on others of its floor and of those below.
let floors = [
  floor(
    "Essentials",
    [
      .systemLibrary(name: "CRuntime", path: "CRuntime"),
      module("Runtime", "CRuntime"),
      module("Observation", "StrataRuntime"),
      module("Dates"),
      module("Schema", "StrataRuntime"),
      module("Query", "StrataDates", "StrataSchema"),
      module("QueryText", "StrataDates", "StrataSchema", "StrataQuery"),
    ]),
  floor(
    "Macros",
    [
      module("SwiftParser"),
      module("CompilerMessages"),
      module("MacroExpansion", "StrataSwiftParser", "StrataCompilerMessages"),
      .macro(
        name: "StrataMacros", dependencies: ["StrataCompilerMessages", "StrataMacroExpansion"],
        path: "Macros", swiftSettings: settings),
    ]),
  floor(
    "Stores",
    [
      .systemLibrary(
        name: "CSQLite", path: "CSQLite", pkgConfig: "sqlite3",
        providers: [.apt(["libsqlite3-dev"])]),
      module(
        "SQLite", "StrataRuntime", "StrataDates", "StrataSchema", "StrataQuery", "CSQLite"),
      module("PostgreSQL", "StrataSchema", "StrataSQLite"),
      module("Tables", "StrataDates", "StrataSchema", "StrataQuery", "StrataSQLite"),
      module("Migration", "StrataSchema", "StrataSQLite", "StrataTables"),
      module(
        "Storage", "StrataSchema", "StrataQuery", "StrataSQLite", "StrataPostgreSQL",
        "StrataTables", "StrataMigration"),
    ]),
  floor(
    "Models",
    [
      module(
        "Model", "StrataRuntime", "StrataSchema", "StrataObservation", "StrataSQLite"),
      module(
        "Predicates", "StrataRuntime", "StrataDates", "StrataSchema", "StrataQuery", "StrataSQLite",
        "StrataModel"),
    ]),
  floor(
    "Objects",
    [
      module(
        "Graph", "StrataRuntime", "StrataSchema", "StrataQuery", "StrataObservation",
        "StrataSQLite", "StrataStorage", "StrataModel", "StrataPredicates"),
      module(
        "Contexts", "StrataSchema", "StrataQuery", "StrataObservation", "StrataSQLite",
        "StrataMigration", "StrataStorage", "StrataModel", "StrataPredicates", "StrataGraph",
        "StrataMacros"),
      module(
        "Bulk", "StrataSchema", "StrataQuery", "StrataObservation", "StrataSQLite", "StrataStorage",
        "StrataModel", "StrataPredicates", "StrataContexts"),
      module(
        "Results", "StrataSchema", "StrataQuery", "StrataObservation", "StrataStorage",
        "StrataModel", "StrataPredicates", "StrataContexts", "StrataBulk"),
      module(
        "History", "StrataSchema", "StrataObservation", "StrataSQLite", "StrataStorage",
        "StrataModel", "StrataContexts"),
      module(
        "Import", "StrataSchema", "StrataSQLite", "StrataStorage", "StrataModel", "StrataContexts"),
      module(
        "Stack", "StrataSchema", "StrataQuery", "StrataSQLite", "StrataMigration", "StrataStorage",
        "StrataModel", "StrataPredicates", "StrataContexts", "StrataBulk", "StrataHistory",
        "StrataImport"),
      module(
        "Editing", "StrataSchema", "StrataSQLite", "StrataStorage", "StrataModel", "StrataContexts"),
    ]),
  floor(
    "Strata",
    [
      module(
        named: "Strata", "Strata",
        [
          "StrataSchema", "StrataObservation", "StrataSQLite", "StrataStorage", "StrataModel",
          "StrataPredicates", "StrataGraph", "StrataContexts", "StrataBulk", "StrataResults",
          "StrataHistory", "StrataEditing",
        ]),
      module(named: "SwiftData", "SwiftData", ["StrataEditing", "Strata"]),
    ]),
  floor(
    "CoreData",
    [
      module("Archives"),
      module("Descriptions", "StrataSchema"),
      module("ModelFiles", "StrataSchema", "StrataDescriptions", "StrataArchives"),
      module("ModelSource", "StrataSchema", "StrataDescriptions", "StrataSwiftParser"),
      module(
        "CoreDataStores", "StrataSchema", "StrataQuery", "StrataDescriptions", "StrataArchives",
        "StrataModelFiles", "StrataSQLite", "StrataStorage", "StrataModel", "StrataContexts"),
      module(
        "ManagedObjects", "StrataRuntime", "StrataSchema", "StrataQuery", "StrataQueryText",
        "StrataDescriptions", "StrataArchives", "StrataObservation", "StrataModelFiles",
        "StrataCoreDataStores", "StrataSQLite",
        "StrataStorage", "StrataModel", "StrataPredicates", "StrataContexts",
        "StrataBulk",
        "StrataHistory", "StrataEditing", "StrataMacros"),
      module(
        named: "CoreData", "CoreData",
        [
          "StrataRuntime", "StrataArchives", "StrataManagedObjects", "StrataDescriptions",
          "StrataModelFiles",
          "StrataModel",
          "StrataSchema", "StrataContexts", "StrataHistory", "StrataEditing",
          "StrataSQLite", "StrataStorage", "StrataQueryText", "StrataCoreDataStores",
        ]),
    ]),
  floor(
    "Application",
    [
      module("Charts"),
      module("Shell"),
      module(
        "Application", "StrataDates", "StrataShell", "StrataQuery", "StrataQueryText",
        "StrataSchema", "StrataSQLite", "StrataStorage", "StrataStack", "Strata"),
      plugin("Inspect", "StrataShell", "StrataQuery", "StrataQueryText", "StrataSQLite", "Strata"),
      plugin("Context", "StrataShell", "Strata"),
      plugin("History", "StrataShell", "Strata"),
      plugin("Maintenance", "StrataShell", "Strata"),
    ]),
  floor(
    "Tracker",
    [
      module("Domain"),
      module("DomainColumns", "StrataDomain", "StrataSQLite", "StrataSchema"),
      module(
        named: "TrackerModel", "TrackerModel", ["Strata", "StrataDomain", "StrataDomainColumns"]),
      module(
        named: "TrackerQueries", "TrackerQueries",
        [
          "TrackerModel", "StrataDates", "StrataDomain", "StrataDomainColumns", "StrataCharts",
          "StrataQuery", "Strata",
        ]),
      module(
        named: "TrackerShell", "TrackerShell",
        ["TrackerModel", "StrataApplication", "StrataShell", "StrataDomain", "Strata"]),
      plugin(
        "Tracker", "TrackerModel", "TrackerQueries", "TrackerShell", "StrataDates", "StrataShell",
        "StrataDomain", "StrataDomainColumns", "StrataQuery", "StrataQueryText", "StrataImport",
        "Strata"),
      plugin(
        "Charts", "TrackerModel", "TrackerQueries", "TrackerShell", "StrataCharts", "StrataShell",
        "StrataDomain", "StrataQuery", "Strata"),
      plugin(
        "Goals", "TrackerModel", "TrackerQueries", "TrackerShell", "StrataShell", "StrataDomain",
        "StrataQuery", "StrataImport", "Strata"),
      plugin(
        "Transfer", "TrackerModel", "TrackerShell", "StrataShell", "StrataDomain",
        "StrataQueryText", "StrataStorage", "StrataContexts", "StrataImport", "Strata"),
      plugin("Health", "TrackerModel", "StrataShell", "StrataDomain", "StrataImport", "Strata"),
      plugin("Reminders", "TrackerModel", "TrackerShell", "StrataShell", "StrataDomain", "Strata"),
    ]),
]

let modules = floors.flatMap(\.modules)

for (index, floor) in floors.enumerated() {
  let above = floors[(index + 1)...].flatMap(\.modules).map(\.name)
  for module in floor.modules {
    for case .byNameItem(let name, _) in module.dependencies where above.contains(name) {
      fatalError("\(module.name) can't depend on \(name): its floor is above \(floor.name)")
    }
  }
}

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
    "StrataManagedObjects", "StrataMigration", "StrataModelFiles", "StrataModelSource",
    "StrataQuery",
    "StrataQueryText", "StrataSQLite", "StrataSchema", "StrataShell", "StrataStack",
    "StrataStorage", "Strata", "InspectPlugin", "ContextPlugin",
  ],
  path: "Apps/strata", swiftSettings: settings)

/// What `make test-optimized` builds and tests: optimized code lets go of objects earlier, which matters
/// where objects, contexts and stores keep each other. What else there is behaves the same either way.
let lifetimes = [
  "Bulk", "Contexts", "CoreData", "CoreDataStores", "Editing", "Graph", "History", "Import",
  "Isolation", "ManagedObjects", "Observation", "Results", "Runtime", "SQLite", "Stack", "Storage",
  "Torture",
].map { $0 + "Tests" }

/// The test targets that `STRATA_TESTS` names, separated by commas, or nil for the whole package.
let chosenTests: [String]? = Context.environment["STRATA_TESTS"].flatMap { names in
  if names.isEmpty { return nil }
  return names == "lifetimes" ? lifetimes : names.split(separator: ",").map(String.init)
}

let testTargets = [
  folder("Tests", [tests("Boundary", "TestSupport")]),
  folder(
    "Tests/Support",
    [
      .target(name: "CFaults", dependencies: ["CSQLite"], path: "CFaults"),
      .target(
        name: "TestSupport", dependencies: ["CFaults"], path: "TestSupport",
        swiftSettings: settings),
      .target(
        name: "StoreSupport",
        dependencies: [
          "Strata", "StrataGraph", "StrataContexts", "StrataStorage", "StrataPostgreSQL",
          "StrataSQLite", "TestSupport",
        ],
        path: "StoreSupport", swiftSettings: settings),
      .target(
        name: "ModelSupport",
        dependencies: [
          "Strata", "StrataStorage", "StrataTables", "StrataSQLite", "StoreSupport", "TestSupport",
        ],
        path: "ModelSupport", swiftSettings: settings),
      .target(
        name: "ArchiveSupport", dependencies: ["StrataArchives"], path: "ArchiveSupport",
        swiftSettings: settings),
    ]),
  folder(
    "Tests/Essentials",
    [
      tests("Runtime", "StrataRuntime", "TestSupport"),
      tests("Observation", "StrataObservation", "TestSupport"),
      tests("Dates", "StrataDates", "TestSupport"),
      tests("Schema", "StrataSchema", "TestSupport"),
      tests("Query", "StrataQuery", "StrataDates", "StrataSchema", "TestSupport"),
      tests(
        "QueryText", "StrataQueryText", "StrataDates", "StrataQuery", "StrataSchema", "TestSupport"),
    ]),
  folder(
    "Tests/Macros",
    [
      tests("SwiftParser", "StrataSwiftParser", "TestSupport"),
      tests("CompilerMessages", "StrataCompilerMessages", "TestSupport"),
      tests("MacroExpansion", "StrataMacroExpansion", "StrataCompilerMessages", "TestSupport"),
    ]),
  folder(
    "Tests/Stores",
    [
      tests("SQLite", "StrataSQLite", "StrataSchema", "TestSupport"),
      tests("PostgreSQL", "StrataPostgreSQL", "StrataSQLite", "StrataSchema", "TestSupport"),
      tests(
        "Storage", "StrataStorage", "StrataMigration", "StrataTables", "StrataSQLite",
        "StrataPostgreSQL", "StrataQuery", "StrataSchema", "TestSupport"),
    ]),
  folder(
    "Tests/Models",
    [
      tests(
        "Model", "Strata", "StrataContexts", "StrataQuery", "StrataQueryText", "StrataSQLite",
        "StrataSchema", "ModelSupport", "StoreSupport", "TestSupport"),
      tests(
        "Predicates", "Strata", "StrataBulk", "StrataContexts", "StrataGraph", "StrataModel",
        "StrataPredicates", "StrataQuery", "StrataSQLite", "StrataSchema", "StrataStorage",
        "ModelSupport", "StoreSupport", "TestSupport"),
    ]),
  folder(
    "Tests/Objects",
    [
      tests(
        "Graph", "Strata", "StrataBulk", "StrataContexts", "StrataGraph", "StrataModel",
        "StrataQuery", "StrataSQLite", "StrataSchema", "StrataStorage", "ModelSupport",
        "StoreSupport", "TestSupport", "ContestPeer"),
      tests(
        "Contexts", "Strata", "StrataBulk", "StrataContexts", "StrataGraph", "StrataImport",
        "StrataMigration", "StrataPostgreSQL", "StrataQuery", "StrataQueryText", "StrataSQLite",
        "StrataSchema", "StrataStack", "StrataStorage", "ModelSupport", "StoreSupport",
        "TestSupport", "ContestPeer", "VersionPeer",
        exclude: chosenTests == lifetimes ? ["Documentation"] : []),
      tests(
        "Bulk", "Strata", "StrataBulk", "StrataContexts", "StrataQuery", "StrataQueryText",
        "StrataSQLite", "ModelSupport", "StoreSupport", "TestSupport"),
      tests("Results", "Strata", "StoreSupport", "TestSupport"),
      tests("History", "Strata", "StoreSupport", "TestSupport"),
      tests(
        "Import", "Strata", "StrataImport", "StrataStack", "StrataSQLite", "StoreSupport",
        "TestSupport"),
      tests(
        "Stack", "Strata", "StrataStack", "StrataImport", "StoreSupport", "TestSupport",
        "ServicePeer"),
      tests("Editing", "Strata", "StrataSQLite", "StrataStorage", "StoreSupport", "TestSupport"),
      tests("Isolation", "SwiftData", and: [.defaultIsolation(MainActor.self)]),
    ]),
  folder(
    "Tests/Strata",
    [
      tests(
        "Compatibility", "SwiftData", "StrataModelSource", "StrataDescriptions", "TestSupport")
    ]),
  folder(
    "Tests/CoreData",
    [
      tests("Archives", "StrataArchives", "ArchiveSupport", "TestSupport"),
      tests("Descriptions", "StrataDescriptions", "StrataSchema", "TestSupport"),
      tests(
        "ModelFiles", "StrataModelFiles", "StrataDescriptions", "StrataArchives", "StrataSchema",
        "StrataSQLite", "ArchiveSupport", "TestSupport"),
      tests(
        "ModelSource", "StrataModelSource", "StrataModelFiles", "StrataDescriptions",
        "StrataSchema", "StrataManagedObjects", "CoreData", "SwiftData", "TestSupport"),
      tests(
        "CoreDataStores", "StrataCoreDataStores", "StrataDescriptions", "StrataModelFiles",
        "StrataManagedObjects", "StrataSQLite", "StrataStorage", "StrataSchema", "Strata",
        "TestSupport"
      ),
      tests(
        "ManagedObjects", "StrataManagedObjects", "StrataDescriptions", "StrataModelFiles",
        "StrataCoreDataStores", "StrataSQLite", "StrataArchives", "Strata", "ArchiveSupport",
        "TestSupport"),
      tests("CoreData", "CoreData", "TestSupport"),
    ]),
  folder(
    "Tests/Application",
    [
      tests("Charts", "StrataCharts", "TestSupport"),
      tests("Shell", "StrataShell", "TestSupport"),
    ]),
  folder(
    "Tests/Tracker",
    [
      tests("Domain", "StrataDomain", "TestSupport"),
      tests(
        "Plugins", "ContextPlugin", "TrackerPlugin", "TransferPlugin", "HealthPlugin",
        "InspectPlugin",
        "RemindersPlugin", "StrataDomainColumns", "TrackerModel", "TrackerQueries", "TrackerShell",
        "StrataApplication",
        "ChartsPlugin", "StrataCharts", "GoalsPlugin", "StrataShell", "StrataDomain",
        "StrataQueryText", "StrataStack", "Strata", "TestSupport"),
    ]),
  folder(
    "Tests/Apps",
    [
      tests(
        "Scenario", "Strata", "StrataSQLite", "StrataDescriptions", "StrataModelFiles",
        "StrataManagedObjects", "TestSupport",
        "appshell", "reminders", "StrataCommand",
        "ApplicationAlone", "ChartsAlone", "CompilerMessagesAlone", "DomainAlone",
        "ObservationAlone", "QueryTextAlone", "SchemaAlone", "ShellAlone", "ContextsAlone",
        "StackAlone", "ComposedAlone",
        "StorageAlone", "SwiftParserAlone",
        exclude: ["Scenarios"])
    ]),
  folder(
    "Tests/Peers",
    [
      .executableTarget(
        name: "ContestPeer", dependencies: ["Strata", "ModelSupport", "TestSupport"],
        path: "Contest", swiftSettings: settings),
      .executableTarget(
        name: "VersionPeer", dependencies: ["Strata", "StrataImport"], path: "Versions",
        swiftSettings: settings),
      .executableTarget(
        name: "ServicePeer",
        dependencies: ["Strata", "StrataSQLite", "StrataStorage", "StoreSupport"], path: "Service",
        swiftSettings: settings),
      .executableTarget(
        name: "TorturePeer", dependencies: ["Torture", "TestSupport"], path: "Torture",
        swiftSettings: settings),
    ]),
  folder(
    "Tests/Torture",
    [
      .target(
        name: "Torture", dependencies: ["Strata", "StrataImport", "TestSupport"], path: "Torture",
        swiftSettings: settings),
      tests(
        "Torture", "Strata", "StrataSchema", "StrataSQLite", "Torture", "StoreSupport",
        "TestSupport", "TorturePeer"),
    ]),
].flatMap { $0 }

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
  alone(
    "Contexts", "StrataContexts", "StrataModel", "StrataPredicates", "StrataSQLite", "StrataSchema"),
  alone("Stack", "StrataStack", "StrataModel", "StrataSchema"),
  alone(
    "Composed", "StrataDomain", "StrataDomainColumns", "StrataStack", "StrataModel",
    "StrataPredicates", "StrataSQLite", "StrataSchema", "StrataShell"),
  alone("Storage", "StrataStorage", "StrataSQLite", "StrataQuery", "StrataSchema"),
  alone("SwiftParser", "StrataSwiftParser"),
]

/// The targets of some names, and those that they need, in the order of `targets`.
func part(of targets: [Target], for names: [String]) -> [Target] {
  var needed: Set<String> = []
  var rest = names
  while let name = rest.popLast() {
    guard needed.insert(name).inserted else { continue }
    guard let target = targets.first(where: { $0.name == name }) else {
      fatalError("STRATA_TESTS: there is no target \(name)")
    }
    for case .byNameItem(let name, _) in target.dependencies { rest.append(name) }
  }
  return targets.filter { needed.contains($0.name) }
}

let allTargets = modules + [app, remindersApp, commandApp] + alonePrograms + testTargets

let products: [Product] =
  modules.filter { $0.type == .regular }.map { .library(name: $0.name, targets: [$0.name]) }
  + [
    .executable(name: "appshell", targets: ["appshell"]),
    .executable(name: "reminders", targets: ["reminders"]),
    .executable(name: "strata", targets: ["StrataCommand"]),
  ]

let targets = chosenTests.map { part(of: allTargets, for: $0) } ?? allTargets

let package = Package(
  name: "strata",
  platforms: [.macOS("15.4")],
  products: chosenTests == nil ? products : [],
  traits: [
    .trait(name: "Server", description: "Stores on PostgreSQL servers."),
    .default(enabledTraits: ["Server"]),
  ],
  targets: targets,
  swiftLanguageModes: [.v6]
)
