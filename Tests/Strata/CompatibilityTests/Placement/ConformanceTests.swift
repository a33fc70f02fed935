import SwiftData
import Testing

@Suite struct ConformanceTests {
  @Test func ownIdentifierWins() throws {
    let id = UUID()
    try reopen(Conforming.Identified(id: id)) {
      #expect($0.id == id)
      #expect($0.persistentModelID.entityName == "Identified")
    }
  }

  @Test func ownIdentifierMayBeText() throws {
    try reopen(Conforming.Named(id: "x-1")) { #expect($0.id == "x-1") }
  }

  @Test func handWrittenCodingWorksBesideTheStore() throws {
    let json = Data(#"{"name":"a","count":2}"#.utf8)
    try reopen(try JSONDecoder().decode(Conforming.Coded.self, from: json)) {
      #expect($0.title == "a")
      let copy = try JSONDecoder().decode(
        Conforming.Coded.self, from: JSONEncoder().encode($0))
      #expect(copy.count == 2)
    }
  }

  @Test func ownEqualityOrderAndTextWin() throws {
    let one = Conforming.Compared(number: 1)
    try reopen(one) {
      #expect($0 == one)
      #expect($0.hashValue == one.hashValue)
      #expect(!($0 < one))
      #expect("\($0)" == "number 1")
    }
  }

  @Test func equalityInAnExtensionWins() throws {
    let one = Conforming.Extended(name: "a")
    try reopen(one) { #expect($0 == one) }
  }

  @Test func everyKindOfInitializerMakesAModel() throws {
    #expect(throws: Conforming.TooShort.self) { try Conforming.Made(checking: "a") }
    try reopen(try Conforming.Made(checking: "ab")) { #expect($0.title == "ab") }
    try reopen(Conforming.Made()) { #expect($0.title == "untitled") }
    try reopen(Conforming.Made().copy()) { #expect($0.title == "untitled copy") }
    func make<Model: Conforming.Titled & PersistentModel>(_ type: Model.Type) -> Model {
      type.init(title: "required")
    }
    #expect(make(Conforming.Made.self).title == "required")
  }
}
