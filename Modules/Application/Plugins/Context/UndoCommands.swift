import Strata
import StrataApplication
import StrataShell

/// The commands `undo` and `redo`.
enum UndoCommands {
  static func all(group: String) -> [Command<ApplicationEnvironment>] {
    [
      Command(
        ["undo"], "take back what the last lines have changed",
        arguments: [.optional("N", "how many lines, 1 when left out")],
        options: [
          .flag("discard", "give the last line up, so that the one before can be taken back"),
          .value("save", "N", "take back the save with this number, whatever came after it"),
        ],
        discussion: """
          A line goes back as a whole, saved or not; outside of a transaction that is saved at once. What \
          somebody else has changed since stays, and is told. Without a line of this run, the saves of \
          earlier runs go back, the last first, and redo does again what an earlier run took back. With --save any save goes back that history lists. Later \
          changes of other objects and values stay. If they conflict, they are listed, and nothing is changed.
          """,
        examples: ["undo", "undo 3", "undo --save 2"], group: group
      ) { invocation, environment in try Undoing(environment).undo(invocation) },
      Command(
        ["redo"], "do again what undo took back",
        arguments: [.optional("N", "how many lines, 1 when left out")],
        options: [.flag("discard", "give the line up that would be done again")],
        examples: ["redo", "redo 3"], group: group
      ) { invocation, environment in try Undoing(environment).redo(invocation) },
    ]
  }
}

/// The undo or redo of a number of lines: of all of them, or of none if one fails.
@MainActor private struct Undoing {
  private let environment: ApplicationEnvironment
  private var steps: CommandSteps { environment.steps }

  init(_ environment: ApplicationEnvironment) { self.environment = environment }

  func undo(_ invocation: Invocation) throws {
    if let number = invocation.option("save") {
      guard invocation.argument("N") == nil, !invocation.flag("discard") else {
        throw invocation.usageError("--save takes back one save, and goes with nothing else")
      }
      return try undoSave(number)
    }
    let count = try self.count(invocation)
    if invocation.flag("discard") {
      guard steps.undoCount > 0 else { throw ShellError("there is nothing to undo") }
      return environment.output.message("gave up: \(try steps.discardUndo())")
    }
    if steps.undoCount == 0 { return try undoSaves(count) }
    guard count <= steps.undoCount else { throw tooMany(count, steps.undoCount, "taken back") }
    let lines = try all(count, steps.undo, back: steps.redo) { error in
      failure(error, "“\(steps.undoName)” can't be taken back", "undo")
    }
    environment.nameSave(SavedUndo.undoName)
    for line in lines { environment.report("took back: \(line)") }
  }

  func redo(_ invocation: Invocation) throws {
    let count = try self.count(invocation)
    if steps.redoCount == 0, steps.undoCount == 0, !environment.isInTransaction,
      !invocation.flag("discard")
    {
      return try redoSaves(count)
    }
    guard steps.redoCount > 0 else {
      throw ShellError(
        "there is nothing to redo",
        hint: "redo does again what undo took back, until something else is changed")
    }
    if invocation.flag("discard") {
      return environment.output.message("gave up: \(try steps.discardRedo())")
    }
    guard count <= steps.redoCount else { throw tooMany(count, steps.redoCount, "done again") }
    let lines = try all(count, steps.redo, back: steps.undo) { error in
      failure(error, "“\(steps.redoName)” can't be done again", "redo")
    }
    environment.nameSave(SavedUndo.redoName)
    for line in lines { environment.report("did again: \(line)") }
  }

  private func count(_ invocation: Invocation) throws -> Int {
    guard let value = invocation.argument("N") else { return 1 }
    let count = try value.integer()
    guard count > 0 else { throw value.error("a number of lines is 1 or more") }
    return count
  }

  private func tooMany(_ count: Int, _ there: Int, _ what: String) -> ShellError {
    ShellError(
      "only \(there) \(there == 1 ? "line" : "lines") can be \(what), not \(count)",
      hint: "nothing was changed")
  }

  /// Repeats a step, and reverts all repetitions if one throws.
  private func all(
    _ count: Int, _ step: () throws -> String, back: () throws -> String,
    _ failure: (UndoError) -> ShellError
  ) throws -> [String] {
    var lines: [String] = []
    do {
      for _ in 0..<count { lines.append(try step()) }
    } catch {
      let told: any Error = (error as? UndoError).map(failure) ?? error
      // A step that was just done can be reverted without conflict.
      for _ in lines { _ = try back() }
      throw told
    }
    return lines
  }

  private func failure(_ error: UndoError, _ what: String, _ command: String) -> ShellError {
    ShellError(
      "\(what): \(error.reason)",
      hint: "mend that, or give the line up with \(command) --discard; nothing was changed")
  }

  // MARK: Earlier runs

  private func undoSaves(_ count: Int) throws {
    if let obstacle = steps.obstacle {
      throw ShellError(
        "there is nothing to undo: \(obstacle)",
        hint: "in a later run, --author NAME undo takes its last save back; history list has NAME")
    }
    guard !environment.isInTransaction else {
      throw ShellError(
        "there is nothing to undo in this transaction",
        hint: "save or rollback ends it; then saves of earlier runs can be taken back")
    }
    guard steps.redoCount == 0 else {
      throw ShellError(
        "there is nothing more to undo here",
        hint: "what earlier runs have saved is taken back by undo in a run of its own")
    }
    var saves = SavedUndo(environment)
    try steps.withoutStep {
      for _ in 0..<count {
        let taken = try saves.takeBack()
        environment.report("took back \(taken)")
      }
    }
    environment.nameSave(saves.saveName(SavedUndo.undoName))
  }

  private func redoSaves(_ count: Int) throws {
    var saves = SavedUndo(environment)
    try steps.withoutStep {
      for _ in 0..<count { environment.report("did again \(try saves.redo())") }
    }
    environment.nameSave(saves.saveName(SavedUndo.redoName))
  }

  private func undoSave(_ number: ArgumentValue) throws {
    guard let entry = try environment.context.historyEntry(Int64(try number.integer())) else {
      throw number.error(
        "the store remembers no transaction \(number.text)", hint: "history lists them")
    }
    var saves = SavedUndo(environment)
    environment.report("took back \(try saves.takeBack(entry))")
    environment.nameSave(saves.saveName(SavedUndo.undoName))
  }
}
