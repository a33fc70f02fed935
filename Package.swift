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

/// A module of an application. What one may take as a pattern needs nothing that only this package sees.
func part(_ folder: String, _ dependencies: String...) -> Target {
  module(named: "Strata" + folder, folder, dependencies, packageAccess: false)
}

/// A module whose name has no prefix.
func module(
  named name: String, _ folder: String, _ dependencies: [String], packageAccess: Bool = true
) -> Target {
  .target(
    name: name,
    dependencies: dependencies.map {
      .byName(name: $0, condition: onServers.contains($0) ? .when(traits: ["Server"]) : nil)
    }, path: folder, packageAccess: packageAccess, swiftSettings: settings)
}

/// The modules that only programs with stores on servers compile.
let onServers = ["StrataPostgreSQL"]

/// A plugin module: a feature that an app can take or leave.
func plugin(_ folder: String, _ dependencies: String...) -> Target {
  module(
    named: "Strata" + folder + "Plugin", "Plugins/" + folder,
    ["StrataApplication", "StrataStack"] + dependencies, packageAccess: false)
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
      .systemLibrary(name: "StrataCRuntime", path: "CRuntime"),
      module("Platform"),
      module("Runtime", "StrataPlatform", "StrataCRuntime"),
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
      module("CompilerMessages", "StrataPlatform"),
      module("MacroExpansion", "StrataSwiftParser", "StrataCompilerMessages"),
      .macro(
        name: "StrataMacros", dependencies: ["StrataCompilerMessages", "StrataMacroExpansion"],
        path: "Macros", swiftSettings: settings),
    ]),
  floor(
    "Stores",
    [
      .systemLibrary(
        name: "StrataCSQLite", path: "CSQLite", pkgConfig: "sqlite3",
        providers: [.apt(["libsqlite3-dev"])]),
      module(
        "SQLite", "StrataPlatform", "StrataRuntime", "StrataDates", "StrataSchema", "StrataQuery",
        "StrataCSQLite"),
      module("PostgreSQL", "StrataPlatform", "StrataSchema", "StrataSQLite"),
      module("Tables", "StrataDates", "StrataSchema", "StrataQuery", "StrataSQLite"),
      module("Migration", "StrataSchema", "StrataSQLite", "StrataTables"),
      module(
        "Storage", "StrataPlatform", "StrataSchema", "StrataQuery", "StrataSQLite",
        "StrataPostgreSQL",
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
        "Contexts", "StrataPlatform", "StrataSchema", "StrataQuery", "StrataObservation",
        "StrataSQLite",
        "StrataMigration", "StrataStorage", "StrataModel", "StrataPredicates", "StrataGraph",
        "StrataMacros"),
      module(
        "Bulk", "StrataSchema", "StrataQuery", "StrataObservation", "StrataSQLite", "StrataStorage",
        "StrataModel", "StrataPredicates", "StrataContexts"),
      module(
        "Results", "StrataSchema", "StrataQuery", "StrataObservation", "StrataStorage",
        "StrataModel", "StrataPredicates", "StrataContexts", "StrataBulk"),
      module(
        "Live", "StrataQuery", "StrataSQLite", "StrataModel", "StrataContexts", "StrataResults"),
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
          "StrataSchema", "StrataObservation", "StrataSQLite", "StrataMigration", "StrataStorage",
          "StrataModel", "StrataPredicates", "StrataGraph", "StrataContexts", "StrataBulk",
          "StrataResults",
          "StrataHistory", "StrataEditing",
        ]),
      module(named: "SwiftData", "SwiftData", ["StrataEditing", "Strata"]),
      part("Sync", "StrataSchema", "StrataContexts", "StrataModel", "StrataQuery", "Strata"),
      part("SyncHTTP", "StrataSync"),
    ]),
  floor(
    "CoreData",
    [
      module("Archives"),
      module("Descriptions", "StrataSchema"),
      module("ModelFiles", "StrataSchema", "StrataDescriptions", "StrataArchives"),
      module("ModelSource", "StrataSchema", "StrataDescriptions", "StrataSwiftParser"),
      module(
        "CoreDataStores", "StrataPlatform", "StrataSchema", "StrataQuery", "StrataDescriptions",
        "StrataArchives",
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
      part("Charts"),
      part("Shell", "StrataPlatform"),
      part(
        "Application", "StrataPlatform", "StrataDates", "StrataShell", "StrataQuery",
        "StrataQueryText",
        "StrataSchema", "StrataSQLite", "StrataStorage", "StrataStack", "Strata"),
      plugin("Inspect", "StrataShell", "StrataQuery", "StrataQueryText", "StrataSQLite", "Strata"),
      plugin("Context", "StrataShell", "Strata"),
      plugin("History", "StrataShell", "Strata"),
      plugin("Maintenance", "StrataShell", "Strata"),
      plugin("Sync", "StrataShell", "StrataSync", "Strata"),
    ]),
  floor(
    "Tracker",
    [
      part("Domain"),
      part("DomainColumns", "StrataDomain", "StrataSQLite", "StrataSchema"),
      part("TrackerModel", "Strata", "StrataDomain", "StrataDomainColumns"),
      part(
        "TrackerQueries", "StrataTrackerModel", "StrataDates", "StrataDomain",
        "StrataDomainColumns", "StrataCharts", "StrataQuery", "Strata"),
      part(
        "TrackerShell", "StrataTrackerModel", "StrataApplication", "StrataShell", "StrataDomain",
        "Strata"),
      plugin(
        "Tracker", "StrataTrackerModel", "StrataTrackerQueries", "StrataTrackerShell",
        "StrataDates", "StrataShell",
        "StrataDomain", "StrataDomainColumns", "StrataQuery", "StrataQueryText", "StrataImport",
        "Strata"),
      plugin(
        "Charts", "StrataPlatform", "StrataTrackerModel", "StrataTrackerQueries",
        "StrataTrackerShell", "StrataCharts", "StrataShell",
        "StrataDomain", "StrataQuery", "Strata"),
      plugin(
        "Goals", "StrataTrackerModel", "StrataTrackerQueries", "StrataTrackerShell", "StrataShell",
        "StrataDates", "StrataDomain",
        "StrataQuery", "StrataImport", "Strata"),
      plugin(
        "Transfer", "StrataPlatform", "StrataTrackerModel", "StrataTrackerShell", "StrataShell",
        "StrataDates", "StrataDomain",
        "StrataQueryText", "StrataStorage", "StrataContexts", "StrataImport", "Strata"),
      plugin(
        "Health", "StrataTrackerModel", "StrataShell", "StrataDomain", "StrataImport", "Strata"),
      plugin(
        "Reminders", "StrataTrackerModel", "StrataTrackerShell", "StrataShell", "StrataDomain",
        "Strata"),
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
  name: "StrataAppShell",
  dependencies: [
    "StrataApplication", "StrataTrackerPlugin", "StrataInspectPlugin", "StrataContextPlugin",
    "StrataHistoryPlugin", "StrataTransferPlugin", "StrataHealthPlugin", "StrataMaintenancePlugin",
    "StrataChartsPlugin", "StrataGoalsPlugin", "StrataSyncPlugin",
  ],
  path: "Apps/appshell", resources: [.embedInCode("Resources/seattle-weather.csv")],
  packageAccess: false, swiftSettings: settings)

let remindersApp = Target.executableTarget(
  name: "StrataReminders",
  dependencies: [
    "StrataApplication", "StrataTrackerPlugin", "StrataRemindersPlugin", "StrataContextPlugin",
  ],
  path: "Apps/reminders", packageAccess: false, swiftSettings: settings)

// Its module isn't called as the library's is, in lower case: some file systems take both for one name.
let commandApp = Target.executableTarget(
  name: "StrataCommand",
  dependencies: [
    "StrataApplication", "StrataArchives", "StrataCoreDataStores", "StrataDescriptions",
    "StrataManagedObjects", "StrataMigration", "StrataModelFiles", "StrataModelSource",
    "StrataPlatform", "StrataQuery", "StrataQueryText", "StrataSQLite", "StrataSchema",
    "StrataShell", "StrataStack", "StrataStorage", "StrataSync", "Strata", "StrataInspectPlugin",
    "StrataContextPlugin",
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
  folder("Tests", [tests("Boundary", "StrataTestSupport")]),
  folder(
    "Tests/Support",
    [
      .target(name: "StrataCFaults", dependencies: ["StrataCSQLite"], path: "CFaults"),
      .target(
        name: "StrataTestSupport", dependencies: ["StrataPlatform", "StrataCFaults"],
        path: "TestSupport",
        swiftSettings: settings),
      .target(
        name: "StrataStoreSupport",
        dependencies: [
          "Strata", "StrataGraph", "StrataContexts", "StrataStorage", "StrataPostgreSQL",
          "StrataSQLite", "StrataTestSupport",
        ],
        path: "StoreSupport", swiftSettings: settings),
      .target(
        name: "StrataModelSupport",
        dependencies: [
          "Strata", "StrataStorage", "StrataTables", "StrataSQLite", "StrataStoreSupport",
          "StrataTestSupport",
        ],
        path: "ModelSupport", swiftSettings: settings),
      .target(
        name: "StrataArchiveSupport", dependencies: ["StrataArchives"], path: "ArchiveSupport",
        swiftSettings: settings),
    ]),
  folder(
    "Tests/Essentials",
    [
      tests("Runtime", "StrataRuntime", "StrataTestSupport"),
      tests("Observation", "StrataObservation", "StrataTestSupport"),
      tests("Dates", "StrataDates", "StrataTestSupport"),
      tests("Schema", "StrataSchema", "StrataTestSupport"),
      tests("Query", "StrataQuery", "StrataDates", "StrataSchema", "StrataTestSupport"),
      tests(
        "QueryText", "StrataQueryText", "StrataDates", "StrataQuery", "StrataSchema",
        "StrataTestSupport"),
    ]),
  folder(
    "Tests/Macros",
    [
      tests("SwiftParser", "StrataSwiftParser", "StrataTestSupport"),
      tests("CompilerMessages", "StrataCompilerMessages", "StrataPlatform", "StrataTestSupport"),
      tests(
        "MacroExpansion", "StrataMacroExpansion", "StrataCompilerMessages", "StrataTestSupport"),
    ]),
  folder(
    "Tests/Stores",
    [
      tests("SQLite", "StrataSQLite", "StrataSchema", "StrataTestSupport"),
      tests("PostgreSQL", "StrataPostgreSQL", "StrataSQLite", "StrataSchema", "StrataTestSupport"),
      tests(
        "Storage", "StrataStorage", "StrataMigration", "StrataTables", "StrataSQLite",
        "StrataPostgreSQL", "StrataQuery", "StrataSchema", "StrataTestSupport"),
    ]),
  folder(
    "Tests/Models",
    [
      tests(
        "Model", "Strata", "StrataContexts", "StrataQuery", "StrataQueryText", "StrataSQLite",
        "StrataSchema", "StrataModelSupport", "StrataStoreSupport", "StrataTestSupport"),
      tests(
        "Predicates", "Strata", "StrataBulk", "StrataContexts", "StrataGraph", "StrataModel",
        "StrataPredicates", "StrataQuery", "StrataSQLite", "StrataSchema", "StrataStorage",
        "StrataModelSupport", "StrataStoreSupport", "StrataTestSupport"),
    ]),
  folder(
    "Tests/Objects",
    [
      tests(
        "Graph", "Strata", "StrataBulk", "StrataContexts", "StrataGraph", "StrataModel",
        "StrataQuery", "StrataSQLite", "StrataSchema", "StrataStorage", "StrataModelSupport",
        "StrataStoreSupport", "StrataTestSupport", "StrataContestPeer"),
      tests(
        "Contexts", "Strata", "StrataBulk", "StrataContexts", "StrataGraph", "StrataImport",
        "StrataMigration", "StrataPostgreSQL", "StrataQuery", "StrataQueryText", "StrataSQLite",
        "StrataSchema", "StrataStack", "StrataStorage", "StrataModelSupport", "StrataStoreSupport",
        "StrataTestSupport", "StrataContestPeer", "StrataVersionPeer",
        exclude: chosenTests == lifetimes ? ["Documentation"] : []),
      tests(
        "Bulk", "Strata", "StrataBulk", "StrataContexts", "StrataQuery", "StrataQueryText",
        "StrataSQLite", "StrataModelSupport", "StrataStoreSupport", "StrataTestSupport"),
      tests("Results", "Strata", "StrataStoreSupport", "StrataTestSupport"),
      tests(
        "Live", "Strata", "StrataLive", "StrataSQLite", "StrataStoreSupport", "StrataTestSupport"),
      tests("History", "Strata", "StrataStoreSupport", "StrataTestSupport"),
      tests(
        "Import", "Strata", "StrataImport", "StrataStack", "StrataSQLite", "StrataStoreSupport",
        "StrataTestSupport"),
      tests(
        "Stack", "Strata", "StrataStack", "StrataImport", "StrataStoreSupport", "StrataTestSupport",
        "StrataServicePeer"),
      tests(
        "Editing", "Strata", "StrataSQLite", "StrataStorage", "StrataStoreSupport",
        "StrataTestSupport"),
      tests("Isolation", "SwiftData", and: [.defaultIsolation(MainActor.self)]),
    ]),
  folder(
    "Tests/Strata",
    [
      tests(
        "Compatibility", "SwiftData", "StrataModelSource", "StrataDescriptions", "StrataTestSupport"
      ),
      tests(
        "Sync", "Strata", "StrataSQLite", "StrataSync", "SwiftData", "StrataStoreSupport",
        "StrataTestSupport"),
    ]),
  folder(
    "Tests/CoreData",
    [
      tests("Archives", "StrataArchives", "StrataArchiveSupport", "StrataTestSupport"),
      tests("Descriptions", "StrataDescriptions", "StrataSchema", "StrataTestSupport"),
      tests(
        "ModelFiles", "StrataModelFiles", "StrataDescriptions", "StrataArchives", "StrataSchema",
        "StrataSQLite", "StrataArchiveSupport", "StrataTestSupport"),
      tests(
        "ModelSource", "StrataModelSource", "StrataModelFiles", "StrataDescriptions",
        "StrataSchema", "StrataManagedObjects", "CoreData", "SwiftData", "StrataTestSupport"),
      tests(
        "CoreDataStores", "StrataCoreDataStores", "StrataDescriptions", "StrataModelFiles",
        "StrataManagedObjects", "StrataSQLite", "StrataStorage", "StrataSchema", "Strata",
        "StrataTestSupport"
      ),
      tests(
        "ManagedObjects", "StrataManagedObjects", "StrataDescriptions", "StrataModelFiles",
        "StrataCoreDataStores", "StrataSQLite", "StrataArchives", "Strata", "StrataArchiveSupport",
        "StrataTestSupport"),
      tests("CoreData", "CoreData", "StrataTestSupport"),
    ]),
  folder(
    "Tests/Application",
    [
      tests("Charts", "StrataCharts", "StrataTestSupport"),
      tests("Shell", "StrataShell", "StrataTestSupport"),
    ]),
  folder(
    "Tests/Tracker",
    [
      tests("Domain", "StrataDomain", "StrataTestSupport"),
      tests(
        "Plugins", "StrataContextPlugin", "StrataTrackerPlugin", "StrataTransferPlugin",
        "StrataHealthPlugin", "StrataInspectPlugin", "StrataRemindersPlugin", "StrataDomainColumns",
        "StrataTrackerModel", "StrataTrackerQueries", "StrataTrackerShell", "StrataApplication",
        "StrataChartsPlugin", "StrataCharts", "StrataGoalsPlugin", "StrataShell", "StrataDomain",
        "StrataQueryText", "StrataStack", "Strata", "StrataTestSupport"),
    ]),
  folder(
    "Tests/Apps",
    [
      tests(
        "Scenario", "Strata", "StrataPlatform", "StrataSQLite", "StrataDescriptions",
        "StrataModelFiles", "StrataManagedObjects", "StrataTestSupport", "StrataAppShell",
        "StrataReminders", "StrataCommand",
        "StrataApplicationAlone", "StrataChartsAlone", "StrataCompilerMessagesAlone",
        "StrataDomainAlone", "StrataObservationAlone", "StrataQueryTextAlone", "StrataSchemaAlone",
        "StrataShellAlone", "StrataContextsAlone", "StrataStackAlone", "StrataComposedAlone",
        "StrataStorageAlone", "StrataSwiftParserAlone",
        exclude: ["Scenarios"])
    ]),
  folder(
    "Tests/Peers",
    [
      .executableTarget(
        name: "StrataContestPeer",
        dependencies: ["Strata", "StrataModelSupport", "StrataTestSupport"],
        path: "Contest", swiftSettings: settings),
      .executableTarget(
        name: "StrataVersionPeer", dependencies: ["Strata", "StrataImport"], path: "Versions",
        swiftSettings: settings),
      .executableTarget(
        name: "StrataServicePeer",
        dependencies: ["Strata", "StrataSQLite", "StrataStorage", "StrataStoreSupport"],
        path: "Service",
        swiftSettings: settings),
      .executableTarget(
        name: "StrataTorturePeer", dependencies: ["StrataTorture", "StrataTestSupport"],
        path: "Torture",
        swiftSettings: settings),
    ]),
  folder(
    "Tests/Torture",
    [
      .target(
        name: "StrataTorture", dependencies: ["Strata", "StrataImport", "StrataTestSupport"],
        path: "Torture",
        swiftSettings: settings),
      tests(
        "Torture", "Strata", "StrataSchema", "StrataSQLite", "StrataTorture", "StrataStoreSupport",
        "StrataTestSupport", "StrataTorturePeer"),
    ]),
].flatMap { $0 }

/// A small program that imports one module alone: each is of use by itself.
func alone(_ folder: String, _ dependencies: String...) -> Target {
  .executableTarget(
    name: "Strata" + folder + "Alone", dependencies: dependencies.map { .init(stringLiteral: $0) },
    path: "Tests/Alone/" + folder, packageAccess: false, swiftSettings: settings)
}

let alonePrograms: [Target] = [
  alone("Application", "StrataApplication", "StrataInspectPlugin", "StrataContextPlugin", "Strata"),
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

/// Modules that are no products: what is public in them belongs to another module's product.
let inner = ["StrataManagedObjects"]

let products: [Product] =
  modules.filter { $0.type == .regular && !inner.contains($0.name) }.map {
    .library(name: $0.name, targets: [$0.name])
  }
  + [
    .executable(name: "appshell", targets: ["StrataAppShell"]),
    .executable(name: "reminders", targets: ["StrataReminders"]),
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
