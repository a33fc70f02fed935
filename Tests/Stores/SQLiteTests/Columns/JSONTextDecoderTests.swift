import Foundation
import StrataTestSupport
import Testing

@testable import StrataSQLite

/// Values that are read from JSON, beside Foundation's decoder.
@Suite struct JSONTextDecoding {
  enum Fee: Codable {
    case free
    case entry(price: Int)
    case season(price: Double, days: Int?)
    indirect case reduced(Fee, String)
  }

  struct Numbers: Codable {
    var a: Int8, b: Int16, c: Int32, d: Int64, e: UInt8, f: UInt16, g: UInt32, h: UInt64
    var int: Int, uint: UInt, float: Float, double: Double, decimal: Decimal
    var wide: Int128
  }

  struct Everything: Codable {
    var größe: String
    var flag: Bool
    var numbers: Numbers
    var fees: [Fee]
    var date: Date
    var data: Data
    var address: URL
    var counts: [String: Int]
    var names: [Int: String]
    var matrix: [[Double]]
    var none: Int?
    var some: [String?]
    var sight: Sight
    var loose: [Loose]
  }

  class Seen: Codable {
    var id = 0
    required init() {}
  }

  /// A subclass, whose superclass has a decoder of its own, and a value that knows where it was.
  final class Sight: Seen {
    var words: [String] = []
    var path = ""

