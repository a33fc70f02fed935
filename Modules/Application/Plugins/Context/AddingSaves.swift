import StrataStacks
import Strata
import StrataApplication
import StrataShell

/// The undo of saves from the store's history, the last first.
///
/// Only saves that added objects and did nothing else can be undone, since the store doesn't know
/// the earlier values of others.
@MainActor struct AddingSaves {
  /// The context's name for the saves of `undo`, by which the history distinguishes them.
  static let undoName = "undo"
  /// The maximal number of objects in a save. Undoing loads them all.
  private static let largestCount = 50_000

  private let environment: ApplicationEnvironment
  private var number: Int64?

  init(_ environment: ApplicationEnvironment) { self.environment = environment }

  /// Deletes the objects that the last save added. Further calls continue with the saves before it.
  ///
  /// - Throws: `ShellError` if there is no save, if it did more, or if it is another author's.
  /// - Returns: A description of the save.
  mutating func takeBack() throws -> String {
    let context = environment.context
    guard let entry = try lastSave() else {
      throw ShellError("there is nothing to undo", hint: "the store remembers no further save")
    }
    number = entry.number - 1
    let what = "save \(entry.number) of \(environment.secondLabel(entry.timestamp))"
    guard entry.author == context.author else {
      throw ShellError(
        "\(what) was made by \(entry.author ?? "nobody"), not by \(context.author ?? "nobody")",
        hint: entry.author.map { "to take it back, become its author: author \($0)" })
    }
    guard entry.contextName != Self.undoName else {
      throw ShellError(
        "\(what) was itself made by undo, which gave back what was deleted or changed before it",
        hint: "history show \(entry.number) lists what it did")
    }
    guard isAdding(entry) else {
      throw ShellError(
        "\(what) can't be taken back: it changed or deleted what was there, and the store doesn't keep "
          + "that",
        hint:
          "history show \(entry.number) lists what it did; undo takes back all that a session did")
    }
    guard entry.changes.count <= Self.largestCount else {
      throw ShellError(
        "\(what) added \(entry.changes.count) objects, too many to be taken back",
        hint: "delete them with a predicate: delete ENTITY where …")
    }
    for change in entry.changes where change.kind == .insert {
      // A cascade may have deleted the object already.
      guard let object = try context.model(entity: change.entity, key: change.key) else { continue }
      context.delete(object)
    }
    let counts = Dictionary(grouping: entry.changes.filter { $0.kind == .insert }, by: \.entity)
    let objects = counts.sorted { $0.key < $1.key }.map { "\($0.value.count) \($0.key)" }
    return "\(what), which added \(objects.joined(separator: ", "))"
  }

  /// Returns the last save that no later undo has reverted.
  ///
  /// - Complexity: O(*n*) for *n* reverted saves.
  private func lastSave() throws -> HistoryEntry? {
    let context = environment.context
    var number = try self.number ?? context.lastHistoryNumber()
    // The keys that saves of `undo` deleted, until the saves that inserted them are found.
    var last: HistoryEntry?
    var deleted: [Set<Key>] = []
    while number > 0, let entry = try context.historyEntry(number) {
      if entry.contextName == Self.undoName, isDeleting(entry) {
        if deleted.isEmpty { last = entry }
        deleted.append(keys(entry, .delete))
      } else if let open = deleted.last {
        let added = keys(entry, .insert)
        guard isAdding(entry), open.isSuperset(of: added) else { return last }
        deleted[deleted.count - 1].subtract(added)
        if open.count == added.count { deleted.removeLast() }
      } else {
        return entry
      }
      number -= 1
    }
    return deleted.isEmpty ? nil : last
  }

  private struct Key: Hashable {
    let entity: String
    let key: Int64
  }

  private func keys(_ entry: HistoryEntry, _ kind: HistoryEntry.Change.Kind) -> Set<Key> {
    Set(entry.changes.filter { $0.kind == kind }.map { Key(entity: $0.entity, key: $0.key) })
  }

  private func isDeleting(_ entry: HistoryEntry) -> Bool {
    entry.changes.contains { $0.kind == .delete }
      && !entry.changes.contains { $0.kind == .insert } && hasOnlyMembers(entry)
  }

  private func isAdding(_ entry: HistoryEntry) -> Bool {
    entry.changes.contains { $0.kind == .insert }
      && !entry.changes.contains { $0.kind == .delete } && hasOnlyMembers(entry)
  }

  /// True if all updates are only of relationships that new objects joined.
  ///
  /// Deleting the objects reverts those updates. A link between two old objects would appear at
  /// both ends.
  private func hasOnlyMembers(_ entry: HistoryEntry) -> Bool {
    let entities = environment.stack.container.schema.entitiesByName
    let updates = entry.changes.filter { $0.kind == .update }
    return updates.allSatisfy { change in
      change.properties.allSatisfy { name in
        guard
          case .relationship(let relationship)? = entities[change.entity]?.property(named: name),
          !relationship.isToOne, let inverse = relationship.inverseName
        else { return false }
        return !updates.contains {
          $0.entity == relationship.destination && $0.properties.contains(inverse)
        }
      }
    }
  }
}
