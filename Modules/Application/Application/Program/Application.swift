internal import Foundation
public import StrataShell

/// A program made of plugins: it parses its arguments, opens the store and runs the shell.
///
/// ```swift
/// await Application(name: "notes", version: "1.0", plugins: [NotesPlugin()]).runAndExit()
/// ```
@MainActor
public struct Application {
  /// The program's name.
  public let name: String
  /// The program's version.
  public let version: String
  /// A summary of a few words.
  public let summary: String
  /// All plugins, in the order in which help lists their commands.
  public let plugins: [any Plugin]
  /// Sample files of the program, by name.
  public let samples: [String: [UInt8]]
  /// Lines that `demo` runs on a store of its own.
  public let demo: [String]

  /// Makes a program of plugins.
  public init(
    name: String, version: String, summary: String = "commands over a store", plugins: [any Plugin],
    samples: [String: [UInt8]] = [:],
    demo: [String] = []
  ) {
    self.name = name
    self.version = version
    self.summary = summary
    self.plugins = plugins
    self.samples = samples
    self.demo = demo
  }

  /// The words that are arguments of the program and not commands.
  var words: [String] { demo.isEmpty ? [] : ["demo"] }

  /// The settings of the program and its plugins.
  var settings: [Setting] { ProgramSettings.all + plugins.flatMap(\.settings) }

  /// Runs the program with the process's arguments, and exits.
  public func runAndExit() async -> Never {
    StandardFiles.fillGaps()
    if let number = Self.unreadableArgument {
      Output(ProgramOptions(), program: name, variables: ProcessInfo.processInfo.environment)
        .report(
          ShellError(
            "argument \(number) is no text: it has bytes that aren't UTF-8", kind: .programUsage))
      exit(ExitStatus.wrongUsage.rawValue)
    }
    exit(await run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }

  /// The position of the first argument that isn't UTF-8.
  ///
  /// `CommandLine.arguments` replaces invalid bytes, so they can't be found there.
  private static var unreadableArgument: Int? {
    // The C library's array lives as long as the process and nobody changes it.
    (1..<max(1, Int(CommandLine.argc))).first { index in
      CommandLine.unsafeArgv[index].map { String(validatingCString: $0) == nil } ?? false
    }
  }

  /// Runs the program with arguments, without the program's name.
  public func run(_ arguments: [String]) async -> ExitStatus {
    let variables = ProcessInfo.processInfo.environment
    // Completion scripts of other shells call this. No person types it, so help doesn't list it.
    if arguments.first == "complete" {
      return complete(Array(arguments.dropFirst()), variables)
    }
    var options = ProgramOptions()
    do {
      try options.read(arguments, words: words)
      if options.showsHelp || options.showsVersion { return try show(options, variables) }
      let (settings, path) = try readSettings(options, variables)
      let run = ProgramRun(self, options, settings, configurationPath: path, variables)
      return await run.run()
    } catch {
      // The options that were parsed before the error decide how it is shown.
      Output(options, program: name, variables: variables).report(error)
      return ShellError(error).exitStatus
    }
  }

  /// The leading words that aren't commands, with their summaries.
  var describedWords: [(word: String, summary: String)] {
    words.map { ($0, "show what the program does, on sample data") }
  }

  private func show(
    _ options: ProgramOptions, _ variables: [String: String]
  ) throws -> ExitStatus {
    let output = Output(options, program: name, variables: variables)
    let help = ProgramOptions.help(program: name, words: describedWords, width: output.width)
    output.answer(options.showsHelp ? help : "\(name) \(version)")
    try output.flush()
    return .success
  }

  func readSettings(
    _ options: ProgramOptions, _ variables: [String: String]
  ) throws -> (Settings, path: String?) {
    var settings = try Settings(settings)
    let file = ConfigurationFile(options, program: name, variables: variables)
    let path = try file?.read(into: &settings)
    return (settings, path)
  }
}
