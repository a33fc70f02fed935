@_spi(Query) import StrataContexts
import Foundation
import Observation
import StrataStoreSupport
import Strata
import StrataQuery
import Synchronization
import StrataTestSupport
import Testing

/// Objects are found, and ordered, alike before and after they are saved.
@Suite struct UnsavedAgreement {
  private let container: ModelContainer
  private let context: ModelContext

  init() throws {
    container = try ModelContainer(
      for: [Grain.self, Sack.self], configuration: .temporary)
    context = ModelContext(container)
  }

  @Test func holdsForRandomPredicatesAndOrders() throws {
    var random = SeededGenerator()
    let grains = try Grain.random(40, in: context, &random)
    let queries = (0..<150).map { _ in
      Query(
        entity: "Grain", predicate: GrainExpressions.condition(depth: 3, &random),
        sort: GrainExpressions.sort(&random),
        limit: random.chance(1, in: 4) ? Int.random(in: 0...20, using: &random) : nil,
        offset: random.chance(1, in: 4) ? Int.random(in: 0...5, using: &random) : 0)
    }
    let unsaved = try queries.map { try context.fetch($0).map(\.persistentModelID) }
    let counts = try queries.map { try context.fetchCount($0) }
    try context.save()
    let fresh = ModelContext(container)
    for (number, query) in queries.enumerated() {
      let saved = try fresh.fetch(query).map(\.persistentModelID)
      #expect(saved == unsaved[number], "\(query)")
      #expect(saved.count == counts[number], "\(query)")
    }
    // Now half of them are unsaved, and both kinds have to be put together.
    for grain in grains where random.chance(1, in: 2) { grain.number = grain.number }
    for (number, query) in queries.enumerated() {
      let mixed = try context.fetch(query).map(\.persistentModelID)
      #expect(mixed == unsaved[number], "mixed: \(query)")
    }
  }

