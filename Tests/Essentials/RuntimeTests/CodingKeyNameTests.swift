import Foundation
import Testing

@testable import StrataRuntime

private struct Synthesized: Codable {
  var first = true
  var second: Inner?
  struct Inner: Codable { var value = 1 }
}

struct Renamed: Codable {
  var first = 1
  var second = 2
  enum CodingKeys: String, CodingKey { case first = "1st", second }
}

private struct ByHand: Codable {
  var first = 1
  enum Keys: CodingKey { case first }
  init(from decoder: any Decoder) throws {
    first = try decoder.container(keyedBy: Keys.self).decode(Int.self, forKey: .first)
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(first, forKey: .first)
  }
}

private struct Generic<Value: Codable>: Codable {
  var value: Value
  private enum CodingKeys: String, CodingKey { case value = "v" }
}

private struct StructKeys: Codable {
  var first = 1
  struct CodingKeys: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
  init(from decoder: any Decoder) throws {}
  func encode(to encoder: any Encoder) throws {}
}

@Suite struct CodingKeysByReflection {
  @Test func areTheCompilersOwn() {
    #expect(CodingKeyNames.key(of: "first", in: Synthesized.self) == "first")
    #expect(CodingKeyNames.key(of: "value", in: Synthesized.Inner.self) == "value")
    #expect(CodingKeyNames.key(of: "third", in: Synthesized.self) == nil)
    #expect(CodingKeyNames.key(of: "duration", in: DateInterval.self) == "duration")
  }

  @Test func areThoseThatTheTypeRenames() {
    #expect(CodingKeyNames.key(of: "first", in: Renamed.self) == "1st")
    #expect(CodingKeyNames.key(of: "second", in: Renamed.self) == "second")
  }

  @Test func areUnknownInAGenericType() {
    #expect(CodingKeyNames.key(of: "value", in: Generic<Int>.self) == nil)
  }

  @Test func areUnknownWhereATypeEncodesItself() {
    #expect(CodingKeyNames.key(of: "first", in: ByHand.self) == nil)
    #expect(CodingKeyNames.key(of: "first", in: StructKeys.self) == nil)
    #expect(CodingKeyNames.key(of: "lowerBound", in: Range<Int>.self) == nil)
    #expect(CodingKeyNames.key(of: "first", in: Int.self) == nil)
  }
}

@Suite struct StoredFieldsByReflection {
  private struct Outer {
    var flag = true
    var other = false
    var inner = Inner()
    var text = ""
  }

  private struct Inner {
    var number = 1
    var empty = Nothing()
    var last: Int? = 2
  }

  private struct Nothing {}

  private func path<Value>(_ keyPath: KeyPath<Outer, Value>) -> [String]? {
    MemoryLayout<Outer>.offset(of: keyPath).flatMap {
      StoredField.path(to: $0, of: Value.self, in: Outer.self)?.map(\.name)
    }
  }

  @Test func areFoundByOffsetAndType() {
    #expect(path(\.flag) == ["flag"])
    #expect(path(\.other) == ["other"])
    #expect(path(\.inner) == ["inner"])
    #expect(path(\.inner.number) == ["inner", "number"])
    #expect(path(\.inner.last) == ["inner", "last"])
    #expect(path(\.inner.empty) == nil)
    #expect(path(\.text) == ["text"])
  }

  @Test func areNoneOfOtherTypes() {
    final class Object { var number = 1 }
    #expect(StoredField.all(of: Object.self).isEmpty)
    #expect(StoredField.all(of: Optional<Int>.self).isEmpty)
  }
}
