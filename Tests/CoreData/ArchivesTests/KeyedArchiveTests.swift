import StrataArchiveSupport
import Foundation
import StrataArchives
import StrataTestSupport
import Testing

@Suite struct KeyedArchives {
  @Test func nameClassesAndLeadToObjects() throws {
    var writer = KeyedArchiveWriter()
    let title = writer.add("Emma")
    let book = writer.add(
      class: "App.Book", ["title": title, "pages": .integer(474), "owner": KeyedArchiveWriter.null])
    let archive = try KeyedArchive(writer.data(root: book))
    let root = try #require(archive.root)
    #expect(root.className == "App.Book")
    #expect(root.isKind(of: "NSObject"))
    #expect(root.keys == ["owner", "pages", "title"])
    #expect(root["title"]?.string == "Emma")
    #expect(root["title"]?.number == 1)
    #expect(root["pages"]?.integer == 474)
    #expect(root["owner"] == nil)
    #expect(root["author"] == nil)
  }

  @Test func holdFoundationsValues() throws {
    let id = UUID()
    var writer = KeyedArchiveWriter()
    let values: [(PropertyListValue, ArchivedValue)] = [
      (KeyedArchiveWriter.null, .null),
      (writer.add(class: "NSNull", [:]), .null),
      (writer.add(.boolean(true)), .boolean(true)),
      (writer.add(.integer(-3)), .integer(-3)),
      (writer.add(.unsignedInteger(.max)), .unsignedInteger(.max)),
      (writer.add(.real(0.5)), .double(0.5)),
      (writer.add("plain"), .string("plain")),
      (writer.add(class: "NSMutableString", ["NS.string": .string("mutable")]), .string("mutable")),
      (writer.add(.data(Data([1]))), .data(Data([1]))),
      (writer.add(class: "NSMutableData", ["NS.data": .data(Data([2]))]), .data(Data([2]))),
      (
        writer.add(class: "NSDate", ["NS.time": .real(100)]),
        .date(Date(timeIntervalSinceReferenceDate: 100))
      ),
      (
        writer.add(
          class: "NSUUID",
          ["NS.uuidbytes": .data(withUnsafeBytes(of: id.uuid) { Data($0) })]), .uuid(id)
      ),
      (
        writer.add(
          class: "NSURL",
          ["NS.base": KeyedArchiveWriter.null, "NS.relative": writer.add("https://a.example/b")]),
        .url(try #require(URL(string: "https://a.example/b")))
      ),
    ]
    let root = writer.array(values.map(\.0))
    #expect(
      try ArchivedValue(keyedArchive: writer.data(root: root)) == .array(values.map(\.1)))
  }

