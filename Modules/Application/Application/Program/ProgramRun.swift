internal import Foundation
import Strata
internal import StrataPlatform
import StrataStack
import StrataStorage
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
      try Shell.check(words, of: name, among: commands, or: application.words)
    }
    let newStore = try newStore(commands)
    let opensInMemory = needsNoStore && (options.store == .standard || newStore != nil)
    let environment = try open(
      chosen, try location(opensInMemory ? .memory : options.store).configuration(),
      replaces: storeNeeds(commands) == [.replaceable])
    if let path = newStore, isAtPrompt { output.message("made a new store, \(path)") }
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
    !options.givenInputs.isEmpty
      && options.givenInputs.allSatisfy { input in
        guard case .words(let words) = input, let first = words.first else { return false }
        return ["help", "settings", "plugins", "completion", "man"].contains(first)
          || words.contains("--help")
      }
  }

  /// The store needs of the commands in the program's arguments, in their order.
  private func storeNeeds(_ commands: [Command<ApplicationEnvironment>]) -> [StoreNeed] {
    if isDemo { return [.any] }
    return options.inputs.compactMap {
      Shell.storeNeed(of: $0, among: commands, aliases: settings.aliases.names)
    }
  }

  /// Returns the path of the store that this run makes at a place that somebody has named. Nil if it is there already.
  ///
  /// - Throws: ``ShellError`` if it isn't there and no command can put anything into it.
  private func newStore(_ commands: [Command<ApplicationEnvironment>]) throws -> String? {
    guard let path = try location(options.store).missingFile() else { return nil }
    let needs = needsNoStore ? [] : storeNeeds(commands)
    guard needs.allSatisfy({ $0 == .existing }), !needs.isEmpty else { return path }
    let makers = commands.filter { $0.storeNeed != .existing }.map(\.name).sorted()
    throw ShellError(
      "there is no store at \(path)",
      hint: "correct the path; \(makers.joined(separator: ", ")) and a prompt make a new store",
      kind: .storeUnavailable)
  }

  private func location(_ store: ProgramOptions.Store) -> StoreLocation {
    StoreLocation(
      store, program: name, isDemo: isDemo, configured: settings.text("store"),
      variables: variables)
  }

  /// Opens the store.
  ///
  /// - Parameter replaces: True for a command that replaces the store. It gets an empty store in memory in place of a
  ///   damaged file, and the file's URL.
  private func open(
    _ plugins: [any Plugin], _ configuration: @autoclosure () throws -> ModelConfiguration,
    replaces: Bool = false
  ) throws -> ApplicationEnvironment {
    let clock = try Clock.make(program: name, variables: variables)
    do {
      let author = try options.author.map { try TransactionAuthor($0) }
      let configuration = try configuration()
      let start = ContinuousClock.now
      let container: ModelContainer
      var damagedStore: URL?
      do {
        container = try ModelContainer(plugins: plugins, configuration)
      } catch let error as StorageError where error.isDamage && replaces && configuration.allowsSave
      {
        container = try ModelContainer(
          plugins: plugins, ModelConfiguration(isStoredInMemoryOnly: true))
        damagedStore = configuration.url
      }
      output.detail("plugins \(plugins.map(\.name).joined(separator: ", "))")
      let place = configuration.isStoredInMemoryOnly ? "in memory" : configuration.url.path
      output.detail("store \(place), opened in \(start.elapsed)")
      let stack = try BasicDataStack(container, mainAuthor: author ?? TransactionAuthor(name))
      let environment = ApplicationEnvironment(
        stack: stack, output: output, plugins: plugins, samples: application.samples,
        settings: settings, clock: clock)
      environment.damagedStore = damagedStore
      return environment
    } catch StackError.invalidAuthor(let name) {
      throw ShellError(
        "\(StackError.invalidAuthor(name))", hint: "give a name with --author", kind: .programUsage)
    } catch {
      var shown = ShellError(error)
      shown.kind = .storeUnavailable
      let restores = commands(of: plugins).first { $0.storeNeed == .replaceable }
      if let error = error as? StorageError, error.isDamage, let restores {
        shown.hint =
          "\(restores.name) BACKUP puts a backup in its place, and keeps the damaged file"
      }
      throw shown
    }
  }
}