    enum CodingKeys: CodingKey { case words }
    required init() { super.init() }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      words = try container.decode([String].self, forKey: .words)
      path = decoder.codingPath.map { "\($0.stringValue)/\($0.intValue ?? -1)" }.joined(
        separator: ".")
      try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(words + [path], forKey: .words)
      try super.encode(to: container.superEncoder())
    }
  }

  /// What catches the errors of a decoder, and makes a value of them.
  struct Loose: Codable {
    var text: String

    init(_ text: String) { self.text = text }

    init(from decoder: any Decoder) throws {
      if var list = try? decoder.unkeyedContainer() {
        var found: [String] = []
        while !list.isAtEnd {
          let here = list.currentIndex
          if let number = try? list.decode(Int.self) {
            found.append("\(number) at \(here)")
          } else if (try? list.decodeNil()) == true {
            found.append("nil at \(here)")
          } else {
            found.append(try list.decode(String.self))
          }
        }
        text = "\(found) of \(list.count ?? -1)"
      } else {
        let single = try decoder.singleValueContainer()
        if let number = try? single.decode(Int.self) {
          text = "\(number)"
        } else if let number = try? single.decode(Double.self) {
          text = "\(number)"
        } else {
          text = try single.decode(String.self)
        }
      }
    }

    func encode(to encoder: any Encoder) throws {
      var single = encoder.singleValueContainer()
      try single.encode(text)
    }
  }

  /// What Foundation's decoder alone reads from a text, written down again, or nil if it throws.
  private static func expected<Value: Codable>(_ text: String, _ type: Value.Type) -> String? {
    // An error is the outcome here.
    guard let value = try? JSONColumn.decoder.decode(type, from: Data(text.utf8)) else {
      return nil
    }
    return written(value)
  }

  private static func written(_ value: some Encodable) -> String {
    do { return try JSONColumn.encode(value) } catch { return "unwritable: \(error)" }
  }

  private static func everything(_ random: inout SeededGenerator) -> Everything {
    func number<Value: FixedWidthInteger>(_ random: inout SeededGenerator) -> Value {
      random.chance(1, in: 3)
        ? Value.random(in: .min ... .max, using: &random) : Value.random(in: 0...20, using: &random)
    }
    func double(_ random: inout SeededGenerator) -> Double {
      switch Int.random(in: 0..<5, using: &random) {
      case 0: Double(bitPattern: random.next())
      case 1: Double(Int.random(in: -1000...1000, using: &random)) / 100
      case 2: Double.random(in: -1e9...1e9, using: &random)
      default: Double(Int.random(in: -5...5, using: &random))
      }
    }
    func fee(_ random: inout SeededGenerator) -> Fee {
      switch Int.random(in: 0..<4, using: &random) {
      case 0: .free
      case 1: .entry(price: number(&random))
      case 2: .season(price: double(&random), days: random.chance(1, in: 2) ? nil : number(&random))
      default: .reduced(fee(&random), text(&random))
      }
    }
    func text(_ random: inout SeededGenerator) -> String {
      random.text(of: "abcé\"\\/\n\t\u{1}\u{7F}😀ı{}[]:, \u{301}", upTo: 8)
    }
    func list<Value>(
      _ random: inout SeededGenerator, _ make: (inout SeededGenerator) -> Value
    ) -> [Value] {
      (0..<Int.random(in: 0...4, using: &random)).map { _ in make(&random) }
    }
    let numbers = Numbers(
      a: number(&random), b: number(&random), c: number(&random), d: number(&random),
      e: number(&random), f: number(&random), g: number(&random), h: number(&random),
      int: number(&random), uint: number(&random), float: Float(double(&random)),
      double: double(&random), decimal: Decimal(Int.random(in: -9999...9999, using: &random)) / 100,
      wide: number(&random))
    let sight = Sight()
    sight.words = list(&random, text)
    return Everything(
      größe: text(&random), flag: random.chance(1, in: 2), numbers: numbers,
      fees: list(&random, fee),
      date: Date(timeIntervalSinceReferenceDate: double(&random)),
      data: Data(text(&random).utf8),
      address: URL(fileURLWithPath: "/a/\(number(&random) as UInt8)"),
      counts: Dictionary(list(&random) { (text(&$0), number(&$0)) }) { first, _ in first },
      names: Dictionary(
        (0..<(random.chance(1, in: 4) ? 20 : 2)).map { ($0, text(&random)) }
      ) { first, _ in first },
      matrix: list(&random) { list(&$0, double) }, none: random.chance(1, in: 2) ? nil : 5,
      some: list(&random) { $0.chance(1, in: 2) ? nil : text(&$0) }, sight: sight,
      loose: random.chance(1, in: 3) ? list(&random) { Loose(text(&$0)) } : [])
  }

  private static let parts = [
    "0", "-0", "00", "1.0", "1e2", "1E+2", "1e400", "-1", "2.5", "0.1", "5e-324", "1.", ".5", "+1",
    "9223372036854775808", "18446744073709551615", "123456789012345678901234567890", "1e-400",
    "0.30000000000000000001", "9007199254740993", "1.7976931348623157e308", "true", "null", "nul",
    "\"1\"", "\"NaN\"", "\"Infinity\"", "{}", "[]", "[1,null,2.0,\"x\"]", "{\"a\":1,\"a\":2}",
    "{\"é\":1,\"e\u{301}\":2}", "{\"\\u0061\":1}", "\"\\u00e9\\ud83d\\ude00\"", "\"\\ud83d\"", " ",
    "\n",
    ",", ":", "\"", "\\", "\u{FEFF}", "// x", "'x'", "{\"wor\\u0064s\":[],\"super\":{\"id\":1}}",
    "{\"words\":[]}", "\u{7F}", "\u{0}",
  ]

  /// Replaces, doubles or removes a few parts of a text.
  private static func changed(_ text: String, _ random: inout SeededGenerator) -> String {
    var text = Array(text.unicodeScalars)
    let isDelimiter = { (scalar: Unicode.Scalar) in "{}[],:".unicodeScalars.contains(scalar) }
    for _ in 0..<Int.random(in: 1...2, using: &random) where !text.isEmpty {
      let start = Int.random(in: 0..<text.count, using: &random)
      // To the next delimiter, so that most changes make another value of one.
      var from = start
      while from > 0, !isDelimiter(text[from - 1]) { from -= 1 }
      let to = text[from...].firstIndex(where: isDelimiter) ?? text.count
      let part = parts[Int.random(in: 0..<parts.count, using: &random)].unicodeScalars
      switch Int.random(in: 0..<6, using: &random) {
      case 0: text.insert(contentsOf: part, at: start)
      case 1: text.remove(at: start)
      case 2: text.insert(contentsOf: text[from..<to] + [","], at: from)
      default: text.replaceSubrange(from..<to, with: part)
      }
    }
    var result = String.UnicodeScalarView()
    result.append(contentsOf: text)
    return String(result)
  }

  @Test("What is written is read without Foundation's decoder, and equal")
  func written() throws {
    var random = SeededGenerator()
    for _ in 0..<300 {
      var value = Self.everything(&random)
      // These let errors happen, and catch them.
      value.loose = []
      let text = try JSONColumn.encode(value)
      let found = JSONTextDecoder.value(of: text, as: Everything.self)
      #expect(found.map(Self.written) == Self.expected(text, Everything.self), "\(text)")
      #expect(found != nil, "\(text)")
    }
  }

  @Test("A text that another program wrote or damaged means what Foundation's decoder reads in it")
  func changed() throws {
    var random = SeededGenerator()
    var outcomes = (own: 0, foundation: 0, errors: 0)
    for _ in 0..<(6_000 * FuzzRounds.count) {
      let options: [JSONEncoder.OutputFormatting] = [
        [], [.prettyPrinted], [.withoutEscapingSlashes],
      ]
      let encoder = JSONEncoder()
      encoder.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
      encoder.outputFormatting = options[Int.random(in: 0..<3, using: &random)]
      let encoded = try encoder.encode(Self.everything(&random))
      let text = Self.changed(String(decoding: encoded, as: UTF8.self), &random)
      let expected = Self.expected(text, Everything.self)
      let found = JSONTextDecoder.value(of: text, as: Everything.self)
      if let found {
        outcomes.own += 1
        #expect(Self.written(found) == expected, "\(text)")
      } else if expected != nil {
        outcomes.foundation += 1
      } else {
        outcomes.errors += 1
      }
    }
    print("changed(): \(outcomes)")
    #expect(outcomes.own > 300 && outcomes.foundation > 100 && outcomes.errors > 300)
  }

  @Test("A single part is read as Foundation's decoder reads it, by each type", arguments: parts)
  func single(_ part: String) {
    func check<Value: Codable>(_ type: Value.Type) {
      for text in [part, "[\(part)]", " \(part) "] {
        if let found = JSONTextDecoder.value(of: text, as: type) {
          #expect(Self.written(found) == Self.expected(text, type), "\(text)")
        }
      }
    }
    func checkAll<Value: Codable>(_ type: Value.Type) {
      check(type)
      check([Value].self)
      check(Value?.self)
      check([Value?].self)
    }
    checkAll(Int.self)
    checkAll(UInt8.self)
    checkAll(Int64.self)
    checkAll(UInt64.self)
    checkAll(Double.self)
    checkAll(Float.self)
    checkAll(Decimal.self)
    checkAll(Bool.self)
    checkAll(String.self)
    checkAll(Date.self)
    checkAll(Loose.self)
    checkAll([String: Int].self)
    checkAll(Sight.self)
    checkAll(Fee.self)
  }

  @Test("A decimal number is the nearest double, to the last bit")
  func nearest() throws {
    var random = SeededGenerator()
    for _ in 0..<20_000 {
      let digits = (0..<Int.random(in: 1...20, using: &random)).map { _ in
        String(Int.random(in: 0...9, using: &random))
      }
      let whole = Int.random(in: 0...digits.count, using: &random)
      let first = digits[..<whole].joined().drop { $0 == "0" }
      let fraction = digits[whole...].joined()
      var text = (random.chance(1, in: 2) ? "-" : "") + (first.isEmpty ? "0" : first)
      if !fraction.isEmpty { text += ".\(fraction)" }
      if random.chance(1, in: 4) { text += "e\(Int.random(in: -330...310, using: &random))" }
      let expected = try? JSONDecoder().decode(Double.self, from: Data(text.utf8))
      let found = JSONTextDecoder.value(of: text, as: Double.self)
      #expect(found?.bitPattern == expected?.bitPattern, "\(text)")
    }
  }

  @Test("A list that skips what its elements refuse keeps the others")
  func skipping() throws {
    struct Even: Codable {
      let number: Int
      init(from decoder: any Decoder) throws {
        number = try decoder.singleValueContainer().decode(Int.self)
        guard number.isMultiple(of: 2) else {
          throw DecodingError.dataCorrupted(
            DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "is odd"))
        }
      }
    }
    struct Evens: Codable {
      var numbers: [Int] = []
      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        while !list.isAtEnd {
          // An odd number is left out, and has to be passed by.
          if let even = try? list.decode(Even.self) {
            numbers.append(even.number)
          } else {
            _ = try list.decode(Int.self)
          }
        }
      }
    }
    let text = "[1,2,3,4,6,7]"
    #expect(JSONTextDecoder.value(of: text, as: Evens.self)?.numbers == [2, 4, 6])
    #expect(try JSONColumn.decode("[1,2,null,4]") as [Int?] == [1, 2, nil, 4])
    #expect(throws: (any Error).self) { try JSONColumn.decode("[1,null]") as Evens }
  }

  @Test("A decoder that outlives its call still has its text")
  func kept() throws {
    struct Kept: Decodable {
      let decoder: any Decoder
      init(from decoder: any Decoder) throws { self.decoder = decoder }
    }
    let text = "[1,\"\(String(repeating: "x", count: 40))\"]"
    let kept = try #require(JSONTextDecoder.value(of: text, as: Kept.self))
    var list = try kept.decoder.unkeyedContainer()
    #expect(try list.decode(Int.self) == 1)
    #expect(try list.decode(String.self).count == 40)
    #expect(list.isAtEnd)
  }

  @Test("A text of 600 levels is an error, and no overflow")
  func deep() {
    let text = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
    #expect(JSONTextDecoder.value(of: text, as: [Int].self) == nil)
    #expect(throws: (any Error).self) { try JSONColumn.decode(text) as [Int] }
    let long = String(repeating: "[", count: 1_000_000)
    #expect(JSONTextDecoder.value(of: long, as: [Int].self) == nil)
  }
}
