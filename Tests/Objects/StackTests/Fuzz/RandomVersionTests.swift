import Foundation
import Strata
import StrataStorage
import TestSupport
import Testing

/// Programs with different versions of the models, all of which have one store open: they change it at random, and open it
/// again at random. Each must see what all of them have saved, and none may take away what another one relies on.
@Suite struct RandomVersions {
  /// 10,000 runs of 100 steps in `make torture ROUNDS=200`.
  private static let runs =
    ProcessInfo.processInfo.environment["STRATA_GRAPH_RUNS"].flatMap { Int($0) }
    ?? (TestServer.isWanted ? 2 : 12)

  @Test func keepWhatEachOfThemReliesOn() throws {
    var random = SeededGenerator(for: "RandomVersions")
    for _ in 0..<Self.runs {
      var run = SeededGenerator(seed: random.next())
      let seed = run.seed
      do {
        let world = try VersionedWorld()
        for step in 0..<(TestServer.isWanted ? 40 : 100) {
          let deed = try world.act(&run)
          let faults = try world.faults(isThorough: step % 20 == 19)
          guard faults.isEmpty else {
            Issue.record("seed \(random.seed), run \(seed), step \(step), after \(deed): \(faults)")
            return
          }
        }
      } catch {
        Issue.record("seed \(random.seed), run \(seed): \(error)")
        return
      }
    }
  }
}

/// A model that each version has.
private protocol NamedTeam: PersistentModel {
  var name: String { get set }
  init(_ name: String)
}

extension Narrow.Team: NamedTeam {}
extension Other.Team: NamedTeam {}
extension Widest.Team: NamedTeam {}

/// A version that requires more, and promises more.
private enum Widest {
  @Model final class Team: TemporalModel {
    #Search<Team>([\.name, \.note])
    #Index<Team>([\.note])
    @Attribute(.unique) var name: String
    @Attribute(.unique) var email: String?
    var note: String?
    var rank: Int = 5
    var code: UUID = UUID()
    var best: Team?
    @Relationship(inverse: \Player.team) var players: [Player] = []
    init(_ name: String) { self.name = name }
  }
  @Model final class Player: TemporalModel {
    var name: String
    var team: Team?
    init(_ name: String, _ team: Team?) {
      self.name = name
      self.team = team
    }
  }
}

/// What the store has to have.
private struct ExpectedTeam: Equatable {
  var note: String?
  var email: String?
  var color: String?
  var code: UUID?
  var best: String?
  var players: Set<String> = []
}

private final class VersionedWorld {
  private let depot: Depot
  private var narrow: Program<Narrow.Team>
  private var other: Program<Other.Team>
  private var widest: Program<Widest.Team>
  private var teams: [String: ExpectedTeam] = [:]
  private var count = 0
  /// A past state: the number of its transaction, and the names of its teams.
  private var past: (number: Int64, names: Set<String>)?

  init() throws {
    depot = try Depot()
    // The widest one is there from the beginning, so that all of the store's life is in its memory.
    widest = try Program(depot, Widest.Player.self)
    narrow = try Program(depot)
    other = try Program(depot)
    try addWitnesses()
  }

  // MARK: What no model knows.

  private func addWitnesses() throws {
    let (integer, key) =
      depot.isOnServer ? ("bigint", "bigint PRIMARY KEY") : ("INTEGER", "INTEGER PRIMARY KEY")
    try depot.execute(
      """
      ALTER TABLE "Team" ADD COLUMN shelf \(integer) NOT NULL DEFAULT 7;
      CREATE TABLE witness (id \(key), count \(integer) NOT NULL);
      INSERT INTO witness VALUES (1, 42);
      CREATE TABLE deleted (id \(key))
      """)
    if depot.isOnServer {
      try depot.execute(
        """
        CREATE FUNCTION witness_deleted() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN INSERT INTO deleted VALUES (OLD.strata_key); RETURN NULL; END $$;
        CREATE TRIGGER witness AFTER DELETE ON "Team" FOR EACH ROW EXECUTE FUNCTION witness_deleted()
        """)
    } else {
      try depot.execute(
        """
        CREATE TRIGGER witness AFTER DELETE ON "Team" BEGIN
        INSERT INTO deleted VALUES (OLD.strata_key); END
        """)
    }
  }

