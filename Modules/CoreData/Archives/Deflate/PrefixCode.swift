/// The decoding tables of a prefix code, in which no code begins with another (RFC 1951, 3.2.2).
///
/// Codes of up to ten bits, which nearly all are, need one table lookup. Longer ones are found by
/// their length: the codes of one length are consecutive numbers, greater than all shorter codes.
struct PrefixCode {
  static let tableBits = 10
  static let maximumLength = 15

  /// Indexed by the next bits: the symbol and, in the lowest four bits, the code's length, or 0 if
  /// there is no code.
  private var table = [UInt16](repeating: 0, count: 1 << tableBits)
  /// Indexed by length: the first 16-bit number greater than all codes up to that length.
  private var ends = [Int](repeating: 0, count: maximumLength + 1)
  /// Indexed by length: the difference between a code and its symbol's index.
  private var offsets = [Int](repeating: 0, count: maximumLength + 1)
  /// The symbols, sorted by code.
  private var symbols: [UInt16] = []

  /// Creates the code with given lengths of its symbols' codes, 0 for unused symbols. Returns nil
  /// if the lengths are invalid.
  ///
  /// A code may be incomplete only if it has at most one symbol, since common programs write such
  /// codes.
  init?(lengths: ArraySlice<UInt8>) {
    var counts = [Int](repeating: 0, count: Self.maximumLength + 1)
    for length in lengths { counts[Int(length)] += 1 }
    counts[0] = 0
    var free = 1
    for length in 1...Self.maximumLength {
      free = free << 1 - counts[length]
      if free < 0 { return nil }
    }
    let used = counts.reduce(0, +)
    if free > 0, used > 1 || used != counts[1] { return nil }

    var places = [Int](repeating: 0, count: Self.maximumLength + 1)
    var codes = places
    var (code, place) = (0, 0)
    for length in 1...Self.maximumLength {
      code <<= 1
      places[length] = place
      codes[length] = code
      offsets[length] = place - code
      code += counts[length]
      place += counts[length]
      ends[length] = code << (16 - length)
    }
    symbols = [UInt16](repeating: 0, count: used)
    for (symbol, length) in lengths.enumerated() where length > 0 {
      let length = Int(length)
      symbols[places[length]] = UInt16(symbol)
      places[length] += 1
      let code = codes[length]
      codes[length] += 1
      guard length <= Self.tableBits else { continue }
      var index = Int(UInt16(code).bitsReversed >> (16 - UInt16(length)))
      while index < table.count {
        table[index] = UInt16(symbol) << 4 | UInt16(length)
        index += 1 << length
      }
    }
  }

  /// Decodes the symbol in the lowest bits. Returns it with the length of its code, or a length of
  /// 0 if the bits aren't a code.
  @inline(__always)
  func decode(_ bits: UInt64) -> (symbol: Int, length: Int) {
    let entry = Int(table[Int(truncatingIfNeeded: bits) & (1 << Self.tableBits - 1)])
    if entry != 0 { return (entry >> 4, entry & 15) }
    return decodeLong(bits)
  }

  private func decodeLong(_ bits: UInt64) -> (symbol: Int, length: Int) {
    let code = Int(UInt16(truncatingIfNeeded: bits).bitsReversed)
    for length in Self.tableBits + 1...Self.maximumLength where code < ends[length] {
      return (Int(symbols[code >> (16 - length) + offsets[length]]), length)
    }
    return (0, 0)
  }
}

extension UInt16 {
  /// The number with its bits reversed.
  fileprivate var bitsReversed: UInt16 {
    var bits = self
    bits = (bits & 0xAAAA) >> 1 | (bits & 0x5555) << 1
    bits = (bits & 0xCCCC) >> 2 | (bits & 0x3333) << 2
    bits = (bits & 0xF0F0) >> 4 | (bits & 0x0F0F) << 4
    return bits.byteSwapped
  }
}
