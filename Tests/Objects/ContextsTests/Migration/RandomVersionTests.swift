import Foundation
import StrataModelSupport
import StrataStoreSupport
import Strata
import StrataStorage
import StrataTestSupport
import Testing

/// Programs with different versions of the models, all of which have one store open: they change it at random, open it
/// again, and are killed. Each must see what all of them have saved, and none may take away what another one relies on.
@Suite struct RandomVersions {
  /// 10,000 runs of 100 steps in `make torture ROUNDS=200`.
  private static let runs =
    ProcessInfo.processInfo.environment["STRATA_GRAPH_RUNS"].flatMap { Int($0) }
    ?? (TestServer.isWanted ? 2 : 6)

  @Test(arguments: [false, true])
  func keepWhatEachOfThemReliesOn(inProcesses: Bool) throws {
    var random = SeededGenerator(for: "RandomVersions")
    let faults = random.faults(inRuns: max(1, Self.runs / 2), of: "RandomVersions") { seed in
      var run = SeededGenerator(seed: seed)
      do {
        let world = try VersionedWorld(inProcesses: inProcesses)
        for step in 0..<(TestServer.isWanted ? 40 : 100) {
          let (deed, faults) = try world.act(&run, isChecked: step % 20 == 19)
          Trials.versionSteps.count()
          guard faults.isEmpty else { return "step \(step), after \(deed): \(faults)" }
        }
        return nil
      } catch {
        return "\(error)"
      }
    }
    for (seed, fault) in faults {
      Issue.record("seed \(random.seed), run \(seed), \(fault)")
    }
  }
}

/// A program with a version of the models, in this process or in one of its own.
private enum Seat {
  case here(VersionProgram)
  case process(PeerProcess)

  func tell(_ line: String) throws -> String {
    switch self {
    case .here(let program):
      do {
        return try program.answer(line)
      } catch {
        throw VersionFault("\(line): \(error)")
      }
    case .process(let process):
      let answer = try process.tell(line)
      guard !answer.hasPrefix("error") else { throw VersionFault("\(line): \(answer)") }
      return answer
    }
  }

  func read<Value: Decodable>(_ line: String) throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(tell(line).utf8))
  }
}

/// What a store has to have.
private struct Teams {
  /// As the program sees them that knows all of it. A value that was made by the store is known once it was seen.
  var byName: [String: SeenTeam] = [:]
  /// The number of rows that were deleted.
  var deletedCount = 0

  mutating func add(_ name: String) { byName[name] = SeenTeam(name: name, players: []) }

  mutating func rename(_ name: String, _ new: String) {
    byName[new] = byName.removeValue(forKey: name)
    byName[new]?.name = new
    lead { $0 == name ? new : $0 }
  }

  mutating func swap(_ one: String, _ two: String) {
    (byName[one], byName[two]) = (byName[two], byName[one])
    byName[one]?.name = one
    byName[two]?.name = two
    lead { $0 == one ? two : $0 == two ? one : $0 }
  }

  mutating func delete(_ name: String) {
    byName[name] = nil
    deletedCount += 1
    lead { $0 == name ? nil : $0 }
  }

  private mutating func lead(_ name: (String) -> String?) {
    for (key, team) in byName { byName[key]?.best = team.best.flatMap(name) }
  }
}

/// A line for a program, and what it makes of the teams.
private struct Deed {
  let line: String
  var answer = "done"
  var change: (inout Teams) -> Void = { _ in }
  /// What the first of two saves makes of them.
  var first: (inout Teams) -> Void = { _ in }
}

private final class VersionedWorld {
  private static let versions = ["narrow", "other", "widest"]

  private let depot: Depot
  private let isInProcesses: Bool
  private var seats: [String: Seat] = [:]
  private var teams = Teams()
  private var count = 0
  /// A past state: the number of its transaction, and the names of its teams.
  private var past: (number: Int64, names: Set<String>)?

  init(inProcesses: Bool) throws {
    isInProcesses = inProcesses
    depot = try Depot()
    // The widest one is there from the beginning, so that all of the store's life is in its memory.
    for version in Self.versions.reversed() { try sit(version) }
    try addWitnesses()
  }

