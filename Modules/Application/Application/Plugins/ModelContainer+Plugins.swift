internal import Strata
internal import StrataShell

extension ModelContainer {
  /// Opens the store of the plugins' models, and migrates it by the plan of the one that has a
  /// plan.
  ///
  /// - Throws: `ShellError` if two plugins have a plan, since a store records the version of one.
  convenience init(plugins: [any Plugin], _ configuration: ModelConfiguration) throws {
    let planned = plugins.filter { $0.migrationPlan != nil }
    guard planned.count < 2 else {
      let names = planned.map(\.name).joined(separator: " and ")
      throw ShellError("\(names) both have a migration plan", hint: "make one plan of them")
    }
    try self.init(
      for: plugins.flatMap(\.models), migrationPlan: planned.first?.migrationPlan,
      configuration: configuration)
  }
}
