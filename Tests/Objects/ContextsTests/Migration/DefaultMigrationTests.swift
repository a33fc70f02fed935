import Foundation
import StrataModelSupport
import Strata
import StrataSQLite
import Synchronization
import StrataTestSupport
import Testing

/// What objects that are there get for a new property with an initial value.
@Suite struct DefaultMigrations {
  private let depot: Depot

  init() throws {
    depot = try Depot()
    try depot.fill(Bare.Gem.self, Bare.Ruby.self) { context in
      for number in 0..<4 { context.insert(Bare.Gem("g\(number)")) }
      for number in 0..<3 { context.insert(Bare.Ruby("r\(number)")) }
    }
  }

  @Test func giveEachObjectItsOwnValue() throws {
    let gems = try depot.open(Cut.Gem.self, Cut.Ruby.self).all(Cut.Gem.self)
    #expect(gems.map(\.name) == ["g0", "g1", "g2", "g3", "r0", "r1", "r2"])
    #expect(Set(gems.map(\.code)).count == 7)
    #expect(Set(gems.map(\.token)).count == 7)
    #expect(Set(gems.map(\.grade.code)).count == 7)
    #expect(Set(gems.map(\.tags)).count == 7)
    #expect(gems.allSatisfy { $0.token != nil && $0.none == nil })
    #expect(gems.allSatisfy { $0.clarity == .good && $0.facets == 8 && $0.label == "none" })
    let rubies = gems.compactMap { $0 as? Cut.Ruby }
    #expect(Set(rubies.map(\.mine)).count == 3)
    #expect(Set(rubies.flatMap { [$0.span.low, $0.span.high] }).count == 6)
    // Both columns are of one evaluation.
    #expect(rubies.allSatisfy { $0.span.high == $0.span.low + 1 })
  }

  @Test func giveWhatIsNilNoLongerItsOwnValue() throws {
    let context = try depot.open(Named.Gem.self)
    #expect(Set(try context.all(Named.Gem.self).map(\.note)).count == 4)
  }

  @Test func goWithAPlan() throws {
    let context = try depot.open(Cut.Gem.self, Cut.Ruby.self, plan: GemsPlan.self)
    #expect(Set(try context.all(Cut.Gem.self).map(\.code)).count == 7)
    #expect(try context.checkStore() == [])
  }

  @Test func addColumnsOfLiteralsWithoutCopyingTheTable() throws {
    let place = (
      file: "SELECT rootpage FROM sqlite_schema WHERE name = 'Gem'",
      server: "SELECT pg_relation_filenode('\"Gem\"')::bigint"
    )
    let before = try depot.sql(file: place.file, server: place.server)
    let gems = try depot.open(Plain.Gem.self).all(Plain.Gem.self)
    #expect(gems.map(\.facets) == [8, 8, 8, 8])
    #expect(gems.map(\.scale) == [-1.5, -1.5, -1.5, -1.5])
    #expect(gems.map(\.hint) == ["?", "?", "?", "?"])
    #expect(gems.map(\.notes) == [[], [], [], []])
    #expect(try depot.sql(file: place.file, server: place.server) == before)
  }

  @Test func nameTheObjectsThatBreakARule() throws {
    let refusal = try depot.refusal(Few.Gem.self)
    #expect(refusal.isUntouched)
    #expect(
      refusal.text.contains(
        "Gem.shelf is new and unique, but by default 7 objects have 1 "
          + "(Gem/1, Gem/2, Gem/3, Gem/4, Gem/5, …); let the default be another for each "
          + "object, such as UUID()"), "\(refusal.text)")
  }

  @Test func nameTheObjectWhoseValueCannotBeKept() throws {
    let refusal = try depot.refusal(Unkept.Gem.self)
    #expect(refusal.isUntouched)
    #expect(
      refusal.text.contains("Gem.weight is new, and its default can't be kept in object 1:"),
      "\(refusal.text)")
  }

  @Test(.timeLimit(.scaledMinutes(5))) func takeManyRowsInProportion() throws {
    let count = 200_000
    try depot.execute(
      """
      WITH RECURSIVE c(x) AS (SELECT 100 UNION ALL SELECT x + 1 FROM c WHERE x < \(count + 99))
      INSERT INTO "Gem" (strata_key, strata_entity, name) SELECT x, 'Gem', 'g' FROM c
      """)
    _ = try depot.open(Coded.Gem.self)
    #expect(
      try depot.sql("SELECT count(DISTINCT code) FROM \"Gem\"") == .integer(Int64(count + 7)))
  }
}