  @Test func holdCollections() throws {
    var writer = KeyedArchiveWriter()
    let (one, two) = (writer.add(.integer(1)), writer.add(.integer(2)))
    let root = writer.dictionary([
      "array": writer.array([one, two], class: "NSMutableArray"),
      "set": writer.array([one], class: "NSSet"),
      "ordered": writer.add(
        class: "NSOrderedSet", ["NS.object.0": two, "NS.object.1": one]),
      "dictionary": writer.dictionary(["a": one], class: "NSMutableDictionary"),
    ])
    #expect(
      try ArchivedValue(keyedArchive: writer.data(root: root))
        == .dictionary([
          .init(key: .string("array"), value: .array([.integer(1), .integer(2)])),
          .init(key: .string("set"), value: .set([.integer(1)])),
          .init(key: .string("ordered"), value: .array([.integer(2), .integer(1)])),
          .init(
            key: .string("dictionary"),
            value: .dictionary([.init(key: .string("a"), value: .integer(1))])),
        ]))
  }

  /// Numbers of 16 bits, the lowest first, as bytes in either order, and a power of ten.
  @Test(
    arguments: [
      ([0xD2, 0x04], -2, false, 1, "12.34"),
      ([0x04, 0xD2], -2, false, 2, "12.34"),
      ([0x01, 0x00, 0x01, 0x00], 0, true, 1, "-65537"),
      ([0, 0], 0, false, 1, "0"),
      (
        Array(repeating: 0xFF, count: 16), -3, false, 1,
        "340282366920938463463374607431768211.455"
      ),
    ] as [([UInt8], Int64, Bool, Int64, String)])
  func holdDecimals(
    mantissa: [UInt8], exponent: Int64, isNegative: Bool, order: Int64, text: String
  ) throws {
    var writer = KeyedArchiveWriter()
    let root = writer.add(
      class: "NSDecimalNumber",
      [
        "NS.mantissa": .data(Data(mantissa)), "NS.exponent": .integer(exponent),
        "NS.negative": .boolean(isNegative), "NS.mantissa.bo": .integer(order),
        "NS.length": .integer(Int64(mantissa.count / 2)), "NS.compact": .boolean(true),
      ])
    let value = try ArchivedValue(keyedArchive: writer.data(root: root))
    guard case .decimal(let number) = value else {
      Issue.record("\(value) is no decimal")
      return
    }
    #expect("\(number)" == text)
  }

  @Test func makeNoObjectsOfClasses() throws {
    var writer = KeyedArchiveWriter()
    let cover = writer.add(class: "App.Cover", ["text": writer.add("front"), "page": .integer(1)])
    #expect(
      try ArchivedValue(keyedArchive: writer.data(root: cover))
        == .object(className: "App.Cover", fields: ["text": .string("front"), "page": .integer(1)]))
  }

  @Test func mayGoInCircles() throws {
    var writer = KeyedArchiveWriter()
    let parent = writer.reserve()
    let child = writer.add(class: "Node", ["parent": parent])
    writer.set(parent, class: "Node", ["child": child])
    #expect(
      try ArchivedValue(keyedArchive: writer.data(root: parent))
        == .object(
          className: "Node",
          fields: [
            "child": .object(className: "Node", fields: ["parent": .cycle(number: 1)])
          ]))
  }

  @Test func holdASwiftArrayAsItIsOrAsJSON() throws {
    var writer = KeyedArchiveWriter()
    let list = writer.array([writer.add("a"), writer.add("b")])
    let expected = ArchivedValue.array([.string("a"), .string("b")])
    #expect(try ArchivedValue(transformedValue: writer.data(root: list)) == expected)
    let json = writer.add(.data(Data(#"["a", "b"]"#.utf8)))
    #expect(try ArchivedValue(transformedValue: writer.data(root: json)) == expected)
    let data = writer.add(.data(Data([0xFF])))
    #expect(try ArchivedValue(transformedValue: writer.data(root: data)) == .data(Data([0xFF])))
  }

  @Test func whoseReferencesLeadNowhereAreRefused() {
    var writer = KeyedArchiveWriter()
    let root = writer.array([.uid(400)])
    #expect(throws: ArchiveError.self) { try KeyedArchive(writer.list(root: root)) }
    let other = KeyedArchiveWriter()
    #expect(throws: ArchiveError.self) { try KeyedArchive(other.list(root: .uid(7))) }
    var third = KeyedArchiveWriter()
    let itself = third.add(.uid(1))
    #expect(throws: ArchiveError.self) { try KeyedArchive(third.list(root: itself)) }
    #expect(throws: ArchiveError.self) { try KeyedArchive(.dictionary([:])) }
  }

  @Test func thatDoubleAgainAndAgainAreTooLarge() throws {
    var writer = KeyedArchiveWriter()
    var root = writer.add(.integer(1))
    for _ in 0..<60 { root = writer.array([root, root]) }
    let data = writer.data(root: root)
    #expect(throws: ArchiveError.tooLarge(what: "number of values", limit: 10_000)) {
      try ArchivedValue(keyedArchive: data, limits: ArchiveLimits(values: 10_000))
    }
  }

  @Test func thatAreNestedTooDeepAreRefused() throws {
    var writer = KeyedArchiveWriter()
    var root = writer.add(.integer(1))
    for _ in 0..<1000 { root = writer.array([root]) }
    let data = writer.data(root: root)
    #expect(throws: ArchiveError.tooLarge(what: "nesting", limit: 128)) {
      try ArchivedValue(keyedArchive: data)
    }
  }

  @Test func thatAreChangedAreReadOrRefused() throws {
    var generator = SeededGenerator()
    var writer = KeyedArchiveWriter()
    let parent = writer.reserve()
    let child = writer.add(class: "Node", ["parent": parent, "name": writer.add("x")])
    let date = writer.add(class: "NSDate", ["NS.time": .real(1)])
    let map = writer.dictionary(["child": child, "date": date])
    writer.set(parent, class: "Node", ["all": writer.array([child, date, map])])
    let sample = writer.data(root: parent)
    let limits = ArchiveLimits(inflatedBytes: 10_000, values: 10_000, depth: 32)
    for _ in 0..<FuzzRounds.count * 250 {
      var bytes = [UInt8](sample)
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[place] = UInt8.random(in: 0...255, using: &generator)
      }
      do throws(ArchiveError) {
        let value = try ArchivedValue(transformedValue: Data(bytes), limits: limits)
        #expect(value.elements?.isEmpty != false || !"\(value)".isEmpty)
      } catch {
        #expect("\(error)".hasPrefix("the archive"))
      }
    }
  }
}
