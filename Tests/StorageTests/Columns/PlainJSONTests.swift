import Foundation
import StrataStorage
import TestSupport
import Testing

/// JSON is decoded as Foundation decodes it, or by Foundation.
@Suite struct PlainJSON {
  private enum Fee: Codable, Equatable {
    case free, entry(price: Int), season(price: Int, days: Int?)
  }

  private struct Deep: Codable, Equatable {
    var numbers = [1, -2, .max]
    var table = ["x": 1, "y": 2.5]
    var date = Date(timeIntervalSinceReferenceDate: 785_505_442.123_456)
    var id: UUID?
    var fees = [Fee.free, .entry(price: 3), .season(price: 1, days: nil)]
    var rough: Float = 0.1
    var byte: UInt8 = 7
    var isTrue = true
    var link = URL(fileURLWithPath: "/a b")
    var data = Data([1, 255])
    var exact = Decimal(1.5)
    var texts = [["a", "\"ü\n"], []]
  }

  private func foundation<Value: Decodable>(_ text: String, as type: Value.Type) throws -> Value {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    return try decoder.decode(type, from: Data(text.utf8))
  }

  @Test func isWhatItWas() throws {
    let deep: Deep = try JSONColumn.decode(try JSONColumn.encode(Deep()))
    #expect(deep == Deep())
  }

  @Test func hasEveryNumberBitForBit() throws {
    var random = SeededGenerator()
    for _ in 0..<5_000 {
      let bits = Double(bitPattern: random.next())
      let values = [
        bits.isFinite ? bits : 0, Double.random(in: -1e6...1e6, using: &random),
        Double(Int.random(in: -10_000_000...10_000_000, using: &random)) / 1000,
      ]
      let text = try JSONColumn.encode(values)
      let found: [Double] = try JSONColumn.decode(text)
      #expect(found.map(\.bitPattern) == values.map(\.bitPattern), "\(text)")
    }
  }

  @Test func isReadOrRefusedAsFoundationDoes() throws {
    var random = SeededGenerator()
    let text = Array(try JSONColumn.encode(Deep()).utf8)
    let bytes = Array("0123456789.e-+\"{}[],: \\ntf".utf8)
    for _ in 0..<3_000 {
      var damaged = text
      for _ in 0...Int.random(in: 0...1, using: &random) {
        let place = Int.random(in: 0..<damaged.count, using: &random)
        let byte = bytes[Int.random(in: 0..<bytes.count, using: &random)]
        switch Int.random(in: 0..<3, using: &random) {
        case 0: damaged.remove(at: place)
        case 1: damaged[place] = byte
        default: damaged.insert(byte, at: place)
        }
      }
      let source = String(decoding: damaged, as: UTF8.self)
      let found: Deep? = try? JSONColumn.decode(source)
      #expect(found == (try? foundation(source, as: Deep.self)), "\(source)")
    }
  }

  /// A type that catches an error decodes as with Foundation too.
  private struct Lenient: Codable, Equatable {
    var number: Double
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      number = (try? container.decode(Double.self, forKey: .number)) ?? -1
    }
  }

  @Test(arguments: [#"{"number":"NaN"}"#, #"{"number":1,"number":2}"#, #"{"number":1e999}"#, "{}"])
  func isNotMisreadByATypeThatCatchesErrors(text: String) throws {
    let found = try? JSONColumn.decode(text) as Lenient
    let expected = try? foundation(text, as: Lenient.self)
    #expect("\(String(describing: found))" == "\(String(describing: expected))")
  }
}
