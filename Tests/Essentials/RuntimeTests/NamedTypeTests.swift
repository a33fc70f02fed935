import Foundation
import Testing

@testable import StrataRuntime

// The runtime finds no private types by name.
struct Sample {}

@Suite struct NamedTypes {
  @Test func areFoundAgainByTheirNames() throws {
    for type in [Sample.self, [String: Sample?].self, Date.self] as [any Any.Type] {
      let data = try JSONEncoder().encode([NamedType(type)])
      let read = try #require(try JSONDecoder().decode([NamedType].self, from: data).first)
      #expect(read == NamedType(type) && read.type == type)
    }
  }

  @Test func thatTheProgramLacksStandForAny() throws {
    let read = try JSONDecoder().decode([NamedType].self, from: Data(#"["$s4Gone0A0V"]"#.utf8))
    #expect(read.first?.type == Any.self)
  }
}
