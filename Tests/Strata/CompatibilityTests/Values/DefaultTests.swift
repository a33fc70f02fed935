import SwiftData
import Testing

@Suite struct DefaultTests {
  @Test func propertiesWithoutAnnotationAreKept() throws {
    let made = Defaults.Inferred()
    made.count = 5
    made.mode = .game
    made.box.value = 7
    made.parts.append(Defaults.Part())
    try reopen(made) {
      #expect($0.count == 5)
      #expect($0.title == "")
      #expect($0.ratio == 0.5)
      #expect($0.isOn)
      #expect($0.words == [])
      #expect($0.made == made.made)
      #expect($0.mode == .game)
      #expect($0.parts.count == 1)
      #expect($0.parts.first?.owner === $0)
      #expect($0.greeting == "hello")
      #expect($0.box == .init(value: 7))
      #expect($0.negative == -3)
      #expect($0.quoted == "a \"b\"")
      #expect($0.set == [1])
    }
  }

  @Test func everyFormOfDefaultIsTaken() throws {
    let made = Defaults.Given()
    try reopen(made) {
      #expect($0.name == "none")
      #expect($0.list == [])
      #expect($0.dictionary == [:])
      #expect($0.identifier == made.identifier)
      #expect($0.text == made.text)
      #expect($0.made == made.made)
      #expect($0.now == made.now)
      #expect($0.past == .distantPast)
      #expect($0.mode == .game)
      #expect($0.short == .game)
      #expect($0.raw == "game")
      #expect($0.box == .init(value: 3))
      #expect($0.initialised == "")
      #expect($0.shared == "hello")
      #expect($0.long == 12)
      #expect($0.optional == 4)
    }
  }

  @Test func defaultsAreMadeAnewForEachObject() {
    #expect(Defaults.Given().identifier != Defaults.Given().identifier)
  }
}