  private func sit(_ version: String) throws {
    let seat: Seat =
      isInProcesses ? .process(try PeerProcess("StrataVersionPeer")) : .here(VersionProgram())
    seats[version] = seat
    try open(version)
  }

  private func open(_ version: String) throws {
    let place = depot.isOnServer ? depot.url.absoluteString : depot.url.path
    _ = try seat(version).tell("open \(version) \(place)")
  }

  private func seat(_ version: String) throws -> Seat {
    guard let seat = seats[version] else { throw VersionFault("there is no \(version)") }
    return seat
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
    // A row that an undo has brought back may be deleted again.
    let insertion = "INSERT INTO deleted SELECT coalesce(max(id), 0) + 1 FROM deleted"
    if depot.isOnServer {
      try depot.execute(
        """
        CREATE FUNCTION witness_deleted() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN \(insertion); RETURN NULL; END $$;
        CREATE TRIGGER witness AFTER DELETE ON "Team" FOR EACH ROW EXECUTE FUNCTION witness_deleted()
        """)
    } else {
      try depot.execute(
        """
        CREATE TRIGGER witness AFTER DELETE ON "Team" BEGIN
        \(insertion); END
        """)
    }
  }

  private func witnessFaults(_ teams: Teams) throws -> [String] {
    var faults: [String] = []
    func expect(_ sql: String, _ value: Int) throws {
      let found = try depot.sql(sql)
      if found != .integer(Int64(value)) { faults.append("\(sql): \(found), not \(value)") }
    }
    try expect("SELECT count FROM witness", 42)
    try expect("SELECT count(*) FROM deleted", teams.deletedCount)
    try expect("SELECT count(*) FROM \"Team\" WHERE shelf <> 7 + (strata_key % 3)", 0)
    return faults
  }

  // MARK: Steps.

  /// Lets one of the programs do something.
  ///
  /// - Parameter isChecked: Whether each program checks the whole store afterwards.
  /// - Returns: What was done, and what is not as it has to be.
  func act(
    _ random: inout SeededGenerator, isChecked: Bool
  ) throws -> (deed: String, faults: [String]) {
    let version = Self.versions[Int.random(in: 0..<3, using: &random)]
    let deed = deed(of: version, &random)
    var after = teams
    deed.change(&after)
    var said = "\(version) \(deed.line)"
    if case .process(let process) = try seat(version), !depot.isOnServer, random.chance(1, in: 8) {
      said += ", killed"
      let time = Duration.microseconds(Int.random(in: 0..<8_000, using: &random))
      try process.tell(deed.line, killedAfter: time)
      try sit(version)
      // It was saved, or it wasn't, or only half of it.
      var half = teams
      deed.first(&half)
      for state in [half, after] where try !faults(teams).isEmpty || !witnessFaults(teams).isEmpty {
        teams = state
      }
    } else if deed.line == "open" {
      try open(version)
    } else if deed.line == "remember" {
      past = (try lastTransaction(), Set(teams.byName.keys))
    } else {
      let answer = try seat(version).tell(deed.line)
      guard answer == deed.answer else { return (said, ["it answered \(answer)"]) }
      teams = after
    }
    // A value of another program, which differs from row to row.
    try depot.execute("UPDATE \"Team\" SET shelf = 7 + (strata_key % 3) WHERE shelf = 7")
    var faults = try faults(teams)
    if isChecked {
      for version in Self.versions {
        let found: [String] = try seat(version).read("check")
        faults += found.map { "\(version): \($0)" }
      }
      faults += try witnessFaults(teams)
    }
    try learn()
    return (said, faults)
  }

  private func newName() -> String {
    count += 1
    return "t\(count)"
  }