/// A value of two columns.
private struct Interval: ColumnRepresentable {
  var low: Int
  var high: Int

  static let columns = [
    ColumnDescription("low", .integer), ColumnDescription("high", .integer, isOptional: true),
  ]
  private static let last = Atomic(0)

  static func next() -> Interval {
    let low = last.add(2, ordering: .relaxed).newValue
    return Interval(low: low, high: low + 1)
  }

  init(low: Int, high: Int) { (self.low, self.high) = (low, high) }

  init(from row: inout Row) throws {
    low = try row.decode()
    high = try row.decode()
  }

  func bind(to binder: inout Binder) throws {
    try binder.encode(low)
    try binder.encode(high)
  }
}

private enum Bare: VersionedSchema {
  static let versionIdentifier = Schema.Version(1, 0, 0)
  static var models: [any PersistentModel.Type] { [Gem.self, Ruby.self] }
  @Model class Gem {
    var name: String
    var note: String?
    init(_ name: String) { self.name = name }
  }
  @Model final class Ruby: Gem {
    var carats = 1
    override init(_ name: String) { super.init(name) }
  }
}

private enum Cut: VersionedSchema {
  static let versionIdentifier = Schema.Version(2, 0, 0)
  static var models: [any PersistentModel.Type] { [Gem.self, Ruby.self] }

  struct Grade: Codable {
    var code: UUID
    var isKnown: Bool
  }
  enum Clarity: String, Codable { case good, poor }

  @Model class Gem {
    var name: String
    var note: String?
    @Attribute(.unique) var code: UUID = UUID()
    var token: UUID? = UUID()
    var none: String? = nil
    var grade = Grade(code: UUID(), isKnown: true)
    var clarity = Clarity.good
    var facets = 8
    var label: String? = "none"
    @Attribute(.transformable(by: NSSecureUnarchiveFromDataTransformer.self))
    var tags: [String] = [UUID().uuidString]
    init(_ name: String) { self.name = name }
  }
  @Model final class Ruby: Gem {
    var carats = 1
    var mine = UUID().uuidString
    var span = Interval.next()
    override init(_ name: String) { super.init(name) }
  }
}

private enum Coded {
  @Model final class Gem {
    var name: String
    @Attribute(.unique) var code: UUID = UUID()
    init(_ name: String) { self.name = name }
  }
}

private enum Named {
  @Model final class Gem {
    var name: String
    var note: String = UUID().uuidString
    init(_ name: String) { self.name = name }
  }
}

private enum Plain {
  @Model final class Gem {
    var name: String
    var facets = 8
    var scale = -1.5
    var hint: String? = "?"
    var notes: [String] = []
    init(_ name: String) { self.name = name }
  }
}

private enum Few {
  @Model final class Gem {
    var name: String
    @Attribute(.unique) var shelf = Int("1") ?? 0
    init(_ name: String) { self.name = name }
  }
}

private enum Unkept {
  @Model final class Gem {
    var name: String
    @Attribute(.transformable(by: "Nobody")) var weight: [Int] = [1]
    init(_ name: String) { self.name = name }
  }
}

private enum GemsPlan: SchemaMigrationPlan {
  static var schemas: [any VersionedSchema.Type] { [Bare.self, Cut.self] }
  static var stages: [MigrationStage] { [] }
}
