internal import Strata
internal import StrataShell

extension ModelContainer {
  /// The store of some plugins' objects, taken through the plan of the one that has one.
  ///
  /// - Throws: `ShellError` where two plugins have a plan: a store keeps the version of one.
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
