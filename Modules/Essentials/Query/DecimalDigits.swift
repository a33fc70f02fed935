internal import Foundation
internal import StrataSchema

// Decimal numbers are stored as their digits. The store and the evaluation in memory call the same
// functions, so that both agree.
extension String {
  /// A text whose bytes are in the order of decimal numbers, or nil if the text is no number.
  ///
  /// It has a character for the sign, then the exponent, then the digits. The digits of negative
  /// numbers are complemented, so that a greater magnitude comes first.
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
    // The exponent of a decimal is between -128 and 166, so that four digits are enough.
    let exponent = String(place + 500).utf8
    let size =
      Array(repeating: UInt8(ascii: "0"), count: Swift.max(0, 4 - exponent.count)) + exponent
    guard isNegative else { return "2" + String(decoding: size + digits, as: UTF8.self) }
    let turned = (size + digits).map { UInt8(ascii: "0") + UInt8(ascii: "9") - $0 }
    // Greater than any digit, so that -1.5 comes after -1.52.
    return "0" + String(decoding: turned, as: UTF8.self) + "~"
  }

  /// Calculates with two decimal numbers, or returns nil if the result is no decimal number.
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
