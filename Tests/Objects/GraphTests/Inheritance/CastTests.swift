@_spi(Query) import StrataBulk
import StrataModelSupport
import StrataStoreSupport
import Strata
import StrataQuery
import StrataSQLite
import StrataStorage
import Testing

@testable import StrataGraph
@_spi(Query) @testable import StrataContexts

@Suite struct Casts {
  /// A predicate over beasts, and the tags of those that it is true of.
  struct Case: Sendable {
    let text: String
    let predicate: @Sendable () -> Predicate<Beast>
    let expected: [String]

    init(
      _ text: String, _ expected: [String], _ predicate: @escaping @Sendable () -> Predicate<Beast>
    ) {
      self.text = text
      self.predicate = predicate
      self.expected = expected
    }
  }

  static let cases: [Case] = [
    Case("$0 is Hound", ["rex", "bo"]) { #Predicate { $0 is Hound } },
    Case("!($0 is Hound)", ["snake", "khan"]) { #Predicate { !($0 is Hound) } },
    Case("$0 is Pup", ["bo"]) { #Predicate { $0 is Pup } },
    Case("($0 as? Hound)?.breed == \"collie\"", ["bo"]) {
      #Predicate { ($0 as? Hound)?.breed == "collie" }
    },
    Case("($0 as? Hound)?.breed != \"collie\"", ["snake", "rex", "khan"]) {
      #Predicate { ($0 as? Hound)?.breed != "collie" }
    },
    Case("($0 as? Hound)?.tag == \"khan\"", []) { #Predicate { ($0 as? Hound)?.tag == "khan" } },
    Case("($0 as? Tiger)?.color == 3 || ($0 as? Hound)?.color == \"brown\"", ["rex", "khan"]) {
      #Predicate { ($0 as? Tiger)?.color == 3 || ($0 as? Hound)?.color == "brown" }
    },
    Case("($0 as? Hound)?.kennel?.place == \"yard\"", ["rex"]) {
      #Predicate { ($0 as? Hound)?.kennel?.place == "yard" }
    },
    Case("($0 as? Hound) == nil", ["snake", "khan"]) { #Predicate { ($0 as? Hound) == nil } },
    Case("if let hound = $0 as? Hound", ["bo"]) {
      #Predicate {
        if let hound = $0 as? Hound { hound.weight < 25 } else { false }
      }
    },
    Case("$0.mother is Pup", []) { #Predicate { $0.mother is Pup } },
    Case("($0.mother as? Hound)?.breed == \"pug\"", ["bo"]) {
      #Predicate { ($0.mother as? Hound)?.breed == "pug" }
    },
    Case("$0.young.contains { $0 is Pup }", ["rex"]) {
      #Predicate { $0.young.contains { $0 is Pup } }
    },
    Case("$0 is Tiger && ($0 as! Tiger).stripes > 3", ["khan"]) {
      // swift-format-ignore: NeverForceUnwrap
      #Predicate { $0 is Tiger && ($0 as! Tiger).stripes > 3 }
    },
  ]

  @Test(arguments: cases.indices, [false, true])
  func meanTheSameInTheStoreAndInMemory(index: Int, isPending: Bool) throws {
    let zoo = try Menagerie()
    let context = try zoo.context()
    let beasts = context.insertOneOfEach()
    let rex = try #require(beasts[1] as? Hound)
    rex.breed = "pug"
    rex.color = "brown"
    rex.kennel = Kennel(place: "yard")
    beasts[2].mother = rex
    (beasts[3] as? Tiger)?.color = 3
    if !isPending { try context.save() }
    let testCase = Self.cases[index]
    let predicate = testCase.predicate()
    let found = try context.fetch(FetchDescriptor(predicate: predicate))
    #expect(found.map(\.tag) == testCase.expected, "\(testCase.text)")
    let query = try FetchDescriptor(predicate: predicate).query(in: nil)
    let named = try context.fetch(query).compactMap { $0 as? Beast }
    #expect(named.map(\.tag) == testCase.expected, "\(testCase.text)")
    let evaluated = try beasts.filter { try predicate.evaluate($0) }
    #expect(evaluated.map(\.tag) == testCase.expected)
  }

  @Test func toASuperclassAreTrueOfAll() throws {
    let context = try Menagerie.inMemory()
    context.insertOneOfEach()
    try context.save()
    let found = try context.fetch(
      FetchDescriptor<Hound>(predicate: #Predicate { ($0 as Beast?)?.weight ?? 0 > 20 }))
    #expect(found.map(\.tag) == ["rex"])
  }

  @Test func ofAnotherClassUseItsIndex() throws {
    let context = try Menagerie.inMemory()
    context.insertOneOfEach()
    try context.save()
    let stripes = QueryExpression.column(
      QueryPath().appending(.cast(to: "Tiger")),
      .init(
        property: "stripes", description: ColumnDescription("", .integer).owned(by: "Tiger")))
    let query = Query(
      entity: "Beast", predicate: .comparison(.equal, stripes, .literal(.integer(7))))
    #expect(try context.fetch(query).count == 1)
    let plan = try context.explain(query).plan
    #expect(plan.contains { $0.contains("strata_Beast_Tiger_stripes_unique") }, "\(plan)")
  }

  @Test func toAModelThatTheContainerLacksAreAnError() throws {
    let context = ModelContext(
      try ModelContainer(
        for: [Beast.self, Keeper.self],
        configuration: .temporary))
    #expect(throws: UnknownEntity.self) {
      try context.fetch(FetchDescriptor<Beast>(predicate: #Predicate { $0 is Tiger }))
    }
  }
}
