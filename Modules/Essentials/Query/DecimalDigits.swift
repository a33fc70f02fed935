internal import Foundation
internal import StrataSchema

// Decimal numbers are kept as their digits. One meaning for the store and for objects in memory: both
// call these.
extension String {
  /// A text that orders decimal numbers by its bytes; nil for what is no number.
  ///
  /// A letter for the sign, the place of the first digit, then the digits. For negative numbers digits
  /// are turned round, so that a greater size comes first.
  package var decimalOrder: String? {
    guard Decimal(digits: self) != nil else { return nil }
    var digits: [UInt8] = []
    var place = 0
    var isNegative = false
    var isBehindPoint = false
    for (offset, byte) in utf8.enumerated() {
      switch byte {
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "."): isBehindPoint = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        place += Int(dropFirst(offset + 1)) ?? 0
        return Self.order(isNegative, place, digits)
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let isLeadingZero = byte == UInt8(ascii: "0") && digits.isEmpty
        if !isLeadingZero { digits.append(byte) }
        if isBehindPoint { place -= isLeadingZero ? 1 : 0 } else { place += isLeadingZero ? 0 : 1 }
      default: break
      }
    }
    return Self.order(isNegative, place, digits)
  }

  private static func order(_ isNegative: Bool, _ place: Int, _ digits: [UInt8]) -> String {
    var digits = digits
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    if digits.isEmpty { return "1" }
    // A decimal's first digit is between 10^-128 and 10^166.
    let exponent = String(place + 500).utf8
    let size =
      Array(repeating: UInt8(ascii: "0"), count: Swift.max(0, 4 - exponent.count)) + exponent
    guard isNegative else { return "2" + String(decoding: size + digits, as: UTF8.self) }
    let turned = (size + digits).map { UInt8(ascii: "0") + UInt8(ascii: "9") - $0 }
    // Behind all digits, so that -1.5 comes after -1.52.
    return "0" + String(decoding: turned, as: UTF8.self) + "~"
  }

  /// What two decimal numbers make; nil where that is no decimal number.
  package func decimal(_ operation: QueryExpression.Arithmetic, _ other: String) -> String? {
    guard let lhs = Decimal(digits: self), let rhs = Decimal(digits: other) else { return nil }
    let result: Decimal
    switch operation {
    case .add: result = lhs + rhs
    case .subtract: result = lhs - rhs
    case .multiply: result = lhs * rhs
    case .divide:
      guard rhs != 0 else { return nil }
      result = lhs / rhs
    case .remainder: return nil
    }
    return result.isNaN ? nil : "\(result)"
  }
}