  private var deletedCount = 0

  private func witnessFaults() throws -> [String] {
    var faults: [String] = []
    func expect(_ sql: String, _ value: Int) throws {
      let found = try depot.sql(sql)
      if found != .integer(Int64(value)) { faults.append("\(sql): \(found), not \(value)") }
    }
    try expect("SELECT count FROM witness", 42)
    try expect("SELECT count(*) FROM deleted", deletedCount)
    try expect("SELECT count(*) FROM \"Team\" WHERE shelf <> 7 + (strata_key % 3)", 0)
    return faults
  }

  // MARK: Steps.

  func act(_ random: inout SeededGenerator) throws -> String {
    let which = Int.random(in: 0..<3, using: &random)
    let deed: String
    switch which {
    case 0: deed = try "narrow \(act(&narrow, &random))"
    case 1: deed = try "other \(act(&other, &random))"
    default: deed = try "widest \(act(&widest, &random))"
    }
    // A value of another program, which differs from row to row.
    try depot.execute("UPDATE \"Team\" SET shelf = 7 + (strata_key % 3) WHERE shelf = 7")
    return deed
  }

  private func newName() -> String {
    count += 1
    return "t\(count)"
  }

  private func act<Team: NamedTeam>(
    _ program: inout Program<Team>, _ random: inout SeededGenerator
  ) throws -> String {
    let context = program.context
    let known = teams.keys.sorted()
    func team(_ name: String) throws -> Team { try program.team(name) }
    switch Int.random(in: 0..<12, using: &random) {
    case 0:
      try program.reopen()
      return "opens it again"
    case 1...3:
      let name = newName()
      let team = Team(name)
      var expected = ExpectedTeam()
      if let team = team as? Widest.Team {
        team.note = "note \(count)"
        team.email = "\(count)@x"
        (expected.note, expected.email, expected.code) = (team.note, team.email, team.code)
        if random.chance(1, in: 2) {
          let player = Widest.Player("p\(count)", nil)
          context.insert(team)
          context.insert(player)
          player.team = team
          expected.players = [player.name]
        }
      }
      if let team = team as? Other.Team {
        team.color = ["red", "blue", "green"][count % 3]
        expected.color = team.color
      }
      context.insert(team)
      try context.save()
      teams[name] = expected
      return "adds \(name)"
    case 4 where known.count > 1:
      let (one, two) = (known[0], known[known.count - 1])
      let (first, second) = (try team(one), try team(two))
      (first.name, second.name) = (two, one)
      try context.save()
      (teams[one], teams[two]) = (teams[two], teams[one])
      for (name, expected) in teams {
        if expected.best == one { teams[name]?.best = two }
        if expected.best == two { teams[name]?.best = one }
      }
      return "swaps \(one) and \(two)"
    case 5 where !known.isEmpty:
      let name = known[Int.random(in: 0..<known.count, using: &random)]
      let new = newName()
      try team(name).name = new
      try context.save()
      teams[new] = teams.removeValue(forKey: name)
      for (other, expected) in teams where expected.best == name { teams[other]?.best = new }
      return "renames \(name)"
    case 6 where known.count > 3:
      let name = known[Int.random(in: 0..<known.count, using: &random)]
      context.delete(try team(name))
      try context.save()
      teams[name] = nil
      deletedCount += 1
      for (other, expected) in teams where expected.best == name { teams[other]?.best = nil }
      return "deletes \(name)"
    case 7 where known.count > 1:
      guard let widest = program.context as ModelContext?, Team.self == Widest.Team.self else {
        return "waits"
      }
      let (one, two) = (known[0], known[1])
      guard let first = try team(one) as? Widest.Team, let second = try team(two) as? Widest.Team
      else { return "waits" }
      first.best = second
      try widest.save()
      teams[one]?.best = two
      return "lets \(one) lead to \(two)"
    case 8 where !known.isEmpty:
      // A duplicate is refused, whoever knows the rule.
      let name = known[Int.random(in: 0..<known.count, using: &random)]
      context.uniqueConflictPolicy = .error
      defer { context.uniqueConflictPolicy = .upsert }
      context.insert(Team(name))
      do {
        try context.save()
        throw VersionedFault("a second \(name) was saved")
      } catch is StackError {
        context.rollback()
      } catch is StorageError {
        context.rollback()
      }
      return "adds \(name) again"
    case 9:
      past = (try lastTransaction(), Set(teams.keys))
      return "remembers"
    case 10 where !known.isEmpty:
      let name = known[Int.random(in: 0..<known.count, using: &random)]
      let new = newName()
      _ = try context.withConnection { db in
        try db.execute("UPDATE \(Team.self) SET name = \(new) WHERE name = \(name)")
      }
      teams[new] = teams.removeValue(forKey: name)
      for (other, expected) in teams where expected.best == name { teams[other]?.best = new }
      return "renames \(name) by SQL"
    default:
      _ = try context.fetchCount(FetchDescriptor<Team>())
      return "counts"
    }
  }

