import Strata
import StrataApplication
import StrataShell

/// The undo of saves of earlier runs, the last first, by the former values that the store keeps.
@MainActor struct SavedUndo {
  /// The context's name for the saves of `undo`. Behind it are the numbers of the saves that it took back,
  /// if these were of earlier runs.
  static let undoName = "undo"
  /// The context's name for the saves of `redo`. Behind it are the numbers of the saves of `undo` that it reverted, if
  /// these were of earlier runs.
  static let redoName = "redo"

  private let environment: ApplicationEnvironment
  /// The numbers of the saves that were taken back by this line.
  private(set) var numbers: [Int64] = []

  init(_ environment: ApplicationEnvironment) { self.environment = environment }

  /// The context's name for the save of this line.
  ///
  /// - Parameter command: `undo` or `redo`.
  func saveName(_ command: String) -> String {
    ([command] + (numbers.isEmpty ? [] : [numbers.map(String.init).joined(separator: ",")]))
      .joined(separator: " ")
  }

  /// Takes the last save back that isn't taken back yet. Further calls continue with the saves before it.
  ///
  /// - Throws: `ShellError` if there is no save, if it is another author's, or if later changes conflict.
  /// - Returns: A description of the save.
  mutating func takeBack() throws -> String {
    guard let entry = try lastSave() else {
      throw ShellError("there is nothing to undo", hint: "the store remembers no further save")
    }
    let author = environment.context.author
    guard entry.author == author else {
      throw ShellError(
        "\(what(entry)) was made by \(entry.author ?? "nobody"), not by \(author ?? "nobody")",
        hint: entry.author.map { "to take it back, become its author: author \($0)" })
    }
    guard entry.contextName != Self.undoName else {
      throw ShellError(
        "\(what(entry)) was itself made by undo, which gave back what was deleted or changed before it",
        hint: "undo --save \(entry.number) takes it back all the same")
    }
    return try takeBack(entry)
  }

  /// Does again what the last `undo` took back, as long as nothing else was saved since. Further calls continue with those
  /// before it.
  ///
  /// - Throws: `ShellError` if there is no such save, if it is another author's, or if later changes conflict.
  /// - Returns: A description of what was done again.
  mutating func redo() throws -> String {
    guard let entry = try lastUndo() else {
      throw ShellError(
        "there is nothing to redo",
        hint: "redo does again what undo took back, until something else is changed")
    }
    let author = environment.context.author
    guard entry.author == author else {
      throw ShellError(
        "\(what(entry)) was made by \(entry.author ?? "nobody"), not by \(author ?? "nobody")",
        hint: entry.author.map { "to do it again, become its author: author \($0)" })
    }
    _ = try takeBack(entry)
    let undone = try Self.numbers(takenBackBy: entry).compactMap {
      try environment.context.historyEntry($0)
    }
    let lines = undone.isEmpty ? [what(entry)] : undone.map(what)
    return lines.joined(separator: ", ")
  }

  /// The last save of `undo` that wasn't done again. Nil if something else was saved behind it.
  private func lastUndo() throws -> HistoryEntry? {
    var done = Set(numbers)
    var found: HistoryEntry?
    try search { entry in
      if done.contains(entry.number) { return false }
      let again = Self.numbers(in: entry, of: Self.redoName)
      done.formUnion(again)
      guard again.isEmpty else { return false }
      // Another program may have saved under a name that begins with the same word.
      let isUndo =
        entry.contextName == Self.undoName || !Self.numbers(in: entry, of: Self.undoName).isEmpty
      if isUndo { found = entry }
      return true
    }
    return found
  }

