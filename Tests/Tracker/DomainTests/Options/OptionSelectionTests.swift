import StrataDomain
import StrataTestSupport
import Testing

@Suite struct OptionSelectionTests {
  private static let numbersOutside: [Int] = [-1, 64, .min, .max]

  @Test(arguments: OptionSelection.validNumbers)
  func keepsEachNumberInItsBit(number: Int) throws {
    let selection = try OptionSelection([number])
    #expect(UInt64(bitPattern: selection.rawValue) == 1 << UInt64(number))
    #expect(selection.contains(number))
    #expect(Array(selection) == [number])
    #expect(selection.count == 1)
  }

  @Test func number63IsTheSignBit() throws {
    #expect(try OptionSelection([63]).rawValue == .min)
    #expect(Array(OptionSelection(rawValue: -1)) == Array(0...63))
    #expect(OptionSelection(rawValue: -1).count == 64)
  }

  @Test(arguments: numbersOutside)
  func refusesANumberOutsideAndStaysAsItWas(number: Int) throws {
    let error = OptionSelectionError.numberIsOutOfRange(number)
    #expect(throws: error) { try OptionSelection([1, number]) }
    var selection = try OptionSelection([1])
    #expect(throws: error) { try selection.insert(number) }
    #expect(throws: error) { try selection.remove(number) }
    #expect(try selection == OptionSelection([1]))
    #expect(!OptionSelection(rawValue: -1).contains(number))
    #expect(
      error.description
        == "The option number \(number) can't be in a selection: give a number from 0 to 63.")
  }

  @Test func insertingAndRemovingSayWhetherTheyChangedAnything() throws {
    var selection = OptionSelection()
    #expect(try selection.insert(63))
    #expect(try !selection.insert(63))
    #expect(Array(selection) == [63])
    #expect(try selection.remove(63))
    #expect(try !selection.remove(63))
    #expect(selection.isEmpty)
  }

  @Test func behavesAsASetDoes() throws {
    var generator = SeededGenerator()
    for _ in 0..<500 {
      let (a, b) = (Self.randomNumbers(using: &generator), Self.randomNumbers(using: &generator))
      let (left, right) = (try OptionSelection(a), try OptionSelection(b))
      let seed = "seed \(generator.seed)"
      #expect(Array(left) == a.sorted(), "\(seed)")
      #expect(left.count == a.count, "\(seed)")
      #expect(left.isEmpty == a.isEmpty, "\(seed)")
      #expect(Array(left.union(right)) == a.union(b).sorted(), "\(seed)")
      #expect(Array(left.intersection(right)) == a.intersection(b).sorted(), "\(seed)")
      #expect(Array(left.subtracting(right)) == a.subtracting(b).sorted(), "\(seed)")
      #expect(left.containsAll(right) == a.isSuperset(of: b), "\(seed)")
      #expect(left.containsAny(right) == !a.isDisjoint(with: b), "\(seed)")
      #expect(left.union(right).containsAll(right), "\(seed)")
      #expect(OptionSelection(rawValue: left.rawValue) == left, "\(seed)")
      #expect(try value(ofJSON: json(left)) == left, "\(seed)")
    }
  }

  @Test func theEmptySelectionIsInEverySelection() throws {
    #expect(OptionSelection().isEmpty)
    #expect(OptionSelection().first == nil)
    #expect(OptionSelection().containsAll(OptionSelection()))
    #expect(try !OptionSelection([1]).containsAny(OptionSelection()))
  }

  @Test func aNumberGivenTwiceIsInItOnce() throws {
    #expect(try Array(OptionSelection([5, 1, 5])) == [1, 5])
  }

  @Test func isCodedAsItsNumbersInAscendingOrder() throws {
    let selection = try OptionSelection([63, 0, 5])
    #expect(try json(selection) == "[0,5,63]")
    #expect(try value(ofJSON: "[5,63,0]") == selection)
    #expect(selection.description == "[0, 5, 63]")
  }

  @Test(arguments: numbersOutside)
  func decodingRefusesANumberOutside(number: Int) {
    let found = refusal(of: #"{"a":[3,\#(number)]}"#, as: [String: OptionSelection].self)
    #expect(found?.text == OptionSelectionError.numberIsOutOfRange(number).description)
    #expect(found?.path == ["a"])
  }

  @Test func isAnIntegerForCodeThatKeepsOne() throws {
    #expect(try [5, 0].optionIDsToInt64() == 33)
    #expect(
      Int64(33).toArray() == [0, 5] && Int64.min.toArray() == [63] && Int64(0).toArray() == [])
    #expect(throws: OptionSelectionError.numberIsOutOfRange(64)) { try [64].optionIDsToInt64() }
  }

  @Test func readingAtTheEndStopsTheProgram() async {
    await #expect(processExitsWith: .failure) {
      let selection = OptionSelection(rawValue: 1)
      _ = selection[selection.endIndex]
    }
  }

  private static func randomNumbers(using generator: inout SeededGenerator) -> Set<Int> {
    let count = Int.random(in: 0...64, using: &generator)
    return Set(OptionSelection.validNumbers.shuffled(using: &generator).prefix(count))
  }
}
