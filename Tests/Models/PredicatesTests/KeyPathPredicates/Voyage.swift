import Strata
import StrataSQLite
import StrataTestSupport

enum Weather: String, Codable, CaseIterable {
  case calm, breeze, storm

  var force: Int {
    switch self {
    case .calm: 0
    case .breeze: 4
    case .storm: 9
    }
  }
}

/// A value of two columns.
struct Span: CompositeColumnRepresentable, Equatable {
  var from: Int
  var to: Int?

  init(_ random: inout SeededGenerator) {
    from = Int.random(in: 0...4, using: &random)
    to = random.some { Int.random(in: 4...8, using: &$0) }
  }

  static let columns = [
    ColumnDescription("from", .integer), ColumnDescription("to", .integer, isOptional: true),
  ]
  static var columnParts: [PartialKeyPath<Span>: String] { [\.from: "from", \.to: "to"] }

  init(from row: inout Row) throws {
    from = try row.decode()
    to = try row.decode()
  }

  func bind(to binder: inout Binder) throws {
    try from.bind(to: &binder)
    try to.bind(to: &binder)
  }
}

/// Ordered otherwise than its raw values are.
enum Priority: String, Codable, CaseIterable, Comparable {
  case low, normal, high

  private var rank: Int {
    switch self {
    case .low: 0
    case .normal: 1
    case .high: 2
    }
  }

  static func < (lhs: Priority, rhs: Priority) -> Bool { lhs.rank < rhs.rank }
}

struct Cargo: OptionSet, Codable, Hashable {
  let rawValue: Int
  static let grain = Cargo(rawValue: 1)
  static let timber = Cargo(rawValue: 2)
  static let cattle = Cargo(rawValue: 4)
}

/// A model with a property of each kind that predicates and sort keys speak of.
@Model final class Voyage {
  var name: String
  var nick: String?
  var miles: Int
  var guests: Int?
  var speed: Double?
  var isFull: Bool
  var wasLate: Bool?
  var left: Date
  var arrived: Date?
  var code: UUID
  var weather: Weather
  var forecast: Weather?
  var priority: Priority
  var urgency: Priority?
  var price: Decimal
  var tip: Decimal?
  var serial: UInt64
  var ticket: UInt64?
  var cargo: Cargo
  var extra: Cargo?
  var berth: Span
  var spare: Span?
  var captain: Sailor?
  @Relationship(inverse: \Leg.voyage) var legs: [Leg] = []
  @Relationship(inverse: \Sailor.watches) var crew: [Sailor]?

  /// No persisted property.
  var title: String { name.uppercased() }

  init(_ random: inout SeededGenerator) {
    name = random.text(of: "aAbB1é2É*", upTo: 4)
    nick = random.some { $0.text(of: "abAÉ", upTo: 3) }
    miles = random.number()
    guests = random.some { $0.number() }
    speed = random.some { Double($0.number()) / 4 }
    isFull = random.chance(1, in: 2)
    wasLate = random.some { $0.chance(1, in: 2) }
    left = Date(timeIntervalSinceReferenceDate: Double(Int.random(in: -3...3, using: &random)))
    arrived = random.some { Date(timeIntervalSinceReferenceDate: Double($0.next() % 4) + 0.5) }
    code = Self.codes.randomElement(using: &random) ?? UUID()
    weather = Weather.allCases.randomElement(using: &random) ?? .calm
    forecast = random.some { Weather.allCases.randomElement(using: &$0) ?? .calm }
    priority = Priority.allCases.randomElement(using: &random) ?? .low
    urgency = random.some { Priority.allCases.randomElement(using: &$0) ?? .low }
    price = random.decimal()
    tip = random.some { $0.decimal() }
    serial = random.chance(1, in: 2) ? random.next() : random.next() % 3
    ticket = random.some { $0.next() }
    cargo = Cargo(rawValue: Int.random(in: 0..<8, using: &random))
    extra = random.some { Cargo(rawValue: Int.random(in: 0..<8, using: &$0)) }
    berth = Span(&random)
    spare = random.some { Span(&$0) }
  }

  static let codes = (1...3).map { UUID(uuid: ($0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, $0)) }
}

@Model final class Sailor {
  var name: String
  var age: Int?
  var isMaster: Bool
  var mentor: Sailor?
  var rank: Priority?
  var watches: [Voyage] = []
  @Relationship(inverse: \Voyage.captain) var voyages: [Voyage] = []

  init(_ random: inout SeededGenerator) {
    name = random.text(of: "aBé1", upTo: 3)
    age = random.some { Int.random(in: 15...18, using: &$0) }
    isMaster = random.chance(1, in: 2)
    rank = random.some { Priority.allCases.randomElement(using: &$0) ?? .low }
  }
}

@Model final class Leg {
  var miles: Int
  var fuel: Double?
  var cost: Decimal = 0
  var voyage: Voyage?
  var pilot: Sailor

  init(_ random: inout SeededGenerator, pilot: Sailor) {
    miles = Int.random(in: -3...5, using: &random)
    fuel = random.some { Double(Int.random(in: 0...4, using: &$0)) / 2 }
    self.pilot = pilot
  }
}

extension SeededGenerator {
  mutating func some<Value>(_ value: (inout SeededGenerator) -> Value) -> Value? {
    chance(1, in: 4) ? nil : value(&self)
  }

  fileprivate mutating func number() -> Int {
    chance(1, in: 8)
      ? [Int.min, Int.max, 0][Int.random(in: 0..<3, using: &self)]
      : Int.random(in: -4...20, using: &self)
  }

  fileprivate mutating func decimal() -> Decimal {
    Decimal(Int.random(in: -300...300, using: &self))
      / Decimal([1, 10, 8][Int.random(in: 0..<3, using: &self)])
  }
}
