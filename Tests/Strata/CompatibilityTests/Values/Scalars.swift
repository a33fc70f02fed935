import SwiftData

@Model
final class Scalars {
  var text: String
  var flag: Bool
  var integer: Int
  var tiny: Int8
  var small: Int16
  var medium: Int32
  var large: Int64
  var unsigned: UInt
  var unsignedTiny: UInt8
  var unsignedSmall: UInt16
  var unsignedMedium: UInt32
  var unsignedLarge: UInt64
  var double: Double
  var float: Float
  var graphic: CGFloat
  var interval: TimeInterval
  var decimal: Decimal
  var date: Date
  var identifier: UUID
  var data: Data
  var link: URL

  init(seed: Int) {
    text = "text \(seed)"
    flag = seed.isMultiple(of: 2)
    integer = -seed
    tiny = .min
    small = .min
    medium = .min
    large = .min
    unsigned = UInt(seed)
    unsignedTiny = .max
    unsignedSmall = .max
    unsignedMedium = .max
    unsignedLarge = UInt64(Int64.max)
    double = 0.1
    float = 0.1
    graphic = 2.5
    interval = 60.25
    decimal = Decimal(string: "12.3456789012345678") ?? 0
    date = Date(timeIntervalSinceReferenceDate: 12345.678)
    identifier = UUID()
    data = Data([0, 1, 255])
    link = URL(fileURLWithPath: "/tmp/a b")
  }
}

@Model
final class OptionalScalars {
  var text: String?
  var flag: Bool?
  var integer: Int?
  var small: Int16?
  var unsigned: UInt32?
  var double: Double?
  var float: Float?
  var decimal: Decimal?
  var date: Date?
  var identifier: UUID?
  var data: Data?
  var link: URL?
  var unwrapped: String!
  var spelled: Optional<Int>

  init() {}

  func fill() {
    text = ""
    flag = false
    integer = 0
    small = -1
    unsigned = 7
    double = .infinity
    float = -0.5
    decimal = -1
    date = .distantPast
    identifier = UUID(uuidString: "00000000-0000-0000-0000-000000000001")
    data = Data()
    link = URL(string: "https://example.org/?q=1#a")
    unwrapped = "there"
    spelled = 3
  }
}
