package import Foundation
package import Strata
package import StrataSQLite

/// What predicates are tried on: an attribute of each kind, to-one and to-many relationships.
@Model package final class Stock {
  package var name: String
  package var nick: String?
  package var step = 0
  package var number = 0
  package var count: Int?
  package var big: UInt64 = 0
  package var price = 0.0
  package var weight: Double?
  package var ratio: Float = 0
  package var amount: Decimal = 0
  package var rest: Decimal?
  package var date = Date(timeIntervalSinceReferenceDate: 0)
  package var due: Date?
  package var uuid = UUID()
  package var code: UUID?
  package var url = URL(fileURLWithPath: "/")
  package var data = Data()
  package var isOpen = false
  package var isNew: Bool?
  package var level = StockLevel.low
  package var grade: StockGrade?
  package var shape = StockShape.none
  package var place = StockPlace()
  package var home: StockPlace?
  package var words: [String] = []
  package var hints: [String]?
  package var numbers: [Int] = []
  package var gaps: [Int?] = []
  package var reals: [Double] = []
  package var marks: Set<Int> = []
  package var dates: [Date] = []
  package var codes: [UUID] = []
  package var grades: [StockGrade] = []
  package var places: [StockPlace] = []
  package var counts: [String: Int] = [:]
  package var named: [Int: String] = [:]
  package var levels: [StockLevel: Int] = [:]
  package var span = StockSpan(start: 0)
  package var rank: StockSpan?
  package var bits = StockBits(rawValue: 0)
  package var vendor: Vendor?
  package var stickers: [Sticker] = []

  package init(name: String) { self.name = name }
}

@Model package final class Vendor {
  package var name: String
  package var rating: Int?
  package var since = Date(timeIntervalSinceReferenceDate: 0)
  package var chief: Vendor?
  @Relationship(inverse: \Stock.vendor) package var stocks: [Stock] = []
  @Relationship(inverse: \Vendor.chief) package var staff: [Vendor] = []

  package init(name: String) { self.name = name }
}

@Model package final class Sticker {
  package var label: String
  package var weight: Int?
  @Relationship(inverse: \Stock.stickers) package var stocks: [Stock] = []

  package init(label: String) { self.label = label }
}

/// Ordered otherwise than its raw values are.
package enum StockLevel: String, Codable, CaseIterable, Comparable, Sendable {
  case low, middle, high

  package var title: String { rawValue.uppercased() }

  private var place: Int {
    switch self {
    case .low: 0
    case .middle: 1
    case .high: 2
    }
  }

  package static func < (lhs: StockLevel, rhs: StockLevel) -> Bool {
    lhs.place < rhs.place
  }
}

/// An enum that doesn't list its cases.
package enum StockGrade: Int, Codable, Sendable { case poor = -1, fair = 5, good = 2 }

package enum StockShape: Codable, Equatable, Hashable, Sendable {
  case circle(radius: Double)
  case text(String, bold: Bool)
  case none
}

/// A value that is kept as JSON, under keys of its own.
package struct StockPlace: Codable, Equatable, Hashable, Sendable {
  package var city: String
  package var zip: Int?
  package var isFar: Bool
  package var isNear: Bool
  package var when: Date
  package var key: UUID
  package var grade: StockGrade
  package var other: StockGrade?
  package var level: StockLevel
  package var height: Double
  package var point: Point
  package var tags: [String]

  package init(
    city: String = "", zip: Int? = nil, isFar: Bool = false, isNear: Bool = false,
    when: Date = Date(timeIntervalSinceReferenceDate: 0),
    key: UUID = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)),
    grade: StockGrade = .fair, other: StockGrade? = nil, level: StockLevel = .low,
    height: Double = 1, point: Point = Point(), tags: [String] = []
  ) {
    (self.city, self.zip, self.isFar, self.isNear) = (city, zip, isFar, isNear)
    (self.when, self.key, self.grade, self.other) = (when, key, grade, other)
    (self.level, self.height, self.point, self.tags) = (level, height, point, tags)
  }

  package var shout: String { city.uppercased() }

  package struct Point: Codable, Equatable, Hashable, Sendable {
    package var x: Double
    package var y: Int

    package init(x: Double = 0, y: Int = 0) {
      self.x = x
      self.y = y
    }
  }

  package enum CodingKeys: String, CodingKey {
    case city = "c", zip, isFar = "zz", isNear = "b", when = "a\"b", key, grade, other, level
    case height, point = "pt", tags
  }
}

/// A value of two columns.
package struct StockSpan: CompositeColumnRepresentable, Equatable, Codable, Sendable {
  package var start: Int
  package var end: Int?

  package var length: Int { (end ?? start) - start }

  package static var columns: [ColumnDescription] {
    [ColumnDescription("start", .integer), ColumnDescription("end", .integer, isOptional: true)]
  }

  package static var columnParts: [PartialKeyPath<StockSpan>: String] {
    [\.start: "start", \.end: "end"]
  }

  package init(start: Int, end: Int? = nil) {
    self.start = start
    self.end = end
  }

  package init(from row: inout Row) throws {
    start = try Int(from: &row)
    end = try Int?(from: &row)
  }

  package func bind(to binder: inout Binder) throws {
    try start.bind(to: &binder)
    try end.bind(to: &binder)
  }
}

/// A set that is kept in bits.
package struct StockBits: BitmaskColumnRepresentable, RawRepresentable, Equatable, Codable,
  Sendable
{
  package var rawValue: Int64

  package init(rawValue: Int64) { self.rawValue = rawValue }

  package func makeIterator() -> AnyIterator<Int> {
    var rest = UInt64(bitPattern: rawValue)
    return AnyIterator {
      guard rest != 0 else { return nil }
      defer { rest &= rest - 1 }
      return rest.trailingZeroBitCount
    }
  }
}
