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

  /// The number of bytes of a proposal's commands.
  private static let longestProposal = 1 << 16

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
        + "or delete ENTITY where PREDICATE. Put texts in double quotes. Later commands name the first new object ENTITY/new1.",
      parameters: [
        StoreTool.Parameter(
          name: "commands", kind: .strings, summary: "the commands, in order", isRequired: true)
      ], isReading: !appliesAtOnce
    ) { [self] arguments in
      let commands = arguments.texts("commands")
      guard !commands.isEmpty else { throw ShellError("a proposal needs commands") }
      guard commands.reduce(0, { $0 + $1.utf8.count }) <= Self.longestProposal else {
        throw ShellError("a proposal has 64 KiB at most", hint: "make several")
      }
      for command in commands { try Self.check(command) }
      let environment = try editing()
      let difference = try await change(commands, environment)
      guard !difference.isEmpty else { throw ShellError("the commands change nothing") }
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
      let number = Int64(arguments.integer("save") ?? 0)
      guard let entry = try self.environment.reader.history(only: number).first,
        entry.author == agent
      else {
        throw ShellError(
          "save \(number) is none of \(agent)",
          hint: "history with that author lists those that are")
      }
      let environment = try editing()
      let last = try self.environment.reader.lastTransaction()
      _ = try await run(
        ["undo", "--save", "\(number)"], ContextPlugin().commands, environment)
      return try numberOfSave(after: last).map { "taken back by save \($0)\n" }
        ?? "nothing was left to take back\n"
    }
  }

  /// Opens the store to be changed.
  func editing() throws -> ApplicationEnvironment {
    guard let policy else { throw ShellError("nothing can be changed here") }
    let store = try EditedStore(
      path, model: model, policy: policy, author: agent, isOfStrata: environment.origin == nil)
    let environment = ApplicationEnvironment(
      stack: store.stack, output: output, plugins: [InspectPlugin(), ContextPlugin()])
    // Otherwise a save would replace what others have saved since the difference was shown, or an object with the unique
    // values of a new one.
    environment.context.mergePolicy = .error
    environment.context.uniqueConflictPolicy = .error
    return environment
  }

  /// Runs commands without saving, and returns what differs then.
  private func change(
    _ commands: [String], _ environment: ApplicationEnvironment
  ) async throws -> String {
    // The history shows what was asked for.
    environment.context.name = String(commands.joined(separator: "; ").prefix(200))
    try environment.begin()
    for (index, command) in commands.enumerated() {
      // Saved, the object has another identifier, which could be somebody else's.
      let words = try Tokenizer.tokens(in: command).map(\.text)
      if let named = new(environment).first(where: { words.contains($0.identifier) }) {
        throw ShellError(
          "command \(index + 1): \(named.identifier) isn't in the store",
          hint: "the new object is called \(named.name)")
      }
      let shell = try Shell(environment: environment, commands: InspectPlugin().commands)
      do {
        try await shell.execute(Self.command(command, with: new(environment)))
      } catch {
        _ = sink.take()
        var error = ShellError(error)
        error.message = "command \(index + 1): \(error.message)"
        throw error
      }
    }
    let difference = try await run(
      ["status", "--values"], ContextPlugin().commands, environment)
    // New objects have other identifiers each time.
    return new(environment).reversed().reduce(difference) { text, object in
      text.replacing("\"\(object.identifier)\"", with: "\"\(object.name)\"")
    }
  }

  /// The new objects in the order in which they were inserted, by the names that later commands can use: `Tag/new1`.
  private func new(_ environment: ApplicationEnvironment) -> [(name: String, identifier: String)] {
    environment.context.insertedModelsArray.enumerated().map { index, object in
      let identifier = object.persistentModelID
      return ("\(identifier.entityName)/new\(index + 1)", "\(identifier)")
    }
  }

  /// A command with the identifiers of new objects in the place of their names.
  private static func command(
    _ text: String, with new: [(name: String, identifier: String)]
  ) -> String {
    // The last first: `Tag/new1` is the beginning of `Tag/new10`.
    new.reversed().reduce(text) { $0.replacing($1.name, with: $1.identifier) }
  }

  /// Saves what waits, and returns the save's number.
  private func saved(_ environment: ApplicationEnvironment) async throws -> String {
    // A store of Core Data counts its saves in its own way.
    guard self.environment.origin == nil else {
      try environment.save()
      return "saved\n"
    }
    let reader = self.environment.reader
    let last = try reader.lastTransaction()
    try environment.save()
    return try numberOfSave(after: last).map { "saved as \($0)\n" } ?? "nothing was left to save\n"
  }

  /// The number of this program's last save after another one.
  private func numberOfSave(after last: Int64) throws -> Int64? {
    let process = "[\(ProcessInfo.processInfo.processIdentifier)]"
    return try environment.reader.history(after: last, author: agent, limit: nil)
      .last { $0.process.hasSuffix(process) }?.number
  }

  /// True if two differences change the same objects in the same way. New objects have other identifiers and times
  /// each time, so that their number counts.
  private static func isSame(_ first: String, _ second: String) -> Bool {
    func parts(_ text: String) -> (changes: [Substring], inserted: Int) {
      let lines = text.split(separator: "\n")
      let changes = lines.filter { !$0.hasPrefix(#"{"change":"insert""#) }
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
