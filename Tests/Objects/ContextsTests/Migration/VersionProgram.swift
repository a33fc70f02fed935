import Foundation
import Strata
import StrataImport

/// A class that each version of the models has.
protocol NamedTeam: PersistentModel {
  var name: String { get set }
  init(_ name: String)
  /// The property `name`, which generic code doesn't know as one of the class.
  static var namePath: any KeyPath<Self, String> & Sendable { get }
  /// The classes of the version beside this one.
  static var others: [any PersistentModel.Type] { get }
  /// What only this version has of a team.
  var seen: SeenTeam { get }
}

/// A team as a program sees it: nil is what its models lack, or what isn't set.
struct SeenTeam: Codable, Equatable {
  var name: String
  var note: String?
  var email: String?
  var rank: Int?
  var code: UUID?
  var best: String?
  var players: [String]?
  var color: String?
}

extension NamedTeam {
  static var others: [any PersistentModel.Type] { [] }
  var seen: SeenTeam { SeenTeam(name: name) }
}

extension Narrow.Team: NamedTeam {
  static var namePath: any KeyPath<Narrow.Team, String> & Sendable { \Narrow.Team.name }
}

extension Other.Team: NamedTeam {
  static var namePath: any KeyPath<Other.Team, String> & Sendable { \Other.Team.name }
  var seen: SeenTeam { SeenTeam(name: name, color: color) }
}

extension Widest.Team: NamedTeam {
  static var namePath: any KeyPath<Widest.Team, String> & Sendable { \Widest.Team.name }
  static var others: [any PersistentModel.Type] { [Widest.Player.self] }
  var seen: SeenTeam {
    SeenTeam(
      name: name, note: note, email: email, rank: rank, code: code, best: best?.name,
      players: players.map(\.name).sorted())
  }
}

/// A program with one version of the models. It does what a line says and answers with a line:
///
///     open VERSION PLACE       opens the store of a path or an address: narrow, other or widest
///     add NAME [EXTRA]         a team; of the widest version with a note, and with a player of the name EXTRA if there is one
///     color NAME COLOR         the same of the other version, with a color
///     rename NAME NEW          also rename-by-sql and rename-back, which undoes it after the save
///     swap NAME NAME           two unique names
///     lead NAME NAME           the widest version's relationship `best`
///     delete NAME              also delete-back, which undoes it after the save
///     add-again NAME           "refused", as it has to be
///     import NAME NEW          one that is there, and one that isn't
///     migrate                  opens the store with a plan, too
///     teams                    what the program sees, in JSON
///     search NAME              the names that are found, in JSON
///     past NUMBER              the names after a transaction, in JSON
///     check                    the faults of the store, in JSON
final class VersionProgram {
  private var running: (any RunningVersion)?

  func answer(_ line: String) throws -> String {
    let words = line.split(separator: " ").map(String.init)
    guard let word = words.first else { throw VersionFault("an empty line") }
    if word == "open", words.count == 3 {
      running = nil
      let url =
        words[2].contains("://") ? URL(string: words[2]) : URL(fileURLWithPath: words[2])
      guard let url else { throw VersionFault("\(words[2]) is no address") }
      running =
        switch words[1] {
        case "narrow": try Running<Narrow.Team>(url)
        case "other": try Running<Other.Team>(url)
        default: try Running<Widest.Team>(url)
        }
      return "opened"
    }
    guard let running else { throw VersionFault("no store is open") }
    return try running.answer(word, Array(words.dropFirst()))
  }
}

struct VersionFault: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

private protocol RunningVersion {
  func answer(_ word: String, _ names: [String]) throws -> String
}

private struct Running<Team: NamedTeam>: RunningVersion {
  private let url: URL
  private let context: ModelContext

  init(_ url: URL) throws {
    self.url = url
    context = ModelContext(
      try ModelContainer(
        for: [Team.self] + Team.others, configuration: ModelConfiguration(url: url)))
  }

