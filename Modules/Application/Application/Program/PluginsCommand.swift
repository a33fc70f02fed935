import StrataShell

/// The command `plugins`, which lists the plugins of the run.
@MainActor enum PluginsCommand {
  static let command = Command<ApplicationEnvironment>(
    ["plugins"], "list the plugins of this run", group: "Shell"
  ) { _, environment in
    try environment.output.print(
      Table(
        ["plugin", "summary", "models", "commands"],
        rows: environment.plugins.map { plugin in
          [
            .text(plugin.name), .text(plugin.summary),
            .list(plugin.models.map { .text("\($0)") }),
            .list(plugin.commands.map { .text($0.name) }),
          ]
        }))
  }.needing(.existing)
}
