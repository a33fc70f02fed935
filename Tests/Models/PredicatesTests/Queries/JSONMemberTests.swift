import Foundation
import Testing

@testable import StrataPredicates

@Suite("The JSON keys of key paths")
struct JSONMemberTests {
  struct Plain: Codable {
    var first = true
    package var second = false
    var third = true
    var name = ""
    var other: String?
    var node: [Plain]?
  }

  /// Encodes itself: a nested container, a key of another name.
  struct ByHand: Codable {
    var width = 0
    var height = 0
    var area: Int { width * height }
    var size: Int { width }

    enum Keys: String, CodingKey { case size, depth }
    enum SizeKeys: String, CodingKey { case w, h }

    init(from decoder: any Decoder) throws {
      let size = try decoder.container(keyedBy: Keys.self)
        .nestedContainer(keyedBy: SizeKeys.self, forKey: .size)
      width = try size.decode(Int.self, forKey: .w)
      height = try size.decode(Int.self, forKey: .h)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      var size = container.nestedContainer(keyedBy: SizeKeys.self, forKey: .size)
      try size.encode(width, forKey: .w)
      try size.encode(height, forKey: .h)
    }
  }

  /// Encodes itself as the compiler would.
  struct Picky: Codable {
    var name: String
    var length: Int

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      length = try container.decode(Int.self, forKey: .length)
      guard name.count == length else {
        throw DecodingError.dataCorruptedError(
          forKey: .length, in: container, debugDescription: "no such length")
      }
    }
  }

  @Test("Members of one type are told apart, truth values too")
  func alike() {
    #expect(JSONMember.keys(of: \Plain.first, in: Plain.self) == ["first"])
    #expect(JSONMember.keys(of: \Plain.second, in: Plain.self) == ["second"])
    #expect(JSONMember.keys(of: \Plain.third, in: Plain.self) == ["third"])
    #expect(JSONMember.keys(of: \Plain.name, in: Plain.self) == ["name"])
    #expect(JSONMember.keys(of: \Plain.other, in: Plain.self) == ["other"])
    #expect(JSONMember.keys(of: \Plain.node, in: Plain.self) == ["node"])
  }

  @Test("What a type encodes in a way of its own has no known key")
  func byHand() {
    #expect(JSONMember.keys(of: \ByHand.width, in: ByHand.self) == nil)
    #expect(JSONMember.keys(of: \ByHand.size, in: ByHand.self) == nil)
    #expect(JSONMember.keys(of: \ByHand.area, in: ByHand.self) == nil)
  }

  @Test("A type's own initializer has the keys that its CodingKeys name")
  func picky() {
    #expect(JSONMember.keys(of: \Picky.name, in: Picky.self) == ["name"])
    #expect(JSONMember.keys(of: \Picky.length, in: Picky.self) == ["length"])
    #expect(JSONMember.keys(of: \Picky.name.count, in: Picky.self) == nil)
  }
}
