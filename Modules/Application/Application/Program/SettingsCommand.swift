import StrataShell

/// The command `settings`, which lists the settings of the configuration file with their values.
@MainActor enum SettingsCommand {
  static let command = Command<ApplicationEnvironment>(
    ["settings"], "list the settings of the configuration file", group: "Shell"
  ) { _, environment in
    let settings = environment.settings
    try environment.output.print(
      Table(
        ["setting", "value", "place", "form", "summary"],
        rows: settings.declared.map { setting in
          [
            .text(setting.name), Cell(settings.text(setting.name)),
            Cell(settings.place(of: setting.name).map { "\($0.name):\($0.line)" }),
            .text(setting.form), .text(setting.summary),
          ]
        }))
  }.needing(.existing)
}
