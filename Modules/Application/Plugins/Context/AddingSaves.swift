import Strata
import StrataApplication
import StrataShell

/// Takes back the last saves of a store's history: those that added objects and did nothing else, so that
/// the store needn't know what was there before.
@MainActor struct AddingSaves {
  /// What saves are called that take others back.
  static let undoName = "undo"
  /// More are nothing that somebody wants to be loaded for each `undo`.
  private static let largestCount = 50_000

  private let environment: ApplicationEnvironment
  private var number: Int64?

  init(_ environment: ApplicationEnvironment) { self.environment = environment }

  /// Deletes what the last save has added; called again, what the one before it has.
  ///
  /// - Throws: `ShellError` where there is none, where it did more, or where it is another author's.
  /// - Returns: What was taken back, in words.
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
      // What is deleted with its owner is gone already.
      guard let object = try context.model(entity: change.entity, key: change.key) else { continue }
      context.delete(object)
    }
    let counts = Dictionary(grouping: entry.changes.filter { $0.kind == .insert }, by: \.entity)
    let objects = counts.sorted { $0.key < $1.key }.map { "\($0.value.count) \($0.key)" }
    return "\(what), which added \(objects.joined(separator: ", "))"
  }

  /// The last save that wasn't taken back by an undo behind it.
  ///
  /// O(the saves that were taken back).
  private func lastSave() throws -> HistoryEntry? {
    let context = environment.context
    var number = try self.number ?? context.lastHistoryNumber()
    // What saves have deleted, as long as the saves that added it weren't found.
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

  /// Whether nothing was updated but relationships that new objects became members of: those go with
  /// the objects. A link between two old objects shows at both ends.
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
