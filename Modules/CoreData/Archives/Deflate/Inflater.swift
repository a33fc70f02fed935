public import Foundation

/// Decompresses a stream of compressed data.
///
/// A 64-bit buffer contains the next bits of the input. After ``refill()`` it has at least 56 bits,
/// unless the input ends. A code with its extra bits is always shorter.
struct Inflater {
  private let input: [UInt8]
  private var position = 0
  private var bits: UInt64 = 0
  private var bitCount = 0
  private var output: [UInt8]
  private var count = 0
  private let limit: Int

  init(_ input: [UInt8], limit: Int) {
    self.input = input
    self.limit = max(0, limit)
    // Most data grows to about four times its size. The buffer grows if necessary.
    output = [UInt8](repeating: 0, count: min(self.limit, input.count * 4))
  }

  mutating func inflated() throws(ArchiveError) -> [UInt8] {
    var isLast = false
    while !isLast {
      isLast = try take(1) == 1
      switch try take(2) {
      case 0: try copyStored()
      case 1: try inflateBlock(literals: FixedCodes.literals, places: FixedCodes.distances)
      case 2:
        let (literals, distances) = try codes()
        try inflateBlock(literals: literals, places: distances)
      default: throw corrupt("there is no block of type 3")
      }
    }
    output.removeLast(output.count - count)
    return output
  }

  /// Copies an uncompressed block (RFC 1951, 3.2.4).
  private mutating func copyStored() throws(ArchiveError) {
    drop(bitCount & 7)
    let length = try take(16)
    guard try take(16) == ~length & 0xFFFF else {
      throw corrupt("a stored block's two lengths contradict each other")
    }
    // Returns the buffered bytes to the input.
    position -= bitCount >> 3
    (bits, bitCount) = (0, 0)
    guard length <= input.count - position else { throw truncated }
    try makeRoom(for: length)
    for index in 0..<length { output[count + index] = input[position + index] }
    count += length
    position += length
  }

  /// Reads the codes of a block, which are themselves encoded (RFC 1951, 3.2.7).
  private mutating func codes() throws(ArchiveError) -> (PrefixCode, PrefixCode) {
    let literalCount = try take(5) + 257
    let distanceCount = try take(5) + 1
    let lengthCount = try take(4) + 4
    guard literalCount <= 286, distanceCount <= 30 else {
      throw corrupt("a block has codes for more symbols than there are")
    }
    var codeLengths = [UInt8](repeating: 0, count: 19)
    for symbol in Self.orderOfCodeLengths.prefix(lengthCount) {
      codeLengths[symbol] = UInt8(try take(3))
    }
    guard let code = PrefixCode(lengths: codeLengths[...]) else {
      throw corrupt("the code of a block's code lengths is none")
    }

    var lengths: [UInt8] = []
    while lengths.count < literalCount + distanceCount {
      let symbol = try takeSymbol(code)
      let repeated: UInt8
      let times: Int
      switch symbol {
      case 16:
        guard let last = lengths.last else { throw corrupt("a code length repeats none") }
        (repeated, times) = (last, try take(2) + 3)
      case 17: (repeated, times) = (0, try take(3) + 3)
      case 18: (repeated, times) = (0, try take(7) + 11)
      default: (repeated, times) = (UInt8(symbol), 1)
      }
      lengths.append(contentsOf: repeatElement(repeated, count: times))
    }
    guard lengths.count == literalCount + distanceCount, lengths[256] > 0,
      let literals = PrefixCode(lengths: lengths[..<literalCount]),
      let distances = PrefixCode(lengths: lengths[literalCount...])
    else { throw corrupt("a block's code is none") }
    return (literals, distances)
  }

  /// Decompresses a block of literal bytes and copies of earlier output (RFC 1951, 3.2.3).
  private mutating func inflateBlock(
    literals: PrefixCode, places: PrefixCode
  ) throws(ArchiveError) {
    let (lengths, lengthBits) = (Self.lengths, Self.lengthBits)
    let (distances, distanceBits) = (Self.distances, Self.distanceBits)
    while true {
      refill()
      let (symbol, length) = literals.decode(bits)
      try check(length)
      drop(length)
      if symbol < 256 {
        if count == output.count { try makeRoom(for: 1) }
        output[count] = UInt8(truncatingIfNeeded: symbol)
        count += 1
        continue
      }
      if symbol == 256 { return }
      guard symbol < 286 else { throw corrupt("a length is none") }
      let copied = lengths[symbol - 257] + (try takeExtra(lengthBits[symbol - 257]))

      refill()
      let (place, placeLength) = places.decode(bits)
      try check(placeLength)
      drop(placeLength)
      guard place < 30 else { throw corrupt("a distance is none") }
      let distance = distances[place] + (try takeExtra(distanceBits[place]))
      guard distance <= count else {
        throw corrupt("something from before the beginning is to be repeated")
      }
      try makeRoom(for: copied)
      // Copies byte by byte, since the source may overlap the destination.
      output.withUnsafeMutableBufferPointer { output in
        for index in count..<count + copied { output[index] = output[index - distance] }
      }
      count += copied
    }
  }
}

