import Foundation
import Testing

/// Who may import whom. `Scripts/check-imports` has the rules; here it is run on this package and on
/// small trees that break a rule.
@Suite struct ImportTests {
  @Test func modulesKeepToTheRules() throws {
    let result = try ImportCheck.run(on: ImportCheck.packageRoot)
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains("files keep to the rules"))
  }

  @Test(arguments: [
    Case("Modules/Domain/A.swift", "import StrataSchema", "StrataDomain", "StrataSchema"),
    Case("Modules/Runtime/A.swift", "import StrataSchema", "StrataRuntime", "StrataSchema"),
    Case("Modules/Schema/A.swift", "import StrataStorage", "StrataSchema", "StrataStorage"),
    Case("Modules/Query/A.swift", "import StrataStorage", "StrataQuery", "StrataStorage"),
    Case("Modules/Model/A.swift", "import StrataStack", "StrataModel", "StrataStack"),
    Case("Modules/Predicates/A.swift", "import StrataStack", "StrataPredicates", "StrataStack"),
    Case("Modules/Observation/A.swift", "import StrataStack", "StrataObservation", "StrataStack"),
    Case("Modules/Charts/A.swift", "import StrataShell", "StrataCharts", "StrataShell"),
    Case("Modules/Shell/A.swift", "import Strata", "StrataShell", "Strata"),
    Case("Modules/SwiftParser/A.swift", "import StrataSchema", "StrataSwiftParser", "StrataSchema"),
    Case(
      "Modules/CompilerMessages/A.swift", "import StrataSwiftParser", "StrataCompilerMessages",
      "StrataSwiftParser"),
    Case(
      "Modules/MacroExpansion/A.swift", "import StrataModel", "StrataMacroExpansion", "StrataModel"),
    Case("Modules/Storage/A.swift", "import StrataStack", "StrataStorage", "StrataStack"),
    Case("Modules/Stack/Graph/A.swift", "import CSQLite", "StrataStack", "CSQLite"),
    Case("Modules/Application/A.swift", "import StrataDomain", "StrataApplication", "StrataDomain"),
    Case("Modules/Application/A.swift", "import CSQLite", "StrataApplication", "CSQLite"),
    Case(
      "Modules/TrackerModel/A.swift", "import StrataApplication", "TrackerModel",
      "StrataApplication"),
    Case("Modules/TrackerQueries/A.swift", "import StrataShell", "TrackerQueries", "StrataShell"),
    Case(
      "Modules/TrackerShell/A.swift", "import TrackerQueries", "TrackerShell", "TrackerQueries"),
    Case(
      "Modules/Plugins/Tracker/A.swift", "import ContextPlugin", "TrackerPlugin", "ContextPlugin"),
    Case("Apps/appshell/main.swift", "import StrataShell", "appshell", "StrataShell"),
  ])
  func findsAForbiddenImport(_ example: Case) throws {
    let result = try ImportCheck.run(onFile: example.path, "import Foundation\n\(example.line)\n")
    #expect(result.status == 1)
    #expect(
      result.output.contains(
        "\(example.path):2: error: \(example.target) may not import \(example.imported) "))
  }

  @Test(arguments: [
    "public import StrataStack",
    "@testable import StrataStack",
    "@_spi(Internals) internal import StrataStack",
    "import class StrataStack.ModelContext",
    "import Foundation; import StrataStack",
    "  import StrataStack  // for a reason",
  ])
  func readsEachFormOfImport(_ line: String) throws {
    let result = try ImportCheck.run(onFile: "Modules/Schema/A.swift", line)
    #expect(result.status == 1)
    #expect(result.output.contains("may not import StrataStack "))
  }

  @Test(arguments: [
    "// import StrataStack",
    "let text = \"\"\"\n  import StrataStack\n  \"\"\"",
    "let text = \"import StrataStack\"",
    "import FoundationXML",
  ])
  func leavesOtherTextAlone(_ text: String) throws {
    let result = try ImportCheck.run(onFile: "Modules/Schema/A.swift", text)
    #expect(result.status == 0, "\(result.output)")
  }

  @Test(arguments: [
    ("Modules/SQLite/A.swift", "import CSQLite"),
    ("Modules/Plugins/Tracker/A.swift", "import StrataDomain"),
    ("Modules/Plugins/New/A.swift", "import Strata"),
    ("Modules/Plugins/New/A.swift", "import TrackerQueries"),
    ("Apps/appshell/main.swift", "import TrackerPlugin"),
  ])
  func allowsWhatTheRulesAllow(path: String, line: String) throws {
    let result = try ImportCheck.run(onFile: path, line)
    #expect(result.status == 0, "\(result.output)")
  }

  @Test func asksForARuleForANewModule() throws {
    let result = try ImportCheck.run(onFile: "Modules/Cache/A.swift", "import Foundation")
    #expect(result.status == 1)
    #expect(result.output.contains("StrataCache has no line in Scripts/check-imports"))
  }

  @Test func refusesATreeWithoutModules() throws {
    let result = try ImportCheck.run(onFile: "Sources/A.swift", "import Foundation")
    #expect(result.status == 1)
    #expect(result.output.contains("there are no Swift files"))
  }

  /// A file that breaks a rule in its second line.
  struct Case: Sendable, CustomTestStringConvertible {
    let path: String
    let line: String
    let target: String
    let imported: String

    init(_ path: String, _ line: String, _ target: String, _ imported: String) {
      self.path = path
      self.line = line
      self.target = target
      self.imported = imported
    }

    var testDescription: String { "\(path): \(line)" }
  }
}