  private func lastTransaction() throws -> Int64 {
    guard case .integer(let number) = try depot.sql("SELECT max(number) FROM strata_history") else {
      return 0
    }
    return number
  }

  // MARK: What each program must see.

  func faults(isThorough: Bool) throws -> [String] {
    var faults: [String] = []
    func expect<Value: Equatable>(_ what: String, _ found: Value, _ expected: Value) {
      if found != expected { faults.append("\(what): \(found), not \(expected)") }
    }
    let names = Set(teams.keys)
    expect("narrow", try narrow.names(), names)
    expect("other", try other.names(), names)
    let all = try widest.context.fetch(FetchDescriptor<Widest.Team>())
    expect("widest", Set(all.map(\.name)), names)
    for team in all {
      guard let expected = teams[team.name] else { continue }
      expect("\(team.name).note", team.note, expected.note)
      expect("\(team.name).email", team.email, expected.email)
      expect("\(team.name).rank", team.rank, 5)
      if let code = expected.code { expect("\(team.name).code", team.code, code) }
      expect("\(team.name).best", team.best?.name, expected.best)
      expect("\(team.name).players", Set(team.players.map(\.name)), expected.players)
      // From now on it may not change.
      teams[team.name]?.code = team.code
    }
    for team in try other.context.fetch(FetchDescriptor<Other.Team>()) {
      if let color = teams[team.name]?.color { expect("\(team.name).color", team.color, color) }
      teams[team.name]?.color = team.color
    }
    if let name = names.sorted().first {
      let found = FetchDescriptor<Widest.Team>(predicate: #Predicate { $0.matches(name) })
      expect("search", try widest.context.fetch(found).map(\.name), [name])
    }
    if let past {
      let then = try ModelContext(widest.context.container, asOf: past.number)
      let known = Set(try then.fetch(FetchDescriptor<Widest.Team>()).map(\.name))
      expect("the state after \(past.number)", known, past.names)
    }
    if isThorough {
      for context in [narrow.context, other.context, widest.context] {
        expect("check", try context.checkStore().map { "\($0.place): \($0.message)" }, [])
      }
      faults += try witnessFaults()
    }
    return faults
  }
}

private struct VersionedFault: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// A program with one version of the models.
private struct Program<Team: NamedTeam> {
  private let depot: Depot
  private let others: [any PersistentModel.Type]
  private(set) var context: ModelContext

  init(_ depot: Depot, _ others: any PersistentModel.Type...) throws {
    self.depot = depot
    self.others = others
    context = ModelContext(try depot.container([Team.self] + others))
  }

  mutating func reopen() throws {
    context = ModelContext(try depot.container([Team.self] + others))
  }

  func names() throws -> Set<String> {
    Set(try context.fetch(FetchDescriptor<Team>()).map(\.name))
  }

  func team(_ name: String) throws -> Team {
    let found = try context.fetch(FetchDescriptor<Team>()).first { $0.name == name }
    guard let found else { throw VersionedFault("there is no \(name)") }
    return found
  }
}
