public import Foundation

extension KeyedArchive.Node {
  /// The date, or nil for other objects.
  public var date: Date? {
    if let date = value.date { return date }
    guard isKind(of: "NSDate"), let time = value["NS.time"]?.double else { return nil }
    return Date(timeIntervalSinceReferenceDate: time)
  }

  /// The UUID, or nil for other objects.
  public var uuid: UUID? {
    guard isKind(of: "NSUUID"), let bytes = value["NS.uuidbytes"]?.data, bytes.count == 16 else {
      return nil
    }
    var uuid = UUID().uuid
    withUnsafeMutableBytes(of: &uuid) { $0.copyBytes(from: bytes) }
    return UUID(uuid: uuid)
  }

  /// The URL, or nil for other objects and invalid texts.
  public var url: URL? {
    guard isKind(of: "NSURL"), let text = self["NS.relative"]?.string else { return nil }
    let base = self["NS.base"]
    // Only the first base is followed, since a chain could form a cycle. Real archives have at most
    // one.
    return URL(string: text, relativeTo: base?["NS.relative"]?.string.flatMap { URL(string: $0) })
  }

  /// The number as a decimal, or nil for other objects and numbers that are too large.
  ///
  /// The keys are those of `NSDecimalNumber`: up to eight 16-bit numbers, the lowest first, and the exponent
  /// of a power of ten. Apple's archives have the bytes in place, and those of Swift's open Foundation refer
  /// to them.
  public var decimal: Decimal? {
    guard isKind(of: "NSDecimalNumber") else {
      if case .unsignedInteger(let number) = value { return Decimal(number) }
      if case .real(let number) = value { return number.isFinite ? Decimal(number) : nil }
      return value.integer.map { Decimal($0) }
    }
    guard let mantissa = value["NS.mantissa"]?.data ?? self["NS.mantissa"]?.data,
      mantissa.count <= 16,
      mantissa.count.isMultiple(of: 2),
      let exponent = value["NS.exponent"]?.integer, (-128...127).contains(exponent)
    else { return nil }
    // The byte order is a `CFByteOrder`, in which 2 means big-endian.
    var number = UInt128(0)
    let isBigEndian = value["NS.mantissa.bo"]?.integer == 2
    for (index, byte) in mantissa.enumerated() {
      number |= UInt128(byte) << UInt128(8 * (isBigEndian ? index ^ 1 : index))
    }
    // Words beyond the length are ignored.
    if let length = value["NS.length"]?.integer, (0..<8).contains(length) {
      number &= 1 << UInt128(16 * length) - 1
    }
    let isNegative = value["NS.negative"]?.boolean ?? false
    // A negative zero encodes NaN.
    if number == 0 { return isNegative ? .nan : 0 }
    return Decimal(string: "\(isNegative ? "-" : "")\(number)e\(exponent)")
  }
}