  private func team(_ name: String) throws -> Team {
    let found = try context.fetch(FetchDescriptor<Team>()).first { $0.name == name }
    guard let found else { throw VersionFault("there is no \(name)") }
    return found
  }

  private func json(_ value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
  }

  func answer(_ word: String, _ names: [String]) throws -> String {
    switch (word, names.count) {
    case ("add", 1...2): try add(names[0], player: names.count > 1 ? names[1] : nil)
    case ("color", 2):
      let team = Team(names[0])
      (team as? Other.Team)?.color = names[1]
      context.insert(team)
      try context.save()
    case ("rename", 2):
      try team(names[0]).name = names[1]
      try context.save()
    case ("rename-by-sql", 2):
      _ = try context.withConnection {
        try $0.execute("UPDATE \(Team.self) SET name = \(names[1]) WHERE name = \(names[0])")
      }
    case ("rename-back", 2): try undone { try team(names[0]).name = names[1] }
    case ("swap", 2):
      let (first, second) = (try team(names[0]), try team(names[1]))
      (first.name, second.name) = (names[1], names[0])
      try context.save()
    case ("lead", 2):
      guard let first = try team(names[0]) as? Widest.Team,
        let second = try team(names[1]) as? Widest.Team
      else { throw VersionFault("this version has no best") }
      first.best = second
      try context.save()
    case ("delete", 1):
      context.delete(try team(names[0]))
      try context.save()
    case ("delete-back", 1): try undone { context.delete(try team(names[0])) }
    case ("add-again", 1): return try addAgain(names[0])
    case ("import", 2):
      let result = try context.container.import(
        names, key: ImportKey(Team.namePath, from: { $0 })
      ) { name, team in
        team == nil ? .insert(Team(name)) : .update
      }
      guard result.failures.isEmpty else { throw VersionFault("\(result.failures)") }
    case ("migrate", 0): try migrate()
    case ("teams", 0): return try json(context.fetch(FetchDescriptor<Team>()).map(\.seen))
    case ("search", 1):
      let name = names[0]
      let found = FetchDescriptor<Widest.Team>(predicate: #Predicate { $0.matches(name) })
      return try json(context.fetch(found).map(\.name))
    case ("past", 1):
      let then = try ModelContext(context.container, asOf: Int64(names[0]) ?? 0)
      return try json(then.fetch(FetchDescriptor<Team>()).map(\.name).sorted())
    case ("check", 0):
      return try json(context.checkStore().map { "\($0.place): \($0.message)" })
    default: throw VersionFault("what is \(word) of \(names.count)?")
    }
    return "done"
  }

  private func add(_ name: String, player: String?) throws {
    let team = Team(name)
    context.insert(team)
    if let team = team as? Widest.Team {
      team.note = "note\(name)"
      team.email = "\(name)@x"
      if let player { context.insert(Widest.Player(player, team)) }
    }
    try context.save()
  }

  /// Saves a change, and then its undo.
  private func undone(_ change: () throws -> Void) throws {
    let manager = UndoManager()
    context.undoManager = manager
    defer { context.undoManager = nil }
    try change()
    try context.save()
    try manager.undo()
    try context.save()
  }

  private func addAgain(_ name: String) throws -> String {
    context.uniqueConflictPolicy = .error
    defer { context.uniqueConflictPolicy = .upsert }
    context.insert(Team(name))
    do {
      try context.save()
      return "saved"
    } catch is StackError {
      context.rollback()
    } catch is StorageError {
      context.rollback()
    }
    return "refused"
  }

  /// Opens the store with a plan that adds a property, beside the programs that lack it.
  private func migrate() throws {
    let migrated = ModelContext(
      try ModelContainer(
        for: [Mottoed.Team.self], migrationPlan: Mottoed.Plan.self,
        configuration: ModelConfiguration(url: url)))
    let strange = try migrated.fetch(FetchDescriptor<Mottoed.Team>()).filter { $0.motto != "none" }
    guard strange.isEmpty else { throw VersionFault("\(strange.map(\.name)) have mottos") }
  }
}