  /// Takes a save back.
  ///
  /// - Throws: `ShellError` if later changes conflict, or if the store doesn't keep its former values.
  /// - Returns: A description of the save.
  mutating func takeBack(_ entry: HistoryEntry) throws -> String {
    do {
      try environment.context.undo(transaction: entry.number)
    } catch UndoError.nothingToUndo {
      throw ShellError("\(what(entry)) changed nothing that can be taken back")
    } catch let error as UndoError {
      throw ShellError(
        "\(what(entry)) can't be taken back: \(error.reason)",
        hint: "history show \(entry.number) lists what it did; nothing was changed")
    } catch StackError.unsupportedMemory(let reason) {
      throw ShellError(
        "\(what(entry)) can't be taken back: \(reason)",
        hint: "history show \(entry.number) lists what it did")
    }
    numbers.append(entry.number)
    return "\(what(entry)), which \(Self.summary(of: entry))"
  }

  /// The line that made a save, if that is known, and its number and time.
  private func what(_ entry: HistoryEntry) -> String {
    let save = "save \(entry.number) of \(environment.secondLabel(entry.timestamp))"
    // Saves of earlier versions, and of a transaction, have the context's own name.
    guard let line = entry.contextName, line != environment.context.name else { return save }
    return "“\(line)”, \(save)"
  }

  /// The numbers of objects that a save added, changed and deleted.
  private static func summary(of entry: HistoryEntry) -> String {
    let kinds: [(HistoryEntry.Change.Kind, String)] = [
      (.insert, "added"), (.update, "changed"), (.delete, "deleted"),
    ]
    return kinds.compactMap { kind, verb in
      let counts = Dictionary(grouping: entry.changes.filter { $0.kind == kind }, by: \.entity)
      guard !counts.isEmpty else { return nil }
      let objects = counts.sorted { $0.key < $1.key }.map { "\($0.value.count) \($0.key)" }
      return "\(verb) \(objects.joined(separator: ", "))"
    }.joined(separator: ", ")
  }

  /// The last save that wasn't taken back. Nil if the history has none. O(saves that were, and those that took them back).
  private func lastSave() throws -> HistoryEntry? {
    var undone = Set(numbers)
    var found: HistoryEntry?
    try search { entry in
      if undone.contains(entry.number) { return false }
      var taken = Self.numbers(takenBackBy: entry)
      if taken.isEmpty, entry.contextName == Self.undoName {
        taken = try savesTakenBack(by: entry.number)
      }
      undone.formUnion(taken)
      if taken.isEmpty { found = entry }
      return taken.isEmpty
    }
    return found
  }

  /// Goes through the saves, the last first, until a body returns true.
  private func search(_ body: (HistoryEntry) throws -> Bool) throws {
    let context = environment.context
    // Numbers before the first entry are gone, and some between two may be.
    let first = try context.historyEntries(limit: 1).first?.number ?? 0
    var number = try context.lastHistoryNumber()
    while number > 0, number >= first {
      if let entry = try context.historyEntry(number), try body(entry) { return }
      number -= 1
    }
  }

  /// The number of saves that are searched for those that a run has taken back itself.
  private static let searchedCount: Int64 = 50

  /// The saves that an undo of a line took back in its own run: those since which all is as it was.
  ///
  /// - Returns: Empty if there are none, or if the store doesn't keep their former values.
  private func savesTakenBack(by number: Int64) throws -> [Int64] {
    for first in stride(from: number - 1, to: max(0, number - 1 - Self.searchedCount), by: -1) {
      do {
        let difference = try environment.context.difference(from: first - 1, to: number)
        if difference.isEmpty { return Array(first..<number) }
      } catch StackError.unsupportedMemory {
        return []
      }
    }
    return []
  }

  private static func numbers(takenBackBy entry: HistoryEntry) -> [Int64] {
    numbers(in: entry, of: undoName) + numbers(in: entry, of: redoName)
  }

  /// The numbers of saves behind a word in the name of a save. Empty if the name is another one.
  private static func numbers(in entry: HistoryEntry, of word: String) -> [Int64] {
    guard let words = entry.contextName?.split(separator: " "), words.count == 2, words[0] == word
    else { return [] }
    return words[1].split(separator: ",").compactMap { Int64($0) }
  }
}
