import Foundation
import StrataPlatform
import StrataShell
import StrataSQLite

/// The program `strata`, which runs one command on model files and stores.
@MainActor struct StrataProgram {
  static let name = "strata"
  static let version = "0.2.0"
  private static let summary = "look at models and stores, compare and convert them"

  private let variables = ProcessInfo.processInfo.environment

  /// Runs the program with the process's arguments, and exits.
  func runAndExit() async -> Never {
    StandardFiles.fillGaps()
    exit(await run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }

  private func run(_ arguments: [String]) async -> ExitStatus {
    let output = output()
    do {
      switch arguments.first {
      case nil, "--help", "-h":
        output.answer(Self.help(width: output.width))
        try output.flush()
        return .success
      case "--version":
        output.answer("\(Self.name) \(Self.version)")
        try output.flush()
        return .success
      case "open" where !isForHelp(arguments):
        let command = try OpenCommand(Array(arguments.dropFirst()))
        return try await command.run(output, try configuration())
      case "edit" where !isForHelp(arguments):
        let command = try EditCommand(Array(arguments.dropFirst()))
        return try await command.run(output, try configuration())
      case "complete": return try complete(Array(arguments.dropFirst()))
      case let first? where first.hasPrefix("-"):
        throw ShellError(
          "there is no option “\(first)”",
          hint: "options stand behind a command; \(Self.name) --help lists the commands",
          kind: .programUsage)
      default: return await (try shell(output)).run([.words(arguments)])
      }
    } catch {
      output.report(error)
      return ShellError(error).exitStatus
    }
  }

  private func isForHelp(_ arguments: [String]) -> Bool {
    arguments.dropFirst().first == "--help"
  }

  private func output() -> Output {
    let output = Output(
      standardOutput: FileDescriptorOutput.standardOutput(),
      standardError: FileDescriptorOutput.standardError(),
      color: ColorChoice.auto.resolved(variables: variables),
      showsProgress: Output.allowsProgress(variables: variables))
    // The pager reads its keys from the terminal.
    guard isatty(0) == 1 else { return output }
    output.pager = Pager.find(program: Self.name, configured: nil, variables: variables)
    return output
  }

  private func shell(_ output: Output) throws -> Shell<StrataEnvironment> {
    try Shell(
      environment: StrataEnvironment(output: output), commands: ModelCommands.all,
      configuration: try configuration())
  }

  private func configuration() throws -> ShellConfiguration {
    var configuration = ShellConfiguration()
    configuration.program = Self.description
    try Signals.install(
      interruption: configuration.interruption, termination: configuration.termination)
    return configuration
  }

  /// Prints the completions at the cursor of another shell.
  private func complete(_ arguments: [String]) throws -> ExitStatus {
    let shell = try shell(output())
    var written = ""
    switch arguments.first {
    case "words":
      let words = Array(arguments.dropFirst())
      let found = shell.candidates(words: Array(words.dropLast()), prefix: words.last ?? "")
      written = found.map { "\($0.text)\t\($0.summary)\n" }.joined()
    case "bash" where arguments.count == 3:
      let lines = CompletionShell.bashCompletions(for: arguments[1], breaks: arguments[2]) {
        shell.candidates(words: $0, prefix: $1)
      }
      written = lines.map { $0 + "\n" }.joined()
    default:
      throw ShellError(
        "complete is for other shells",
        hint: "\(Self.name) completion SHELL writes what they need", kind: .programUsage)
    }
    try FileDescriptorOutput.standardOutput().write(Array(written.utf8))
    return .success
  }

  private static var description: ProgramDescription {
    var description = ProgramDescription(name: name)
    description.version = version
    description.summary = summary
    description.takesLines = false
    description.statuses = statuses
    description.variables = [
      ("STRATA_PAGER", "the program that shows long output, before PAGER; cat for none"),
      ("NO_COLOR", "when not empty, no colors"),
    ]
    return description
  }

  private static let statuses = [
    ("0", "success"),
    ("1", "the check found something, a migration can't be inferred, or a command failed"),
    ("2", "wrong usage"), ("3", "a model or a store can't be read"),
  ]

  private static func help(width: Int?) -> String {
    let rows = ModelCommands.all.map { ["\(name) \($0.name)", $0.summary] }
    let list = statuses.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
    return """
      usage: \(name) COMMAND [WORD]...

      \(HelpText.columns(rows, indent: "  ", width: width))

      \(name) COMMAND --help explains one. --version shows the version.
      \(HelpText.wrapped("Exit status: \(list).", width: width))
      """
  }
}

/// The environment of the commands. It opens no store, since commands get paths.
@MainActor final class StrataEnvironment: ShellEnvironment {
  let output: Output

  init(output: Output) { self.output = output }

  func perform(
    _ invocation: Invocation, body: @MainActor () async throws -> Void
  ) async throws { try await withCancellableStatements(body) }
}
