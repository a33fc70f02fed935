import Foundation
package import StrataSchema

/// Buckets of equal width, from zero in both directions. A number's bucket is named by its lower bound.
public enum NumberBucket: Sendable, Hashable {
  /// Buckets of integers. The first one begins with the least number of their type.
  case integer(width: Int64, least: Int64)
  /// Buckets of unsigned 64-bit numbers, in two's complement.
  case unsigned(width: Int64)
  /// Buckets of floating-point numbers.
  case real(width: Double)
  /// Buckets of decimal numbers, by their digits.
  case decimal(width: String)
}

extension NumberBucket {
  /// The width as a column's value.
  package var width: ColumnValue {
    switch self {
    case .integer(let width, _), .unsigned(let width): .integer(width)
    case .real(let width): .real(width)
    case .decimal(let width): .text(width)
    }
  }

  /// Returns the lower bound of a number's bucket, or NULL for what is no such number.
  package func lowerBound(of value: ColumnValue) -> ColumnValue {
    switch self {
    case .integer(let width, let least):
      guard let number = value.truncated else { return .null }
      return .integer(number.lowerBound(width, least))
    case .unsigned(let width):
      guard let number = value.truncated else { return .null }
      let unsigned = UInt64(bitPattern: number)
      return .integer(Int64(bitPattern: unsigned - unsigned % UInt64(bitPattern: width)))
    case .real(let width):
      return value.number.map { .finite($0.lowerBound(width)) } ?? .null
    case .decimal(let width):
      guard case .text(let digits) = value, let bound = digits.lowerBound(width) else {
        return .null
      }
      return .text(bound)
    }
  }
}

extension Int64 {
  fileprivate func lowerBound(_ width: Int64, _ least: Int64) -> Int64 {
    let remainder = self % width
    let (bound, overflow) = subtractingReportingOverflow(
      remainder < 0 ? remainder + width : remainder)
    return overflow ? least : Swift.max(bound, least)
  }
}

extension Double {
  /// The lower bound of the number's bucket. A number with so many multiples of the width below it that they can't be told
  /// apart is a bucket of its own.
  package func lowerBound(_ width: Double) -> Double {
    guard magnitude < Self.limit(of: width) else { return self }
    guard magnitude >= width else { return self < 0 ? -width : 0 }
    return (self / width).rounded(.down) * width
  }

  /// The numbers from which on each is a bucket of its own.
  package static func limit(of width: Double) -> Double {
    Swift.min(width * 0x1p52, .greatestFiniteMagnitude)
  }
}

extension String {
  /// The digits of the lower bound of a decimal number's bucket, or nil if it is no decimal number.
  ///
  /// A `Decimal` has 38 digits. A number from 10³⁷ on, counted in units of the width's last decimal place, is a bucket of
  /// its own, since not all bounds there are such numbers.
  fileprivate func lowerBound(_ width: String) -> String? {
    guard let number = Decimal(digits: self), let width = Decimal(digits: width), !number.isNaN
    else { return nil }
    let limit = Decimal(sign: .plus, exponent: 37 + min(0, width.exponent), significand: 1)
    guard number.magnitude < limit else { return number.digits }
    var quotient = number / width
    var whole = Decimal()
    NSDecimalRound(&whole, &quotient, 0, .down)
    let bound = whole * width
    // The quotient has been rounded too.
    return (bound > number ? bound - width : bound).digits
  }
}
