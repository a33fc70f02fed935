public import Foundation

extension KeyedArchive.Node {
  /// The moment; nil for other objects.
  public var date: Date? {
    if let date = value.date { return date }
    guard isKind(of: "NSDate"), let time = value["NS.time"]?.double else { return nil }
    return Date(timeIntervalSinceReferenceDate: time)
  }

  /// The UUID; nil for other objects.
  public var uuid: UUID? {
    guard isKind(of: "NSUUID"), let bytes = value["NS.uuidbytes"]?.data, bytes.count == 16 else {
      return nil
    }
    var uuid = UUID().uuid
    withUnsafeMutableBytes(of: &uuid) { $0.copyBytes(from: bytes) }
    return UUID(uuid: uuid)
  }

  /// The URL; nil for other objects, and for a text that is none.
  public var url: URL? {
    guard isKind(of: "NSURL"), let text = self["NS.relative"]?.string else { return nil }
    let base = self["NS.base"]
    // One URL after another could lead back to the first; none but the first has a base in practice.
    return URL(string: text, relativeTo: base?["NS.relative"]?.string.flatMap { URL(string: $0) })
  }

  /// The decimal number, or the whole one; nil for other objects, and where it is too large.
  ///
  /// The keys are those of `NSDecimalNumber` in Swift's open Foundation: up to eight numbers of 16 bits,
  /// the lowest first, times a power of ten.
  public var decimal: Decimal? {
    guard isKind(of: "NSDecimalNumber") else {
      if case .unsignedInteger(let number) = value { return Decimal(number) }
      if case .real(let number) = value { return number.isFinite ? Decimal(number) : nil }
      return value.integer.map { Decimal($0) }
    }
    guard let mantissa = value["NS.mantissa"]?.data, mantissa.count <= 16,
      mantissa.count.isMultiple(of: 2),
      let exponent = value["NS.exponent"]?.integer, (-128...127).contains(exponent)
    else { return nil }
    // The order of bytes is that of `CFByteOrder`, of which 2 is the highest first.
    var number = UInt128(0)
    let isBigEndian = value["NS.mantissa.bo"]?.integer == 2
    for (index, byte) in mantissa.enumerated() {
      number |= UInt128(byte) << UInt128(8 * (isBigEndian ? index ^ 1 : index))
    }
    // Words beyond the length don't count.
    if let length = value["NS.length"]?.integer, (0..<8).contains(length) {
      number &= 1 << UInt128(16 * length) - 1
    }
    let isNegative = value["NS.negative"]?.boolean ?? false
    // Zero with a sign is how a decimal says that it is no number.
    if number == 0 { return isNegative ? .nan : 0 }
    return Decimal(string: "\(isNegative ? "-" : "")\(number)e\(exponent)")
  }
}
