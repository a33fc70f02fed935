import StrataShell

/// Selects the plugins of a run.
enum PluginSelection {
  /// Returns the plugins that the program's options select, in the application's order.
  ///
  /// - Throws: A usage error that names the nearest plugin for an unknown name.
  static func select(
    from plugins: [any Plugin], _ wish: ProgramOptions.Plugins
  ) throws(ShellError) -> [any Plugin] {
    switch wish {
    case .all: return plugins
    case .only(let names):
      let wanted = try resolve(names, in: plugins)
      return plugins.filter { wanted.contains($0.name) }
    case .without(let names):
      let unwanted = try resolve(names, in: plugins)
      return plugins.filter { !unwanted.contains($0.name) }
    }
  }

  private static func resolve(
    _ names: [String], in plugins: [any Plugin]
  ) throws(ShellError) -> Set<String> {
    var result: Set<String> = []
    for name in names {
      guard let plugin = plugins.first(where: { $0.name.lowercased() == name.lowercased() }) else {
        let nearest = NearestName.find(name, in: plugins.map(\.name))
        throw ShellError(
          "there is no plugin “\(name)”",
          hint: nearest.map { "did you mean \($0)?" }
            ?? "the plugins are \(plugins.map(\.name).joined(separator: ", "))",
          kind: .programUsage)
      }
      result.insert(plugin.name)
    }
    return result
  }
}
