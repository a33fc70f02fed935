/// A code in which no symbol's bits begin another's (RFC 1951, 3.2.2), as tables to decode it with.
///
/// Codes of up to ten bits, nearly all that occur, are found by one look at a table. A longer one is
/// found by its length: the codes of a length are consecutive numbers, greater than all shorter ones.
struct PrefixCode {
  static let tableBits = 10
  static let maximumLength = 15

  /// By the next bits: the symbol and, in the lowest four bits, its code's length; 0 for none.
  private var table = [UInt16](repeating: 0, count: 1 << tableBits)
  /// By length: the first number of 16 bits that is greater than all codes up to this length.
  private var ends = [Int](repeating: 0, count: maximumLength + 1)
  /// By length: what a code of this length differs by from the place of its symbol.
  private var offsets = [Int](repeating: 0, count: maximumLength + 1)
  /// The symbols by code.
  private var symbols: [UInt16] = []

  /// Makes the code of its symbols' lengths, 0 for symbols without a code; nil if there is none.
  ///
  /// A code may leave bits without meaning only where it has one symbol, or none: so do the programs
  /// that everyone uses.
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

  /// Finds the symbol that the lowest bits are the code of, and how many bits these are; a length of 0
  /// if they are no code.
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
  /// The number with its bits in the opposite order.
  fileprivate var bitsReversed: UInt16 {
    var bits = self
    bits = (bits & 0xAAAA) >> 1 | (bits & 0x5555) << 1
    bits = (bits & 0xCCCC) >> 2 | (bits & 0x3333) << 2
    bits = (bits & 0xF0F0) >> 4 | (bits & 0x0F0F) << 4
    return bits.byteSwapped
  }
}