  @Test(arguments: ["\u{e9}", "e\u{301}"]) func comparesTextsByTheirBytes(_ text: String) throws {
    let grain = Grain(name: "e\u{301}")
    context.insert(grain)
    let equal = FetchDescriptor<Grain>(predicate: #Predicate { $0.name == text })
    let among = FetchDescriptor<Grain>(predicate: #Predicate { [text].contains($0.name) })
    let less = FetchDescriptor<Grain>(predicate: #Predicate { $0.name < text })
    let all = [equal, among, less]
    let unsaved = try all.map { try context.fetchCount($0) }
    try context.save()
    #expect(try all.map { try context.fetchCount($0) } == unsaved)
    let isSame = text.utf8.elementsEqual(grain.name.utf8)
    #expect(unsaved == (isSame ? [1, 1, 0] : [0, 0, 1]))
  }

  @Test func holdsForNumbersThatLeaveTheirRange() throws {
    for (weight, number) in [
      (1e200, Int.min), (-1e200, .max), (1e-200, 3), (0, 0), (1.7e308, -1),
      (.leastNonzeroMagnitude, 1), (2.5, 2),
    ] {
      let grain = Grain(name: "a")
      context.insert(grain)
      (grain.weight, grain.number) = (weight, number)
    }
    let predicates: [Predicate<Grain>] = [
      #Predicate<Grain> { $0.weight * 1e300 > 1 },
      #Predicate<Grain> { $0.weight * $0.weight == 0 },
      #Predicate<Grain> { $0.weight * $0.weight * $0.weight > 1e300 },
      #Predicate<Grain> { $0.weight * 1e-300 == 0 },
      #Predicate<Grain> { $0.weight / 1e-300 < -1 },
      #Predicate<Grain> { 1e-300 / $0.weight == 0 },
      #Predicate<Grain> { $0.weight + 1.7e308 > 1.75e308 },
      #Predicate<Grain> { $0.weight - 1.7e308 < -1.6e308 },
      #Predicate<Grain> { -$0.number > 0 },
      #Predicate<Grain> { -$0.weight > 0 },
      #Predicate<Grain> { $0.number * $0.number > 10 },
      #Predicate<Grain> { ($0.number + 1) / 2 == 1 },
    ]
    let unsaved = try predicates.map { predicate in
      Set(try context.fetch(FetchDescriptor<Grain>(predicate: predicate)).map(\.persistentModelID))
    }
    #expect(unsaved.allSatisfy { !$0.isEmpty && $0.count < 7 })
    try context.save()
    let fresh = ModelContext(container)
    for (number, predicate) in predicates.enumerated() {
      let saved = try fresh.fetch(FetchDescriptor<Grain>(predicate: predicate)).map(
        \.persistentModelID)
      #expect(Set(saved) == unsaved[number], "\(predicate)")
    }
  }

  @Test func holdsForBitsAndBucketsOfWhatIsCalculated() throws {
    for number in [-3, 0, 2, 5, 12] {
      let grain = Grain(name: "a")
      context.insert(grain)
      grain.number = number
    }
    let number = QueryExpression.column(
      QueryPath(), .init(property: "number", description: .init("", .integer)))
    let values: [QueryExpression] = [
      .function(.negate, [number]), .function(.absolute, [number]),
      .arithmetic(.add, number, .literal(.integer(1))),
    ]
    let queries = values.flatMap { value -> [QueryExpression] in
      [
        .function(.bitAnd, [value, .literal(.integer(3))]), .function(.bitNot, [value]),
        .function(.leftShift, [value, .literal(.integer(1))]),
        .function(.bucket(.integer(width: 4, least: .min)), [value]),
      ]
    }.map { Query(entity: "Grain", predicate: .comparison(.greater, $0, .literal(.integer(1)))) }
    let unsaved = try queries.map { Set(try context.fetch($0).map(\.persistentModelID)) }
    try context.save()
    for (index, query) in queries.enumerated() {
      let saved = try ModelContext(container).fetch(query).map(\.persistentModelID)
      #expect(Set(saved) == unsaved[index], "\(query)")
    }
  }

  @Test func takesWhatIsNoNumberForNil() throws {
    let grain = Grain(name: "a")
    context.insert(grain)
    grain.weight = .nan
    #expect(
      try context.fetchCount(FetchDescriptor<Grain>(predicate: #Predicate { $0.weight < 1 })) == 0)
    #expect(
      try context.fetchCount(FetchDescriptor<Grain>(predicate: #Predicate { $0.weight == 1 })) == 0)
    #expect(
      try context.fetchCount(FetchDescriptor<Grain>(predicate: #Predicate { $0.weight != 1 })) == 1)
    #expect(throws: (any Error).self) { try context.save() }
  }

  @Test func takesALiteralThatIsNoNumberForNil() throws {
    context.insert(Grain(name: "a"))
    let height = QueryExpression.column(
      QueryPath(),
      .init(property: "height", description: .init("", .real, isOptional: true)))
    let nan = QueryExpression.literal(.real(.nan))
    let queries = [(nan, height), (height, nan)].flatMap { lhs, rhs in
      [QueryExpression.Comparison.equal, .notEqual].map {
        Query(entity: "Grain", predicate: .comparison($0, lhs, rhs))
      }
    }
    let unsaved = try queries.map { try context.fetchCount($0) }
    #expect(unsaved == [1, 0, 1, 0])
    try context.save()
    #expect(try queries.map { try ModelContext(container).fetchCount($0) } == unsaved)
  }

  @Test func isNotObserved() throws {
    let grain = Grain(name: "a")
    context.insert(grain)
    let told = Counter()
    let descriptor = FetchDescriptor<Grain>(
      predicate: #Predicate { $0.name == "a" && $0.number < 9 && $0.sack?.label != "b" },
      sortBy: [SortDescriptor(\.name), SortDescriptor(\.number)])
    let found = withObservationTracking {
      Result { try context.fetch(descriptor) }
    } onChange: {
      told.count.add(1, ordering: .relaxed)
    }
    #expect(try found.get() == [grain])
    grain.name = "c"
    grain.number = 3
    #expect(told.count.load(ordering: .relaxed) == 0)
  }
}

private final class Counter: Sendable {
  let count = Atomic(0)
}

@Model final class Grain {
  var name: String
  var nick: String?
  var number = 0
  var count: Int?
  var weight = 0.0
  var height: Double?
  var big: UInt64 = 0
  var amount: Decimal = 0
  var place = GrainPlace()
  var marks: [Int] = []
  var sack: Sack?

  init(name: String) { self.name = name }
}

@Model final class Sack {
  var label: String
  @Relationship(inverse: \Grain.sack) var grains: [Grain] = []

  init(_ label: String) { self.label = label }
}

struct GrainPlace: Codable, Hashable {
  var city = ""
  var zip: Int?
  var depth = 0.5
}

extension Grain {
  static let texts = [
    "", "a", "A", "b", "\u{e9}", "e\u{301}", "\u{c5}", "A\u{30a}", "\u{212b}", "\u{1e9b}\u{323}",
    "stra\u{df}e",
    "STRASSE", "\u{fb01}", "fi", "\u{131}", "I", "i\u{307}", "x'y", "a%",
    "\u{1f469}\u{200d}\u{1f467}", "zz",
  ]
  /// A server compares integers with reals as reals, and calculates beyond 64 bits without rounding.
  static let integers: [Int] =
    [0, 1, -1, 2, 7]
    + (TestServer.isWanted ? [] : [1 << 53, 1 << 53 + 1, .max, .max - 1, .min, .min + 1])
  static let reals: [Double] = [
    0, -0.0, 0.5, -1.5, 1, 2, 0x1p53, 0x1p63, -0x1p63, 9.223372036854775e18, 1e300, -.infinity,
    .infinity, 1e-300,
  ]

  /// Random objects, new in a context.
  static func random(
    _ count: Int, in context: ModelContext, _ random: inout SeededGenerator
  ) throws -> [Grain] {
    let sacks = ["a", "\u{e9}", "e\u{301}"].map { Sack($0) }
    for sack in sacks { context.insert(sack) }
    return (0..<count).map { _ in
      let grain = Grain(name: texts.randomElement(using: &random) ?? "")
      context.insert(grain)
      grain.nick = random.chance(1, in: 3) ? nil : texts.randomElement(using: &random)
      grain.number = integers.randomElement(using: &random) ?? 0
      grain.count = random.chance(1, in: 3) ? nil : integers.randomElement(using: &random)
      grain.weight = reals.randomElement(using: &random) ?? 0
      grain.height = random.chance(1, in: 3) ? nil : reals.randomElement(using: &random)
      grain.big = [0, 1, .max, 1 << 63, 1 << 63 - 1].randomElement(using: &random) ?? 0
      grain.amount =
        [0, 1, -1, Decimal(string: "0.1"), Decimal(string: "12345678901234567890.5")]
        .compactMap { $0 }.randomElement(using: &random) ?? 0
      grain.place = GrainPlace(
        city: texts.randomElement(using: &random) ?? "",
        zip: random.chance(1, in: 3) ? nil : integers.randomElement(using: &random),
        depth: [0, 0.5, 1e20, -3].randomElement(using: &random) ?? 0)
      grain.marks = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        integers.randomElement(using: &random) ?? 0
      }
      grain.sack = random.chance(1, in: 3) ? nil : sacks.randomElement(using: &random)
      return grain
    }
  }
}
