import Strata
import StrataSQLite

/// What predicates are tried on: an attribute of each kind, to-one and to-many relationships.
@Model final class Stock {
  var name: String
  var nick: String?
  var step = 0
  var number = 0
  var count: Int?
  var big: UInt64 = 0
  var price = 0.0
  var weight: Double?
  var ratio: Float = 0
  var amount: Decimal = 0
  var rest: Decimal?
  var date = Date(timeIntervalSinceReferenceDate: 0)
  var due: Date?
  var uuid = UUID()
  var code: UUID?
  var url = URL(fileURLWithPath: "/")
  var data = Data()
  var isOpen = false
  var isNew: Bool?
  var level = StockLevel.low
  var grade: StockGrade?
  var shape = StockShape.none
  var place = StockPlace()
  var home: StockPlace?
  var words: [String] = []
  var hints: [String]?
  var numbers: [Int] = []
  var gaps: [Int?] = []
  var reals: [Double] = []
  var marks: Set<Int> = []
  var dates: [Date] = []
  var codes: [UUID] = []
  var grades: [StockGrade] = []
  var places: [StockPlace] = []
  var counts: [String: Int] = [:]
  var named: [Int: String] = [:]
  var levels: [StockLevel: Int] = [:]
  var span = StockSpan(start: 0)
  var rank: StockSpan?
  var bits = StockBits(rawValue: 0)
  var vendor: Vendor?
  var stickers: [Sticker] = []

  init(name: String) { self.name = name }
}

@Model final class Vendor {
  var name: String
  var rating: Int?
  var since = Date(timeIntervalSinceReferenceDate: 0)
  var chief: Vendor?
  @Relationship(inverse: \Stock.vendor) var stocks: [Stock] = []
  @Relationship(inverse: \Vendor.chief) var staff: [Vendor] = []

  init(name: String) { self.name = name }
}

@Model final class Sticker {
  var label: String
  var weight: Int?
  @Relationship(inverse: \Stock.stickers) var stocks: [Stock] = []

  init(label: String) { self.label = label }
}

/// Ordered otherwise than its raw values are.
enum StockLevel: String, Codable, CaseIterable, Comparable {
  case low, middle, high

  var title: String { rawValue.uppercased() }

  private var place: Int {
    switch self {
    case .low: 0
    case .middle: 1
    case .high: 2
    }
  }

  static func < (lhs: StockLevel, rhs: StockLevel) -> Bool {
    lhs.place < rhs.place
  }
}

/// An enum that doesn't list its cases.
enum StockGrade: Int, Codable { case poor = -1, fair = 5, good = 2 }

enum StockShape: Codable, Equatable, Hashable {
  case circle(radius: Double)
  case text(String, bold: Bool)
  case none
}

/// A value that is kept as JSON, under keys of its own.
struct StockPlace: Codable, Equatable, Hashable {
  var city = ""
  var zip: Int?
  var isFar = false
  var isNear = false
  var when = Date(timeIntervalSinceReferenceDate: 0)
  var key = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  var grade = StockGrade.fair
  var other: StockGrade?
  var level = StockLevel.low
  var height = 1.0
  var point = Point()
  var tags: [String] = []

  var shout: String { city.uppercased() }

  struct Point: Codable, Equatable, Hashable {
    var x = 0.0
    var y = 0
  }

  enum CodingKeys: String, CodingKey {
    case city = "c", zip, isFar = "zz", isNear = "b", when = "a\"b", key, grade, other, level
    case height, point = "pt", tags
  }
}

/// A value of two columns.
struct StockSpan: CompositeColumnRepresentable, Equatable, Codable {
  var start: Int
  var end: Int?

  var length: Int { (end ?? start) - start }

  static var columns: [ColumnDescription] {
    [ColumnDescription("start", .integer), ColumnDescription("end", .integer, isOptional: true)]
  }

  static var columnParts: [PartialKeyPath<StockSpan>: String] {
    [\.start: "start", \.end: "end"]
  }

  init(start: Int, end: Int? = nil) {
    self.start = start
    self.end = end
  }

  init(from row: inout Row) throws {
    start = try Int(from: &row)
    end = try Int?(from: &row)
  }

  func bind(to binder: inout Binder) throws {
    try start.bind(to: &binder)
    try end.bind(to: &binder)
  }
}

/// A set that is kept in bits.
struct StockBits: BitmaskColumnRepresentable, RawRepresentable, Equatable, Codable {
  var rawValue: Int64

  func makeIterator() -> AnyIterator<Int> {
    var rest = UInt64(bitPattern: rawValue)
    return AnyIterator {
      guard rest != 0 else { return nil }
      defer { rest &= rest - 1 }
      return rest.trailingZeroBitCount
    }
  }
}
