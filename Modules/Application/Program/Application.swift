internal import Foundation
internal import Strata
public import StrataShell

/// A program put together from plugins: it reads its arguments, opens the store and runs the shell.
@MainActor
public struct Application {
  /// The program's name.
  public let name: String
  /// The program's version.
  public let version: String
  /// All plugins, in the order in which help lists their commands.
  public let plugins: [any Plugin]
  /// Files that the program brings along, by name.
  public let samples: [String: [UInt8]]
  /// Lines that `demo` runs on a store of its own.
  public let demo: [String]

  /// Puts a program together.
  public init(
    name: String, version: String, plugins: [any Plugin], samples: [String: [UInt8]] = [:],
    demo: [String] = []
  ) {
    self.name = name
    self.version = version
    self.plugins = plugins
    self.samples = samples
    self.demo = demo
  }

  private var words: [String] { demo.isEmpty ? [] : ["demo"] }

  /// Runs the program with the arguments that it was started with, and ends it.
  public func runAndExit() async -> Never {
    StandardFiles.fillGaps()
    exit(await run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }

  /// Runs the program with its arguments, the program's name left out.
  public func run(_ arguments: [String]) async -> ExitStatus {
    var options = ProgramOptions()
    var output = makeOutput(options)
    do {
      // An error is shown as the options before it ask for.
      defer { output = makeOutput(options) }
      try options.read(arguments, words: words)
    } catch {
      output.report(error, at: nil)
      return error.exitStatus
    }
    do {
      return try await run(options, output)
    } catch {
      let error = ShellError(error)
      try? output.flush()
      output.report(error, at: nil)
      return error.exitStatus
    }
  }

  private func makeOutput(_ options: ProgramOptions) -> Output {
    let variables = ProcessInfo.processInfo.environment
    let output = Output(
      standardOutput: FileDescriptorOutput.standardOutput(),
      standardError: FileDescriptorOutput.standardError(), isQuiet: options.isQuiet,
      isVerbose: options.isVerbose,
      color: (options.color ?? .auto).resolved(variables: variables),
      showsProgress: Output.allowsProgress(variables: variables))
    output.tableStyle = TableStyle(
      format: options.format ?? .table, hasHeader: !options.noHeader,
      usesPager: !options.noPager)
    // Keys for the pager come from the terminal.
    if isatty(0) == 1 { output.pager = Pager.find(program: name, variables: variables) }
    return output
  }

  private func run(_ options: ProgramOptions, _ output: Output) async throws -> ExitStatus {
    if options.showsHelp || options.showsVersion {
      let text =
        options.showsHelp
        ? ProgramOptions.help(
          program: name,
          words: words.map { ($0, "shows what the program does, on sample data") })
        : "\(name) \(version)"
      output.answer(text)
      try output.flush()
      return .success
    }
    let chosen = try PluginSelection.select(from: plugins, options.plugins)
    let commands = chosen.flatMap(\.commands) + [PluginsCommand.command]
    for case .words(let words) in options.givenInputs {
      try Shell.check(words, among: commands, or: self.words)
    }
    let isDemo = options.word == "demo"
    let environment = try open(options, isDemo: isDemo, chosen, output)
    for plugin in chosen { try plugin.start(in: environment) }
    let shell = try Shell(
      environment: environment,
      commands: commands,
      configuration: try configuration(options))
    if isDemo {
      let status = await runDemo(shell)
      guard status == .success, isatty(0) == 1 || !options.givenInputs.isEmpty else {
        return status
      }
    }
    var status = await shell.run(options.inputs)
    do {
      try environment.abandonTransaction()
    } catch {
      output.report(error)
      if status == .success { status = error.exitStatus }
    }
    return status
  }

  private func configuration(_ options: ProgramOptions) throws -> ShellConfiguration {
    var configuration = ShellConfiguration()
    configuration.keepsGoing = options.keepsGoing
    configuration.echoesLines = options.echoesLines
    try Signals.install(
      interruption: configuration.interruption, termination: configuration.termination)
    let prompt = "\(name)> "
    configuration.terminal.prompt = { prompt }
    let variables = ProcessInfo.processInfo.environment
    configuration.terminal.historyPath = HistoryLocation.path(program: name, variables: variables)
    // There a cursor can't be moved, and lines are edited by whoever shows them, such as Emacs.
    if variables["TERM"] == "dumb" { configuration.terminal.libraries = [] }
    return configuration
  }

  private func runDemo(_ shell: Shell<ApplicationEnvironment>) async -> ExitStatus {
    var status = ExitStatus.success
    for line in demo where status == .success {
      shell.environment.output.message("\(name)> \(line)")
      status = await shell.run(TextLineSource(line, name: "demo"))
      shell.environment.output.message("")
    }
    return status
  }

  private func open(
    _ options: ProgramOptions, isDemo: Bool, _ plugins: [any Plugin], _ output: Output
  ) throws -> ApplicationEnvironment {
    do {
      let author = try options.author.map { try TransactionAuthor($0) }
      let configuration = try StoreLocation(options, program: name, isDemo: isDemo).configuration()
      let start = ContinuousClock.now
      let container = try ModelContainer(
        for: plugins.flatMap(\.models), migrationPlan: try migrationPlan(of: plugins),
        configuration: configuration)
      output.detail("plugins \(plugins.map(\.name).joined(separator: ", "))")
      output.detail(
        "store \(configuration.isStoredInMemoryOnly ? "in memory" : configuration.url.path), opened in "
          + start.elapsed)
      let stack = try BasicDataStack(container, mainAuthor: author ?? TransactionAuthor(name))
      return ApplicationEnvironment(
        stack: stack, output: output, plugins: plugins, samples: samples)
    } catch let error as InvalidAuthor {
      throw ShellError("\(error)", hint: "give a name with --author", kind: .programUsage)
    } catch {
      var error = ShellError(error)
      error.kind = .storeUnavailable
      throw error
    }
  }

  /// The plan of the plugin that has one.
  ///
  /// - Throws: ``ShellError`` where two have one: a store keeps the version of one plan.
  private func migrationPlan(
    of plugins: [any Plugin]
  ) throws(ShellError) -> (any SchemaMigrationPlan.Type)? {
    let planned = plugins.filter { $0.migrationPlan != nil }
    guard planned.count < 2 else {
      let names = planned.map(\.name).joined(separator: " and ")
      throw ShellError("\(names) both have a migration plan", hint: "make one plan of them")
    }
    return planned.first?.migrationPlan
  }
}
