import StrataArchiveSupport
import Foundation
import StrataArchives
import StrataTestSupport
import Testing

@Suite struct PropertyLists {
  static let sample: PropertyListValue = .dictionary([
    "a": .integer(1), "b": .integer(-2), "c": .unsignedInteger(9_223_372_036_854_775_809),
    "d": .real(1.5), "e": .boolean(true), "f": .data(Data([1, 2])), "g": .string("grüß 😀"),
    "h": .array([.integer(1), .array([.integer(2)])]), "i": .uid(300),
  ])

  /// Made by plistlib of Python.
  @Test func ofAnotherProgramAreRead() throws {
    let list = """
      YnBsaXN0MDDZAQIDBAUGBwgJCgsMDQ4PEBEUUWFRYlFjUWRRZVFmUWdRaFFpEAET//////////4UAAAAAAAAAACAAAAAAAAAASM\
      /+AAAAAAAAAlCAQJnAGcAcgD8AN8AINg93gCiChKhExACgQEsCBsdHyEjJScpKy0vOElSU1ZlaGpsAAAAAAAAAQEAAAAAAAAAFQ\
      AAAAAAAAAAAAAAAAAAAG8=
      """
    let data = try #require(Data(base64Encoded: list))
    #expect(try PropertyListValue(propertyList: data) == Self.sample)
  }

  @Test func areReadAsTheyWereWritten() throws {
    let list = PropertyListValue.dictionary([
      "sample": Self.sample, "null": .null, "set": .set([.boolean(false)]),
      "date": .date(Date(timeIntervalSinceReferenceDate: 12.25)),
      "long": .array((0..<300).map { .integer($0) }),
      "least": .integer(.min), "text": .string(String(repeating: "ü", count: 40)),
    ])
    #expect(try PropertyListValue(binaryPropertyList: PropertyListWriter.bytes(of: list)) == list)
  }

