internal import Foundation
import Strata
import StrataStacks
import StrataShell

/// One run of a program, with its options, settings and output.
@MainActor struct ProgramRun {
  let application: Application
  let variables: [String: String]
  let settings: Settings
  /// The options, with defaults from the settings.
  let options: ProgramOptions
  let output: Output
  private let givenPlugins: ProgramOptions.Plugins
  private let problem: PlacedError?
  /// The value of `TZ`, if Foundation knows no time zone of that name.
  private let unknownZone: String?

  init(
    _ application: Application, _ options: ProgramOptions, _ settings: Settings,
    configurationPath: String?, _ variables: [String: String]
  ) {
    self.application = application
    self.settings = settings
    self.variables = variables
    givenPlugins = options.plugins
    var filled = options
    do {
      try ProgramSettings.fill(&filled, from: settings)
      problem = nil
    } catch {
      problem = error
    }
    self.options = filled
    output = Output(
      filled, program: application.name, pager: settings.text("pager"), variables: variables)
    let configured = settings.text("time-zone").flatMap { TimeZone(identifier: $0) }
    let variable = ZoneVariable(variables)
    unknownZone = configured == nil ? variable.unknown : nil
    if let zone = configured ?? variable.zone { output.timeZone = zone }
    if let configurationPath { output.detail("configuration \(configurationPath)") }
  }

  var name: String { application.name }
  private var isDemo: Bool { options.word == "demo" }

  /// Runs the program and reports errors.
  func run() async -> ExitStatus {
    do {
      if let problem { throw problem }
      if let unknownZone {
        output.warning(
          "TZ names no time zone “\(unknownZone)”; dates are in UTC. Set it, or time-zone in the "
            + "configuration, like Europe/Berlin")
      }
      return try await start()
    } catch {
      // If flushing fails, the failure has either been reported already or can't be shown at all.
      try? output.flush()
      output.report(error)
      return ShellError(error).exitStatus
    }
  }

  private func start() async throws -> ExitStatus {
    let chosen = try plugins()
    let commands = commands(of: chosen)
    for case .words(let words) in options.givenInputs
    where settings.aliases[words.first ?? ""] == nil {
      try Shell.check(words, among: commands, or: application.words)
    }
    let environment = try open(
      chosen, try location(needsNoStore ? .memory : options.store).configuration())
    // Notices of plugins that start appear before the first prompt.
    environment.notices.waitForPrompt = isAtPrompt
    environment.isAtPrompt = isAtPrompt && !isDemo
    for plugin in chosen { try plugin.start(in: environment) }
    let shell = try Shell(
      environment: environment, commands: commands, configuration: configuration(environment))
    let work = PluginWork(readsLines ? chosen : [], in: environment)
    if isDemo {
      let status = await runDemo(shell)
      guard status == .success, isatty(0) == 1 || !options.givenInputs.isEmpty else {
        return status
      }
    }
    var status = await shell.run(options.inputs)
    await work.stop()
    do {
      try environment.abandonTransaction()
    } catch {
      output.report(error)
      // At a prompt, the shell has warned the person who leaves.
      if status == .success, !isAtPrompt { status = error.exitStatus }
    }
    return status
  }

  /// True if standard input is read line by line, so that there is time for background work.
  private var readsLines: Bool { options.inputs.contains(.standardInput) }

  var isAtPrompt: Bool { readsLines && isatty(0) == 1 }

  private func plugins() throws -> [any Plugin] {
    do {
      return try PluginSelection.select(from: application.plugins, options.plugins)
    } catch {
      let place = settings.place(of: "plugins") ?? settings.place(of: "without")
      guard givenPlugins == .all, let place else { throw error }
      throw PlacedError(error, at: place)
    }
  }

  private func commands(of plugins: [any Plugin]) -> [Command<ApplicationEnvironment>] {
    plugins.flatMap(\.commands) + [PluginsCommand.command, SettingsCommand.command]
  }

  /// Makes a shell for completion only: it reads the store if there is one, and never changes it.
  func completionShell() throws -> Shell<ApplicationEnvironment> {
    let chosen = try plugins()
    let environment = try open(chosen, try location(options.store).existing())
    for plugin in chosen { try plugin.start(in: environment) }
    var configuration = ShellConfiguration()
    configuration.aliases = settings.aliases
    return try Shell(
      environment: environment, commands: commands(of: chosen), configuration: configuration)
  }

  private func runDemo(_ shell: Shell<ApplicationEnvironment>) async -> ExitStatus {
    var status = ExitStatus.success
    for line in application.demo where status == .success {
      output.message("\(name)> \(line)")
      status = await shell.run(TextLineSource(line, name: "demo"))
      output.message("")
    }
    return status
  }

  /// True if the given commands don't need the store, so that it needn't exist.
  private var needsNoStore: Bool {
    guard options.store == .standard, !options.givenInputs.isEmpty else { return false }
    return options.givenInputs.allSatisfy { input in
      guard case .words(let words) = input, let first = words.first else { return false }
      return ["help", "settings", "plugins", "completion", "man"].contains(first)
        || words.contains("--help")
    }
  }

  private func location(_ store: ProgramOptions.Store) -> StoreLocation {
    StoreLocation(
      store, program: name, isDemo: isDemo, configured: settings.text("store"),
      variables: variables)
  }

  private func open(
    _ plugins: [any Plugin], _ configuration: @autoclosure () throws -> ModelConfiguration
  ) throws -> ApplicationEnvironment {
    let clock = try Clock.make(program: name, variables: variables)
    do {
      let author = try options.author.map { try TransactionAuthor($0) }
      let configuration = try configuration()
      let start = ContinuousClock.now
      let container = try ModelContainer(plugins: plugins, configuration)
      output.detail("plugins \(plugins.map(\.name).joined(separator: ", "))")
      let place = configuration.isStoredInMemoryOnly ? "in memory" : configuration.url.path
      output.detail("store \(place), opened in \(start.elapsed)")
      let stack = try BasicDataStack(container, mainAuthor: author ?? TransactionAuthor(name))
      return ApplicationEnvironment(
        stack: stack, output: output, plugins: plugins, samples: application.samples,
        settings: settings, clock: clock)
    } catch let error as InvalidAuthor {
      throw ShellError("\(error)", hint: "give a name with --author", kind: .programUsage)
    } catch {
      var error = ShellError(error)
      error.kind = .storeUnavailable
      throw error
    }
  }
}
