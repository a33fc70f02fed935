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

  /// The binary form of a decimal number in digits, such as `-12.50`. Nil for a text in another form.
  static func numeric(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var digits = text
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative { digits = digits.dropFirst() }
    let parts = digits.split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    let whole = parts.first ?? []
    let fraction = parts.count > 1 ? parts[1] : []
    let isDigits = (whole + fraction).allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
    }
    guard isDigits, !whole.isEmpty, parts.count == 1 || !fraction.isEmpty,
      fraction.count < 1 << 14, whole.count < 1 << 16
    else { return nil }
    // Groups of four digits, on both sides of the point.
    let zero = UInt8(ascii: "0")
    let before = (4 - whole.count % 4) % 4
    let after = (4 - fraction.count % 4) % 4
    let all =
      Array(repeating: zero, count: before) + whole + fraction
      + Array(repeating: zero, count: after)
    var groups = stride(from: 0, to: all.count, by: 4).map { start in
      all[start..<start + 4].reduce(0) { $0 * 10 + Int16($1 - zero) }
    }
    var weight = (before + whole.count) / 4 - 1
    while groups.first == 0 {
      groups.removeFirst()
      weight -= 1
    }
    while groups.last == 0 { groups.removeLast() }
    if groups.isEmpty { weight = 0 }
    let sign: UInt16 = isNegative && !groups.isEmpty ? 0x4000 : 0
    let header = [
      UInt16(groups.count), UInt16(bitPattern: Int16(weight)), sign, UInt16(fraction.count),
    ]
    return (header + groups.map { UInt16(bitPattern: $0) }).flatMap {
      [UInt8($0 >> 8), UInt8($0 & 0xff)]
    }
  }

  /// A `real` of four bytes as one of eight, big-endian.
  static func double(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    guard bytes.count == 4 else { return [] }
    let bits = UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self))
    return withUnsafeBytes(of: Double(Float(bitPattern: bits)).bitPattern.bigEndian) { Array($0) }
  }
}
