@testable import StrataShell

/// Two commands over a list of names, and a note of what ran round them.
@MainActor
final class ToyEnvironment: ShellEnvironment {
  let output: Output
  var names: [String] = []
  var events: [String] = []

  init(_ output: Output) { self.output = output }

  func perform(
    _ invocation: Invocation, body: @MainActor () async throws -> Void
  ) async throws {
    let before = names
    do {
      try await body()
      events.append("saved \(invocation.signature.name)")
    } catch {
      names = before
      events.append("rolled back \(invocation.signature.name)")
      throw error
    }
  }

  static var commands: [Command<ToyEnvironment>] {
    [
      Command(
        ["name", "add"], "adds names", arguments: [.variadic("NAME", "a name", minimum: 1)],
        options: [.flag("loud", "in capitals")], examples: ["name add Ada"], group: "Names",
        completion: { _, environment in environment.names }
      ) { invocation, environment in
        for value in invocation.arguments("NAME") {
          if environment.names.contains(value.text) {
            throw value.error("“\(value.text)” is there already")
          }
          environment.names.append(
            invocation.flag("loud") ? value.text.uppercased() : value.text)
        }
      },
      Command(["name", "list"], "lists the names", group: "Names") { _, environment in
        try environment.output.print(
          Table(
            ["name", "length"],
            rows: environment.names.map { [.text($0), .integer(Int64($0.count))] }))
      },
    ]
  }
}

/// A shell whose output is kept.
@MainActor
final class ToyShell {
  let standardOutput: any OutputSink
  let standardError = CapturedOutput()
  let environment: ToyEnvironment
  let shell: Shell<ToyEnvironment>

  init(
    commands: [Command<ToyEnvironment>] = [], keepsGoing: Bool = false,
    format: OutputFormat = .table, isQuiet: Bool = false,
    standardOutput: any OutputSink = CapturedOutput(),
    configuration: ShellConfiguration = ShellConfiguration()
  ) throws {
    self.standardOutput = standardOutput
    environment = ToyEnvironment(
      Output(
        standardOutput: standardOutput, standardError: standardError, format: format,
        isQuiet: isQuiet))
    var configuration = configuration
    configuration.keepsGoing = keepsGoing
    shell = try Shell(
      environment: environment, commands: ToyEnvironment.commands + commands,
      configuration: configuration)
  }

  func run(_ script: String) async -> ExitStatus {
    await shell.run(TextLineSource(script, name: "script.txt"))
  }

  var text: String { (standardOutput as? CapturedOutput)?.text ?? "" }
  var errors: String { standardError.text }
}