  private func deed(of version: String, _ random: inout SeededGenerator) -> Deed {
    let known = teams.byName.keys.sorted()
    guard let name = known.randomElement(using: &random), known.count > 3 else {
      return addition(version, &random)
    }
    switch Int.random(in: 0..<16, using: &random) {
    case 0: return Deed(line: "open")
    case 1...3: return addition(version, &random)
    case 4:
      let (one, two) = (known[0], known[known.count - 1])
      return Deed(line: "swap \(one) \(two)") { $0.swap(one, two) }
    case 5, 6:
      let (new, word) = (newName(), random.chance(1, in: 2) ? "rename" : "rename-by-sql")
      return Deed(line: "\(word) \(name) \(new)") { $0.rename(name, new) }
    case 7: return Deed(line: "delete \(name)") { $0.delete(name) }
    case 8 where version == "widest":
      let (one, two) = (known[0], known[1])
      return Deed(line: "lead \(one) \(two)") { $0.byName[one]?.best = two }
    case 9: return Deed(line: "add-again \(name)", answer: "refused")
    case 10: return Deed(line: "remember")
    case 11:
      let new = newName()
      return Deed(line: "rename-back \(name) \(new)", first: { $0.rename(name, new) })
    case 12:
      // Links that a program doesn't know aren't its to bring back.
      let isLedTo = teams.byName.values.contains { $0.best == name }
      guard version == "widest" || !isLedTo, teams.byName[name]?.players == [] else {
        return addition(version, &random)
      }
      return Deed(
        line: "delete-back \(name)", change: { $0.deletedCount += 1 }, first: { $0.delete(name) })
    case 13, 14:
      let new = newName()
      return Deed(line: "import \(name) \(new)") { $0.add(new) }
    default: return version == "narrow" ? Deed(line: "migrate") : addition(version, &random)
    }
  }

  private func addition(_ version: String, _ random: inout SeededGenerator) -> Deed {
    let name = newName()
    if version == "other" {
      let color = ["red", "blue", "green"][count % 3]
      return Deed(line: "color \(name) \(color)") {
        $0.add(name)
        $0.byName[name]?.color = color
      }
    }
    let player = version == "widest" && random.chance(1, in: 2) ? "p\(count)" : nil
    return Deed(line: "add \(name)" + (player.map { " \($0)" } ?? "")) {
      $0.add(name)
      guard version == "widest" else { return }
      $0.byName[name]?.note = "note\(name)"
      $0.byName[name]?.email = "\(name)@x"
      $0.byName[name]?.players = player.map { [$0] } ?? []
    }
  }

  private func lastTransaction() throws -> Int64 {
    guard case .integer(let number) = try depot.sql("SELECT max(number) FROM strata_history") else {
      return 0
    }
    return number
  }

  // MARK: What each program must see.

  private func faults(_ teams: Teams) throws -> [String] {
    var faults: [String] = []
    func expect<Value: Equatable>(_ what: String, _ found: Value, _ expected: Value) {
      if found != expected { faults.append("\(what): \(found), not \(expected)") }
    }
    let names = Set(teams.byName.keys)
    for version in Self.versions {
      let seen: [SeenTeam] = try seat(version).read("teams")
      expect(version, Set(seen.map(\.name)), names)
      for team in seen {
        guard let expected = teams.byName[team.name] else { continue }
        if version == "widest" {
          var all = expected
          (all.rank, all.color, all.code) = (5, nil, expected.code ?? team.code)
          expect(version, team, all)
        } else if version == "other" {
          expect("\(team.name).color", team.color, expected.color ?? team.color)
        }
      }
    }
    if let name = names.sorted().first {
      let found: [String] = try seat("widest").read("search \(name)")
      expect("search", found, [name])
    }
    if let past {
      let known: [String] = try seat("widest").read("past \(past.number)")
      expect("the state after \(past.number)", Set(known), past.names)
    }
    return faults
  }

  /// Remembers values that the store has made: they may not change from now on.
  private func learn() throws {
    let widest: [SeenTeam] = try seat("widest").read("teams")
    for team in widest { teams.byName[team.name]?.code = team.code }
    let other: [SeenTeam] = try seat("other").read("teams")
    for team in other { teams.byName[team.name]?.color = team.color }
  }
}
