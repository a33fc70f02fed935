import StrataSchema
import Testing
import StrataTestSupport

@Suite("Property sets")
struct PropertySetTests {
  @Test("Random operations give what they give on a set of numbers")
  func oracle() {
    var random = SeededGenerator()
    for _ in 0..<200 {
      var set = PropertySet()
      var expected: Set<Int> = []
      for _ in 0..<40 {
        switch Int.random(in: 0..<4, using: &random) {
        case 0, 1:
          let index = Self.index(&random)
          set.insert(PropertyIndex(index))
          expected.insert(index)
        case 2:
          let (other, numbers) = Self.pair(&random)
          set.formUnion(other)
          expected.formUnion(numbers)
        default:
          let (other, numbers) = Self.pair(&random)
          set.subtract(other)
          expected.subtract(numbers)
        }
        #expect(set.indices.map(\.rawValue) == expected.sorted())
        #expect(set.isEmpty == expected.isEmpty)
        let index = Self.index(&random)
        #expect(set.contains(PropertyIndex(index)) == expected.contains(index))
      }
    }
  }

  @Test("Equal sets are equal and hash alike however they came to be")
  func equality() {
    var random = SeededGenerator()
    for _ in 0..<500 {
      let numbers = Self.pair(&random).numbers
      var direct = PropertySet()
      for number in numbers.shuffled(using: &random) { direct.insert(PropertyIndex(number)) }
      var detour = PropertySet()
      let (extra, extraNumbers) = Self.pair(&random)
      detour.formUnion(extra)
      for number in numbers { detour.insert(PropertyIndex(number)) }
      for number in extraNumbers.subtracting(numbers) {
        detour.subtract(PropertySet(PropertyIndex(number)))
      }
      #expect(direct == detour)
      #expect(direct.hashValue == detour.hashValue)
    }
  }

  @Test("The first so many properties", arguments: [0, 1, 63, 64, 65, 128, 200])
  func first(count: Int) {
    #expect(PropertySet(first: count).indices.map(\.rawValue) == Array(0..<count))
    #expect(!PropertySet(first: count).contains(PropertyIndex(count)))
  }

  @Test("One property", arguments: [0, 63, 64, 127, 128, 1000])
  func single(index: PropertyIndex) {
    #expect(PropertySet(index).indices == [index])
    #expect(PropertySet(index).contains(index))
    #expect(!PropertySet(index).contains(PropertyIndex(index.rawValue + 64)))
  }

  private static func index(_ random: inout SeededGenerator) -> Int {
    let edges = [0, 1, 62, 63, 64, 65, 127, 128, 191, 192]
    return random.chance(1, in: 2)
      ? edges[Int.random(in: 0..<edges.count, using: &random)]
      : Int.random(in: 0..<260, using: &random)
  }

  private static func pair(
    _ random: inout SeededGenerator
  ) -> (set: PropertySet, numbers: Set<Int>) {
    var set = PropertySet()
    var numbers: Set<Int> = []
    for _ in 0..<Int.random(in: 0..<12, using: &random) {
      let index = index(&random)
      set.insert(PropertyIndex(index))
      numbers.insert(index)
    }
    return (set, numbers)
  }
}
