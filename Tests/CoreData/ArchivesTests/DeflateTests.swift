import StrataArchiveSupport
import Foundation
import StrataArchives
import StrataTestSupport
import Testing

/// Packed data was made by zlib 1.3.
@Suite struct CompressedData {
  /// Codes of the data's own, of which none has more than ten bits.
  static let lines = (
    packed: """
    PZLLccQwDEPvqUIliD/JUj85ZGZn+z8GsAXfaFMkHgl+/r6/re/Wfz6MbDd7It8tnyh2W0+UyI4nrN28nnDsFufvRNF5e+02\
    ToO123W6GqSsS4xqrgwELU+FBZVOJ6PsOgpGYSnbIIUyEPdLNZAPV7dFQs0FghSBgyBTGY58nRoHQfnp5iCoeXQcBEMEDoLx\
    ZkAw3xoQzLcbVyCdAMESQYBgiS24gy7s4BK6JgpuwTRsFFcnihj80ooCGBbaXlz3XtUTIFbaedKNIZSkHUNOJVmmLEyyXPI2\
    b0dketKSLpakJ6YzSZriXXVg8ejqCRbPfvSq00uxFFh8vDmw+FRdBY1WzwKLr/cswRIvS/E0TZw175tQHS8kNF/xRBKz/wM=
    """,
    content: (0..<60).map { "line \($0): \($0 * $0)\n" }.joined()
  )
  /// Thirteen bytes as often as Fibonacci's numbers, so that the rarest ones' codes have twelve bits.
  static let numbers = [1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233]
  static let rare = (
    packed: """
    BcGBAcMwDMOwbW1iS+T/9w74fH+/53ne933fc84555x777333nvvvTMzMzMzMzMzMzOzu7u7u7u7u7u7u7u7u7u7u5skSZIk\
    SZIkSZIkSZIkSZIkSZIkSdq2bdu2bdu2bdu2bdu2bdu2bdu2bdu2bdu2bdu2bdu2bQsAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
    AAAAAAAAAAAAAAAAAKCqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqrq\
    Hw==
    """,
    content: numbers.enumerated().map {
      String(repeating: "\(Unicode.Scalar(UInt8($0.offset)))", count: $0.element)
    }.joined()
  )

  @Test(arguments: [
    lines, rare,
    (packed: "y0jNycnXUchAohQB", content: "hello, hello, hello!"),
    (packed: "S0wcBaNgFAx3AAA=", content: String(repeating: "a", count: 1000)),
    (packed: "AwA=", content: ""),
  ])
  func isUnpacked(packed: String, content: String) throws {
    let data = try #require(Data(base64Encoded: packed))
    #expect(try String(decoding: Deflate.inflate(data), as: UTF8.self) == content)
  }

  @Test func ofStoredBlocksIsUnpacked() throws {
    let bytes = (0..<150_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
    #expect(try Deflate.inflate(StoredDeflate.deflate(bytes)) == bytes)
  }

  @Test func mayBeAsLargeAsTheLimit() throws {
    let data = try #require(Data(base64Encoded: "S0wcBaNgFAx3AAA="))
    #expect(try Deflate.inflate(data, limit: 1000).count == 1000)
    #expect(throws: ArchiveError.tooLarge(what: "unpacked size", limit: 999)) {
      try Deflate.inflate(data, limit: 999)
    }
    let stored = StoredDeflate.deflate([1, 2, 3])
    #expect(throws: ArchiveError.tooLarge(what: "unpacked size", limit: 2)) {
      try Deflate.inflate(stored, limit: 2)
    }
  }

  @Test(arguments: [lines.packed, rare.packed, "y0jNycnXUchAohQB", "AwA="])
  func endsNowhereElse(packed: String) throws {
    let data = [UInt8](try #require(Data(base64Encoded: packed)))
    for length in 0..<data.count {
      #expect(throws: ArchiveError.self) { try Deflate.inflate(Array(data.prefix(length))) }
    }
    #expect(try Deflate.inflate(data + [0xFF, 0xFF]) == Deflate.inflate(data))
  }

  @Test func ofABombStopsAtTheLimit() throws {
    // A fixed block: one zero, then copies of 258 bytes from one byte before, each of 13 bits.
    var bits = [1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0]
    for _ in 0..<100_000 { bits += [1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0] }
    let bomb = Self.packed(bits)
    #expect(throws: ArchiveError.tooLarge(what: "unpacked size", limit: 1 << 20)) {
      try Deflate.inflate(bomb, limit: 1 << 20)
    }
  }

  /// The bits that break a rule, the first of the stream first; `...` is for what doesn't matter.
  @Test(arguments: [
    ("a block of a fourth kind", [1, 1, 1]),
    ("lengths that contradict each other", [1, 0, 0, 0, 0, 0, 0, 0] + zeros(32)),
    ("a copy of what isn't there", [1, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0] + zeros(20)),
    ("the symbol 286", [1, 1, 0, 1, 1, 0, 0, 0, 1, 1, 0] + zeros(20)),
    ("more symbols than there are", [1, 0, 1, 1, 1, 1, 1, 1] + zeros(60)),
    ("a code of lengths without symbols", [1, 0, 1] + zeros(14) + zeros(200)),
    (
      "a code with too many symbols",
      [1, 0, 1] + zeros(14) + [1, 0, 0, 1, 0, 0, 1, 0, 0] + zeros(90)
    ),
    (
      "a repetition of nothing",
      [1, 0, 1] + zeros(14) + [1, 0, 0, 1, 0, 0] + zeros(6) + zeros(80)
    ),
  ])
  func breaksARule(rule: String, bits: [Int]) {
    #expect(throws: ArchiveError.self, "\(rule)") { try Deflate.inflate(Self.packed(bits)) }
  }

  @Test func thatIsChangedIsUnpackedOrRefused() throws {
    var generator = SeededGenerator()
    let samples = try [Self.lines.packed, Self.rare.packed].map {
      [UInt8](try #require(Data(base64Encoded: $0)))
    }
    for _ in 0..<FuzzRounds.count * 250 {
      var bytes = samples[Int.random(in: 0..<samples.count, using: &generator)]
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      }
      if generator.chance(1, in: 4) { bytes.mutate(using: &generator) }
      do throws(ArchiveError) {
        #expect(try Deflate.inflate(bytes, limit: 100_000).count <= 100_000)
      } catch {
        #expect("\(error)".hasPrefix("the archive"))
      }
    }
  }

  private static func zeros(_ count: Int) -> [Int] { Array(repeating: 0, count: count) }

  private static func packed(_ bits: [Int]) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: (bits.count + 7) / 8)
    for (index, bit) in bits.enumerated() { bytes[index / 8] |= UInt8(bit) << (index % 8) }
    return bytes
  }
}
