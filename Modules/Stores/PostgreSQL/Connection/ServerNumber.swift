/// The binary forms of a server's numbers (numeric.c and float.c of PostgreSQL: `numeric_send`, `float4send`).
enum ServerNumber {
  /// The digits of a `numeric`, such as `-12.50`, in UTF-8.
  ///
  /// It has four numbers of two bytes: the count of digits, the weight of the first one, the sign, and the count of
  /// decimal digits behind the point. Digits of two bytes follow, to the base of 10,000.
  static func text(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    func number(_ index: Int) -> Int {
      let offset = index * 2
      guard offset + 2 <= bytes.count else { return 0 }
      return Int(Int16(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int16.self)))
    }
    let (count, weight, sign, scale) = (number(0), number(1), number(2) & 0xffff, number(3))
    switch sign {
    case 0xc000: return Array("NaN".utf8)
    case 0xd000: return Array("Infinity".utf8)
    case 0xf000: return Array("-Infinity".utf8)
    default: break
    }
    func digit(_ place: Int) -> String {
      let index = weight - place
      let value = index >= 0 && index < count ? number(4 + index) : 0
      let text = String(value)
      return String(repeating: "0", count: max(0, 4 - text.utf8.count)) + text
    }
    var whole = weight >= 0 ? (0...weight).reversed().map(digit).joined() : "0"
    whole = String(whole.drop { $0 == "0" })
    var text = (sign == 0x4000 ? "-" : "") + (whole.isEmpty ? "0" : whole)
    if scale > 0 {
      let groups = (scale + 3) / 4
      let fraction = (1...groups).map { digit(-$0) }.joined()
      text += "." + fraction.prefix(scale)
    }
    return Array(text.utf8)
  }

  /// A `real` of four bytes as one of eight, big-endian.
  static func double(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    guard bytes.count == 4 else { return [] }
    let bits = UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self))
    return withUnsafeBytes(of: Double(Float(bitPattern: bits)).bitPattern.bigEndian) { Array($0) }
  }
}
