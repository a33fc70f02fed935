internal import Foundation

/// A number that a caller passed as `Any`: one of Swift's number types, `Bool`, `Decimal` or
/// `NSNumber`.
enum GivenNumber {
  case integer(Int64)
  /// An integer larger than `Int64.max`.
  case large(Decimal)
  case real(Double)
  case decimal(Decimal)

  /// Returns nil if the value isn't a number.
  init?(_ value: Any) {
    switch value {
    case let truth as Bool where type(of: value) == Bool.self: self = .integer(truth ? 1 : 0)
    case let number as any BinaryInteger:
      self = Int64(exactly: number).map { .integer($0) } ?? .large(Decimal(large: number))
    case let number as any BinaryFloatingPoint: self = .real(Double(number))
    case let number as NSDecimalNumber: self = .decimal(number.decimalValue)
    case let number as Decimal: self = .decimal(number)
    case let number as NSNumber:
      switch UnicodeScalar(UInt8(bitPattern: number.objCType.pointee)) {
      case "d", "f": self = .real(number.doubleValue)
      case "Q" where number.uint64Value > UInt64(Int64.max),
        "L" where number.uint64Value > UInt64(Int64.max):
        self = .large(Decimal(number.uint64Value))
      default: self = .integer(number.int64Value)
      }
    default: return nil
    }
  }

  /// The number as an `Int64`, or nil if it has a fraction or is out of range.
  var integer: Int64? {
    switch self {
    case .integer(let number): number
    case .large: nil
    case .real(let number): Int64(exactly: number)
    case .decimal(let number): Self.integer(number)
    }
  }

  /// The number as a double, rounded if necessary.
  var double: Double {
    switch self {
    case .integer(let number): Double(number)
    case .real(let number): number
    case .large(let number), .decimal(let number):
      NSDecimalNumber(decimal: number).doubleValue
    }
  }

  /// The number as a decimal, or nil for a binary fraction, which has no exact decimal digits.
  var decimal: Decimal? {
    switch self {
    case .integer(let number): Decimal(number)
    case .large(let number), .decimal(let number): number
    case .real(let number): Int64(exactly: number).map { Decimal($0) }
    }
  }

  private static func integer(_ number: Decimal) -> Int64? {
    guard !number.isNaN, number >= Decimal(Int64.min), number <= Decimal(Int64.max) else {
      return nil
    }
    let integer = NSDecimalNumber(decimal: number).int64Value
    return Decimal(integer) == number ? integer : nil
  }
}

extension Decimal {
  /// Converts an integer of any size, rounding digits after the 38th.
  fileprivate init(large number: some BinaryInteger) {
    self = Decimal(string: "\(number)") ?? .nan
  }
}