  @Test func ofXMLAreRead() throws {
    let list = """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0"><dict><key>one</key><integer>1</integer><key>yes</key><true/>
      <key>half</key><real>0.5</real><key>data</key><data>AQI=</data>
      <key>list</key><array><string>a</string><false/></array></dict></plist>
      """
    #expect(
      try PropertyListValue(propertyList: Data(list.utf8))
        == .dictionary([
          "one": .integer(1), "yes": .boolean(true), "half": .real(0.5),
          "data": .data(Data([1, 2])),
          "list": .array([.string("a"), .boolean(false)]),
        ]))
  }

  @Test(arguments: [
    "", "bplist00", "{ a = 1; }", "<plist><dict>", "SQLite format 3", "(((((", "<", "<<",
  ])
  func areNotInOtherFiles(text: String) {
    #expect(throws: ArchiveError.self) { try PropertyListValue(propertyList: Data(text.utf8)) }
  }

  @Test(
    arguments: [
      ("an unknown kind", [[0x7F]]),
      ("an unknown simple value", [[0x0A]]),
      ("a number of 32 bytes", [[0x15] + Array(repeating: 0, count: 32)]),
      ("a number of more than 64 bits", [[0x14] + Array(repeating: 1, count: 16)]),
      ("a real number of one byte", [[0x20, 0]]),
      ("a text that is no ASCII", [[0x51, 0xFF]]),
      ("data beyond the end", [[0x4E, 1, 2]]),
      ("a length beyond the end", [[0x4F, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]]),
      ("a negative length", [[0x4F, 0x13, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]]),
      ("a length that is no number", [[0x4F, 0x51, 0x61]]),
      ("a length that is cut", [[0x4F, 0x13, 0]]),
      ("an array that contains itself", [[0xA1, 0, 0]]),
      ("a circle of two", [[0xA1, 0, 1], [0xA1, 0, 0]]),
      ("a reference to nothing", [[0xA1, 0, 9]]),
      ("a key that is no text", [[0xD1, 0, 1, 0, 1], [0x09]]),
      ("a key twice", [[0xD2, 0, 1, 0, 1, 0, 2, 0, 2], [0x51, 0x61], [0x09]]),
      ("a dictionary beyond the end", [[0xD9, 0, 1]]),
      ("a reference that is cut", [[0x8F, 0, 1]]),
    ] as [(String, [[UInt8]])])
  func breakARule(rule: String, objects: [[UInt8]]) {
    #expect(throws: ArchiveError.self, "\(rule)") {
      try PropertyListValue(binaryPropertyList: PropertyListWriter.bytes(objects: objects))
    }
  }

  /// Places in the trailer, and what stands there instead of the right number.
  @Test(arguments: [
    (6, 0), (6, 9), (7, 0), (7, 255), (8, 255), (14, 1), (16, 128), (23, 9), (24, 127),
  ])
  func haveATrailer(place: Int, byte: UInt8) {
    var bytes = PropertyListWriter.bytes(of: .array([.integer(1)]))
    bytes[bytes.count - 32 + place] = byte
    #expect(throws: ArchiveError.self) { try PropertyListValue(binaryPropertyList: bytes) }
  }

  @Test func whoseValuesOverlapAreRefused() {
    // A thousand values that are one long array of the first.
    var objects: [[UInt8]] = [[0x09]]
    objects.append(
      PropertyListWriter.head(0xA, count: 1000) + Array(repeating: 0, count: 2000))
    objects += Array(repeating: [], count: 998)
    var bytes = PropertyListWriter.bytes(objects: objects, top: 999)
    let table = bytes.count - 32 - 4 * objects.count
    for number in 2..<1000 {
      bytes.replaceSubrange(
        table + 4 * number..<table + 4 * number + 4, with: PropertyListWriter.number(9, size: 4))
    }
    // All of them are elements of the array at once.
    for number in 0..<1000 {
      bytes.replaceSubrange(
        15 + 2 * number..<17 + 2 * number,
        with: PropertyListWriter.number(number == 999 ? 0 : number, size: 2))
    }
    #expect(throws: ArchiveError.self) { try PropertyListValue(binaryPropertyList: bytes) }
  }

  @Test func thatSayTheyAreLargeAreRefused() {
    let bytes = PropertyListWriter.bytes(objects: Array(repeating: [0x09], count: 200))
    #expect(throws: ArchiveError.tooLarge(what: "number of values", limit: 199)) {
      try PropertyListValue(binaryPropertyList: bytes, limits: ArchiveLimits(values: 199))
    }
  }

  @Test func thatDoubleAgainAndAgainAreTooLarge() {
    // Each array holds the next one twice: 2⁶⁰ values of a few hundred bytes.
    let objects = (1...60).map { number in
      [0xA2] + PropertyListWriter.number(number, size: 2)
        + PropertyListWriter.number(number, size: 2)
    }
    let bytes = PropertyListWriter.bytes(objects: objects + [[0x09]])
    #expect(throws: ArchiveError.tooLarge(what: "number of values", limit: 4_000_000)) {
      try PropertyListValue(binaryPropertyList: bytes)
    }
  }

  @Test(arguments: [false, true]) func thatAreNestedTooDeepAreRefused(isReversed: Bool) {
    // In the one order values are reached from above, in the other from below.
    var objects: [[UInt8]] = (1...5000).map { [0xA1] + PropertyListWriter.number($0, size: 2) }
    objects.append([0x09])
    if isReversed {
      objects.append(
        PropertyListWriter.head(0xA, count: 5000)
          + (0..<5000).reversed().flatMap { PropertyListWriter.number($0, size: 2) })
    }
    let bytes = PropertyListWriter.bytes(objects: objects, top: isReversed ? 5001 : 0)
    #expect(throws: ArchiveError.tooLarge(what: "nesting", limit: 128)) {
      try PropertyListValue(binaryPropertyList: bytes)
    }
  }

  @Test func thatAreChangedAreReadOrRefused() throws {
    var generator = SeededGenerator()
    let sample = PropertyListWriter.bytes(
      of: .array([Self.sample, .set([Self.sample, .real(2)]), .dictionary(["x": Self.sample])]))
    for length in 0..<sample.count {
      #expect(throws: ArchiveError.self) {
        try PropertyListValue(binaryPropertyList: Array(sample.prefix(length)))
      }
    }
    for _ in 0..<FuzzRounds.count * 500 {
      var bytes = sample
      for _ in 0..<Int.random(in: 1...5, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[place] = UInt8.random(in: 0...255, using: &generator)
      }
      if generator.chance(1, in: 3) { bytes.mutate(using: &generator) }
      do throws(ArchiveError) {
        let value = try PropertyListValue(binaryPropertyList: bytes)
        let again = PropertyListWriter.bytes(of: value)
        // Numbers that aren't numbers are equal to nothing, but have the same bytes.
        #expect(
          PropertyListWriter.bytes(of: try PropertyListValue(binaryPropertyList: again)) == again)
      } catch {
        #expect("\(error)".hasPrefix("the archive"))
      }
    }
  }
}