extension Inflater {
  /// Fills the buffer with at least 56 bits, or with all that remain.
  @inline(__always)
  private mutating func refill() {
    guard bitCount < 48 else { return }
    if position + 8 <= input.count {
      let next = input.withUnsafeBytes {
        UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      }
      bits |= next << UInt64(bitCount)
      // Bits above `bitCount` are the next bits of the input, so reading them again changes
      // nothing.
      position += (63 - bitCount) >> 3
      bitCount |= 56
    } else {
      while bitCount <= 56, position < input.count {
        bits |= UInt64(input[position]) << UInt64(bitCount)
        position += 1
        bitCount += 8
      }
    }
  }

  @inline(__always)
  private mutating func drop(_ length: Int) {
    bits >>= UInt64(length)
    bitCount -= length
  }

  @inline(__always)
  private func check(_ length: Int) throws(ArchiveError) {
    if length == 0 || length > bitCount { throw length == 0 ? noCode : truncated }
  }

  /// Takes a number from the buffer, which ``refill()`` has filled.
  @inline(__always)
  private mutating func takeExtra(_ length: Int) throws(ArchiveError) -> Int {
    guard length <= bitCount else { throw truncated }
    let number = Int(truncatingIfNeeded: bits & (1 << UInt64(length) - 1))
    drop(length)
    return number
  }

  private mutating func take(_ length: Int) throws(ArchiveError) -> Int {
    refill()
    return try takeExtra(length)
  }

  private mutating func takeSymbol(_ code: PrefixCode) throws(ArchiveError) -> Int {
    refill()
    let (symbol, length) = code.decode(bits)
    try check(length)
    drop(length)
    return symbol
  }

  @inline(__always)
  private mutating func makeRoom(for length: Int) throws(ArchiveError) {
    if length > output.count - count { try grow(by: length) }
  }

  private mutating func grow(by length: Int) throws(ArchiveError) {
    guard length <= limit - count else {
      throw ArchiveError.tooLarge(what: "unpacked size", limit: limit)
    }
    let size = min(limit, max(output.count * 2, count + length, 1024))
    output.append(contentsOf: repeatElement(0, count: size - output.count))
  }

  private var truncated: ArchiveError { corrupt("the compressed data ends early") }
  private var noCode: ArchiveError { corrupt("some bits are no code") }

  private func corrupt(_ reason: String) -> ArchiveError {
    .corrupt(reason: reason, offset: position - bitCount >> 3)
  }
}

extension Inflater {
  /// The codes of blocks without codes of their own (RFC 1951, 3.2.6).
  private enum FixedCodes {
    static let literals = code(
      (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
    static let distances = code([UInt8](repeating: 5, count: 32))

    private static func code(_ lengths: [UInt8]) -> PrefixCode {
      guard let code = PrefixCode(lengths: lengths[...]) else {
        preconditionFailure("the fixed codes are complete")
      }
      return code
    }
  }

  /// The order of code lengths (RFC 1951, 3.2.7). Rarely used ones come last and may be omitted.
  private static let orderOfCodeLengths = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]

  // The base values and extra bits of the symbols for lengths, from 257 on, and distances (RFC
  // 1951, 3.2.5).
  private static let lengths = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
    163, 195, 227, 258,
  ]
  private static let lengthBits = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  private static let distances = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049,
    3073, 4097, 6145, 8193, 12289, 16385, 24577,
  ]
  private static let distanceBits = [
    0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13,
    13,
  ]
}

/// The compressed data format DEFLATE, RFC 1951, without a header or a checksum around it.
public enum Deflate {
  /// Decompresses data. Bytes after the last block are ignored. O(size of the result).
  ///
  /// - Parameter limit: The greatest size of the result in bytes.
  /// - Throws: ``ArchiveError`` if the data is invalid, incomplete or too large.
  public static func inflate(
    _ bytes: [UInt8], limit: Int = ArchiveLimits().inflatedBytes
  ) throws(ArchiveError) -> [UInt8] {
    var inflater = Inflater(bytes, limit: limit)
    return try inflater.inflated()
  }

  /// Decompresses data. Bytes after the last block are ignored. O(size of the result).
  ///
  /// - Parameter limit: The greatest size of the result in bytes.
  /// - Throws: ``ArchiveError`` if the data is invalid, incomplete or too large.
  public static func inflate(
    _ data: Data, limit: Int = ArchiveLimits().inflatedBytes
  ) throws(ArchiveError) -> Data {
    Data(try inflate([UInt8](data), limit: limit))
  }
}
