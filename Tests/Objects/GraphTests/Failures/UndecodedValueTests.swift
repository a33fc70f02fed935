import Foundation
import Observation
import Strata
import StrataSQLite
import StrataTestSupport
import Testing

struct Nest: Codable, Equatable {
  var twigs = 1
  var place = "tree"
}

/// A value that has no placeholder.
struct StrictNest: Codable, Equatable {
  var text = "strict"
  init() {}

  init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
    guard text == "strict" else {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "not strict"))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

@Model final class Bird {
  var name: String
  var nest = Nest()
  var other: Nest?
  var songs: [String] = []
  init(_ name: String) { self.name = name }
}

@Model final class Owl {
  var name: String
  var strict: StrictNest
  init(_ name: String) {
    self.name = name
    strict = StrictNest()
  }
}

/// Values that are kept as JSON, of which one makes none.
@Suite struct UndecodedValues {
  let folder: TemporaryFolder
  let context: ModelContext
  let birds: [Bird]

  init() throws {
    folder = try TemporaryFolder()
    let container = try ModelContainer(
      for: Bird.self, Owl.self, configurations: ModelConfiguration(url: folder.file()))
    let first = ModelContext(container)
    for name in ["a", "b", "c"] { first.insert(Bird(name)) }
    first.insert(Owl("o"))
    try first.save()
    context = ModelContext(container)
    let connection = try Connection(path: folder.file().path)
    try connection.execute(
      "UPDATE Bird SET nest = '{\"twigs\":\"many\"}', other = '{', songs = '[1]' WHERE name = 'b'")
    birds = try context.fetch(FetchDescriptor<Bird>(sortBy: [SortDescriptor(\.name)]))
  }

  private func stored(_ column: String) throws -> ColumnValue {
    try Connection(path: folder.file().path).value(
      "SELECT \(name: column) FROM Bird WHERE strata_key = 2")
  }

  private func expectUnreadable(
    _ property: String, _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(sourceLocation: location) {
      try context.save()
    } throws: { error in
      guard case .unreadable(let object, let found, _) = error as? StackError else { return false }
      return object == birds[1].persistentModelID && found == property
    }
  }

  @Test func doNoHarmUntilSomebodyLooks() throws {
    birds[1].name = "bb"
    try context.save()
    #expect(context.readFailures.isEmpty)
    #expect(try stored("nest") == .text("{\"twigs\":\"many\"}"))
    #expect(birds[0].nest == Nest() && birds[2].songs == [])
  }

  @Test func areReportedWhenSomebodyLooks() throws {
    _ = birds[1].nest
    #expect(birds[1].other == nil)
    #expect(context.readFailures.count == 2)
    #expect("\(context.readFailures[0])".contains("Bird/2.nest"))
    #expect("\(context.readFailures[0])".contains("twigs"))
    birds[0].name = "aa"
    #expect(throws: StackError.self) { try context.save() }
    #expect(
      try Connection(path: folder.file().path).integer(
        "SELECT count(*) FROM Bird WHERE name = 'aa'") == 0)
  }

  @Test func areNotReplacedByWhatStandsInForThem() throws {
    birds[1].nest.place = "roof"
    for _ in 0..<3 { expectUnreadable("nest") }
    #expect(try stored("nest") == .text("{\"twigs\":\"many\"}"))
    birds[1].nest = Nest(twigs: 9)
    try context.save()
    #expect(try stored("nest") == .text("{\"place\":\"tree\",\"twigs\":9}"))
  }

  @Test func areNotChangedInPlace() throws {
    birds[1].songs.append("x")
    for _ in 0..<2 { expectUnreadable("songs") }
    #expect(try stored("songs") == .text("[1]"))
    context.rollback()
    #expect(!context.hasChanges && context.readFailures.isEmpty)
  }

  @Test func giveWayToAValueThatIsSetUnseen() throws {
    birds[1].nest = Nest(twigs: 3)
    try context.save()
    #expect(try stored("nest") == .text("{\"place\":\"tree\",\"twigs\":3}"))
  }

  @Test func areReadOnceTheyWereMended() throws {
    _ = birds[1].nest
    try Connection(path: folder.file().path).execute(
      "UPDATE Bird SET nest = '{\"twigs\":4,\"place\":\"x\"}' WHERE name = 'b'")
    expectUnreadable("nest")
    #expect(birds[1].nest == Nest(twigs: 4, place: "x"))
    birds[1].name = "bb"
    try context.save()
  }

  @Test func areTakenFromOthersWithoutALook() throws {
    let other = ModelContext(context.container)
    let same = try #require(
      try other.fetch(FetchDescriptor<Bird>(predicate: #Predicate { $0.name == "b" })).first)
    same.nest = Nest(twigs: 5)
    try other.save()
    try context.mergeChanges()
    #expect(birds[1].nest.twigs == 5)
    #expect(context.readFailures.isEmpty)
  }

  @Test(arguments: ["nest = '{\"twigs\":\"many\"}'", "other = '{'", "songs = '[1]'"])
  func areFoundByACheck(_ assignment: String) throws {
    let connection = try Connection(path: folder.file().path)
    try connection.execute(
      "UPDATE Bird SET nest = '{\"twigs\":1,\"place\":\"\"}', other = NULL, songs = '[]'")
    #expect(try context.checkStore() == [])
    try connection.execute("UPDATE Bird SET \(assignment) WHERE name = 'b'")
    let faults = try context.checkStore()
    #expect(faults.map(\.kind) == [.value] && faults.map(\.place) == ["Bird/2"])
    let column = try #require(assignment.split(separator: " ").first)
    #expect(faults.first?.message.contains(column) == true)
  }

  @Test func withoutAPlaceholderAreDecodedAtOnce() throws {
    try Connection(path: folder.file().path).execute("UPDATE Owl SET strict = '\"loose\"'")
    #expect(throws: StorageError.self) { try context.fetch(FetchDescriptor<Owl>()) }
  }

  @Test func tellWhoWatchesNothingByBeingDecoded() {
    let changes = Counter()
    withObservationTracking {
      _ = birds[0].nest
    } onChange: {
      changes.count += 1
    }
    _ = birds[0].nest.place
    #expect(changes.count == 0)
    birds[0].nest.place = "wall"
    #expect(changes.count == 1)
  }

  @Test func areComparedWithoutBeingDecoded() throws {
    birds[0].name = "z"
    let found = try context.fetch(
      FetchDescriptor<Bird>(predicate: #Predicate { $0.nest.twigs == 1 && $0.name == "z" }))
    #expect(found.count == 1)
  }

  private final class Counter: @unchecked Sendable { var count = 0 }
}
