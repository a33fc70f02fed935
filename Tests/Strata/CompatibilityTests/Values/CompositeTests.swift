import SwiftData
import Testing

@Suite struct CompositeTests {
  @Test(arguments: [
    Composites.Shape.circle(radius: 2), .rectangle(width: 1, height: 0.5), .point,
  ])
  func enumsAreKept(_ shape: Composites.Shape) throws {
    let made = Composites.Enums(state: .playing, level: .high, shape: shape)
    made.maybeShape = shape
    made.states = [.over, .menu]
    made.counts = [.menu: 1, .over: 2]
    try reopen(made) {
      #expect($0.state == .playing)
      #expect($0.level == .high)
      #expect($0.shape == shape)
      #expect($0.maybeShape == shape)
      #expect($0.maybeState == nil)
      #expect($0.maybeLevel == nil)
      #expect($0.states == [.over, .menu])
      #expect($0.counts == [.menu: 1, .over: 2])
    }
  }

  @Test func codableStructsAreKept() throws {
    let made = Composites.Structs(
      address: .init(street: "Main", number: 1), pair: .init(first: 1, second: "b"),
      length: Measurement(value: 3, unit: .kilometers))
    made.addresses = [.init(street: "One"), .init(street: "Two", number: 2)]
    made.range = 2..<5
    made.rectangle = CGRect(x: 1, y: 2, width: 3, height: 4)
    try reopen(made) {
      #expect($0.address == .init(street: "Main", number: 1))
      #expect($0.other == nil)
      #expect($0.addresses == made.addresses)
      #expect($0.pair == .init(first: 1, second: "b"))
      #expect($0.length.converted(to: .meters).value == 3000)
      #expect($0.range == 2..<5)
      #expect($0.rectangle == made.rectangle)
    }
  }

  @Test func membersOfAStructCanBeChangedInPlace() throws {
    let made = Composites.Structs(
      address: .init(street: "Main"), pair: .init(first: 1, second: "b"),
      length: Measurement(value: 3, unit: .meters))
    try reopen(made) {
      $0.address.number = 12
      let context = try #require($0.modelContext)
      #expect(context.hasChanges)
      try context.save()
      let other = ModelContext(context.container)
      #expect(try other.fetch(FetchDescriptor<Composites.Structs>()).first?.address.number == 12)
    }
  }

  @Test func containersAreKept() throws {
    let made = Composites.Containers()
    made.words = ["a", ""]
    made.bytes = [0, 255]
    made.table = [[1], [], [2, 3]]
    made.unique = ["x", "y"]
    made.dictionary = ["k": "v"]
    made.nested = ["k": [1, 2]]
    made.spelled = [4]
    made.pictures = [Data([1]), Data()]
    try reopen(made) {
      #expect($0.words == ["a", ""])
      #expect($0.bytes == [0, 255])
      #expect($0.table == [[1], [], [2, 3]])
      #expect($0.unique == ["x", "y"])
      #expect($0.dictionary == ["k": "v"])
      #expect($0.nested == ["k": [1, 2]])
      #expect($0.maybeWords == nil)
      #expect($0.spelled == [4])
      #expect($0.pictures == [Data([1]), Data()])
    }
  }
}
