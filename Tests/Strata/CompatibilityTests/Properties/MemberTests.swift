import SwiftData
import Testing

@Suite struct MemberTests {
  @Test func membersOfEveryKindLiveTogether() throws {
    let made = Members(kind: .fancy, number: 4, constant: "fixed")
    made.touch()
    made.doubled = 20
    made[2] = 14
    made.cached = 99
    made.remembered = "gone"
    try reopen(made) {
      #expect($0.kind == .fancy)
      #expect($0.size == .init(width: 4))
      #expect($0.number == 12)
      #expect($0.stamp == 1)
      #expect($0.revealed == "h!")
      #expect($0.constant == "fixed")
      #expect($0.code == 104)
      #expect($0.doubled == 24)
      #expect($0.described == "fancy 12")
      #expect($0.slow == 13)
      #expect($0[1] == 13)
      #expect($0 + 1 == 13)
      #expect(Members.limit == 3)
    }
  }

  @Test func transientPropertiesStartFromTheirDefaults() throws {
    let made = Members(kind: .plain, number: 1, constant: "")
    made.cached = 99
    made.remembered = "gone"
    made.untyped = [1]
    try reopen(made) {
      #expect($0.cached == 7)
      #expect($0.computed == 8)
      #expect($0.remembered == nil)
      #expect($0.untyped == [])
    }
  }

  @Test func onlyPersistedPropertiesAreInTheSchema() throws {
    let entity = try #require(Schema([Members.self]).entities.first)
    #expect(
      entity.attributes.map(\.name)
        == ["kind", "size", "number", "stamp", "hidden", "partly", "constant", "code"])
  }

  @Test func observersRunAfterTheInitializer() throws {
    let made = Observed(name: "first")
    #expect(made.updates == 0)
    made.name = "second"
    #expect(made.announced == "second")
    #expect(made.updates == 1)
    made.name = "second"
    #expect(made.updates == 1)
    made.count += 1
    #expect(made.updates == 11)
    made.parts.append(ObservedPart())
    #expect(made.updates == 111)
    try reopen(made) {
      #expect($0.updates == 111)
      #expect($0.name == "second")
      #expect($0.parts.count == 1)
      $0.name = "third"
      #expect($0.updates == 112)
    }
  }
}
