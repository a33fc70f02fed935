import StrataContextPlugin
import Foundation
import StrataInspectPlugin
import Strata
import StrataApplication
import StrataShell
import StrataStorage

extension StoreTools {
  /// The commands that a proposal may have.
  private static let changingCommands = ["insert", "set", "link", "unlink", "update", "delete"]

  var changing: [StoreTool] {
    appliesAtOnce ? [propose, undo] : [propose, apply, undo]
  }

  private var propose: StoreTool {
    StoreTool(
      name: "propose",
      summary: (appliesAtOnce
        ? "Change objects, and save that as one transaction. The answer is what has changed."
        : "Show what commands would change, and save nothing. The answer ends with the proposal's number.")
        + " Commands: insert ENTITY PROPERTY=VALUE…; set ENTITY/KEY PROPERTY VALUE; link ENTITY/KEY RELATIONSHIP "
        + "ENTITY/KEY…; unlink the same way; update ENTITY set PROPERTY=VALUE where PREDICATE; delete ENTITY/KEY, "
        + "or delete ENTITY where PREDICATE. Put texts in double quotes.",
      parameters: [
        StoreTool.Parameter(
          name: "commands", kind: .strings, summary: "the commands, in order", isRequired: true)
      ], isReading: !appliesAtOnce
    ) { [self] arguments in
      let commands = arguments.texts("commands")
      for command in commands { try Self.check(command) }
      let environment = try editing()
      let difference = try await change(commands, environment)
      if appliesAtOnce { return try await saved(environment) + difference }
      let number = keep(Proposal(commands: commands, difference: difference))
      return difference + "proposal \(number): nothing is saved yet; apply saves it\n"
    }
  }

  private var apply: StoreTool {
    StoreTool(
      name: "apply", summary: "Save a proposal, as one transaction of the history.",
      parameters: [
        StoreTool.Parameter(
          name: "proposal", kind: .integer, summary: "its number", isRequired: true)
      ], isReading: false
    ) { [self] arguments in
      let number = arguments.integer("proposal") ?? 0
      guard let proposal = proposals[number] else {
        throw ShellError("there is no proposal \(number)", hint: "propose makes one")
      }
      let environment = try editing()
      let difference = try await change(proposal.commands, environment)
      guard Self.isSame(difference, proposal.difference) else {
        proposals[number] = Proposal(commands: proposal.commands, difference: difference)
        throw ShellError(
          "nothing was saved: others have saved meanwhile, and now the proposal would change this:\n\(difference)",
          hint: "apply it once more if that is right")
      }
      let answer = try await saved(environment)
      proposals[number] = nil
      return answer
    }
  }

  private var undo: StoreTool {
    StoreTool(
      name: "undo",
      summary:
        "Take back a save of yours, by the former values that the store keeps. That is a new save.",
      parameters: [
        StoreTool.Parameter(
          name: "save", kind: .integer, summary: "the save's number in the history",
          isRequired: true)
      ], isReading: false
    ) { [self] arguments in
      let environment = try editing()
      return try await run(
        ["undo", "--save", "\(arguments.integer("save") ?? 0)"], ContextPlugin().commands,
        environment)
    }
  }

  /// Opens the store to be changed.
  func editing() throws -> ApplicationEnvironment {
    guard let policy else { throw ShellError("nothing can be changed here") }
    let store = try EditedStore(
      path, model: model, policy: policy, author: agent, isOfStrata: environment.origin == nil)
    let output = Output(standardOutput: sink, standardError: sink)
    output.tableStyle.format = .json
    return ApplicationEnvironment(
      stack: store.stack, output: output, plugins: [InspectPlugin(), ContextPlugin()])
  }

  /// Runs commands without saving, and returns what differs then.
  private func change(
    _ commands: [String], _ environment: ApplicationEnvironment
  ) async throws -> String {
    // The history shows what was asked for.
    environment.context.name = String(commands.joined(separator: "; ").prefix(200))
    try environment.begin()
    for (index, command) in commands.enumerated() {
      let shell = try Shell(environment: environment, commands: InspectPlugin().commands)
      do {
        try await shell.execute(command)
      } catch {
        _ = sink.take()
        var error = ShellError(error)
        error.message = "command \(index + 1): \(error.message)"
        throw error
      }
    }
    return try await run(["status", "--values"], ContextPlugin().commands, environment)
  }

  /// Saves what waits, and returns the save's number.
  private func saved(_ environment: ApplicationEnvironment) async throws -> String {
    try environment.save()
    // A store of Core Data counts its saves in its own way.
    guard self.environment.origin == nil else { return "saved\n" }
    return "saved as \(try self.environment.reader.lastTransaction())\n"
  }

  /// True if two differences change the same objects in the same way. New objects have other identifiers and times
  /// each time, so that their number counts.
  private static func isSame(_ first: String, _ second: String) -> Bool {
    func parts(_ text: String) -> (changes: [Substring], inserted: Int) {
      let lines = text.split(separator: "\n")
      let changes = lines.filter { !$0.contains(#""change":"insert""#) }
      return (changes, lines.count - changes.count)
    }
    let (one, other) = (parts(first), parts(second))
    return one.changes == other.changes && one.inserted == other.inserted
  }

  /// Lets commands through that change objects, and no others.
  private static func check(_ command: String) throws(ShellError) {
    let first = try Tokenizer.tokens(in: command).first?.text ?? ""
    guard changingCommands.contains(first), !command.contains(where: \.isNewline) else {
      throw ShellError(
        "“\(first)” is no command of a proposal",
        hint: "one of: \(changingCommands.joined(separator: ", ")), a line each")
    }
  }
}
