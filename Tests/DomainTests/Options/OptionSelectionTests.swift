import StrataDomain
import TestSupport
import Testing

@Suite struct OptionSelectionTests {
  private static let idsOutside: [OptionID] = [-1, 64, .min, .max]

  @Test(arguments: OptionSelection.validIDs)
  func keepsEachIdInTheBitOfItsNumber(id: OptionID) throws {
    let selection = try OptionSelection([id])
    #expect(UInt64(bitPattern: selection.rawValue) == 1 << UInt64(id))
    #expect(selection.contains(id))
    #expect(Array(selection) == [id])
    #expect(selection.count == 1)
  }

  @Test func id63IsTheSignBit() throws {
    #expect(try OptionSelection([63]).rawValue == .min)
    #expect(Array(OptionSelection(rawValue: -1)) == Array(0...63))
    #expect(OptionSelection(rawValue: -1).count == 64)
  }

  @Test(arguments: idsOutside)
  func refusesAnIdOutsideAndStaysAsItWas(id: OptionID) throws {
    let error = OptionSelectionError.idIsOutOfRange(id)
    #expect(throws: error) { try OptionSelection([1, id]) }
    var selection = try OptionSelection([1])
    #expect(throws: error) { try selection.insert(id) }
    #expect(throws: error) { try selection.remove(id) }
    #expect(try selection == OptionSelection([1]))
    #expect(!OptionSelection(rawValue: -1).contains(id))
    #expect(
      error.description
        == "The option id \(id) can't be in a selection: give an id from 0 to 63.")
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
      let (a, b) = (Self.randomIDs(using: &generator), Self.randomIDs(using: &generator))
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

  @Test func anIdGivenTwiceIsInItOnce() throws {
    #expect(try Array(OptionSelection([5, 1, 5])) == [1, 5])
  }

  @Test func isCodedAsItsIdsInAscendingOrder() throws {
    let selection = try OptionSelection([63, 0, 5])
    #expect(try json(selection) == "[0,5,63]")
    #expect(try value(ofJSON: "[5,63,0]") == selection)
    #expect(selection.description == "[0, 5, 63]")
  }

  @Test(arguments: idsOutside)
  func decodingRefusesAnIdOutside(id: OptionID) {
    let found = refusal(of: #"{"a":[3,\#(id)]}"#, as: [String: OptionSelection].self)
    #expect(found?.text == OptionSelectionError.idIsOutOfRange(id).description)
    #expect(found?.path == ["a"])
  }

  @Test func readingAtTheEndStopsTheProgram() async {
    await #expect(processExitsWith: .failure) {
      let selection = OptionSelection(rawValue: 1)
      _ = selection[selection.endIndex]
    }
  }

  private static func randomIDs(using generator: inout SeededGenerator) -> Set<OptionID> {
    let count = Int.random(in: 0...64, using: &generator)
    return Set(OptionSelection.validIDs.shuffled(using: &generator).prefix(count))
  }
}
