import StrataDomain
import Testing

@Suite struct NonEmptyTests {
  @Test func refusesAnEmptyCollectionAndNamesItsType() {
    let error = #expect(throws: EmptyError.self) { try NonEmpty([Int]()) }
    #expect(error == .collectionIsEmpty(type: "Array<Int>"))
    #expect(error?.description == "The Array<Int> is empty: give at least one element.")
  }

  @Test func hasAFirstAndALastElementWithoutUnwrapping() throws {
    let letters = try NonEmpty(["a", "b", "c"])
    let ends: [String] = [letters.first, letters.last]
    #expect(ends == ["a", "c"])
    #expect(try NonEmpty(Set([7])).first == 7)
  }

  @Test func isTheCollectionThatItWraps() throws {
    let numbers = try NonEmpty([3, 1, 2])
    #expect(Array(numbers) == [3, 1, 2])
    #expect(numbers.count == 3)
    #expect(!numbers.isEmpty)
    #expect(numbers[1] == 1)
    #expect(Array(numbers[1...]) == [1, 2])
    #expect(Array(numbers.reversed()) == [2, 1, 3])
    #expect(numbers.index(0, offsetBy: 2, limitedBy: 1) == nil)
    #expect(numbers.sorted() == [1, 2, 3])
    #expect(numbers.description == "[3, 1, 2]")
  }

  @Test func slicesStartWhereTheSliceStarts() throws {
    let tail = try NonEmpty([1, 2, 3].dropFirst())
    #expect(tail.first == 2)
    #expect(tail.distance(from: tail.startIndex, to: tail.endIndex) == 2)
  }

  @Test func equalsAndHashesAsWhatItWraps() throws {
    #expect(try NonEmpty([1, 2]) == NonEmpty([1, 2]))
    #expect(try NonEmpty([1, 2]) != NonEmpty([2, 1]))
    #expect(try Set([NonEmpty([1]), NonEmpty([1])]).count == 1)
  }

  @Test func isCodedAsWhatItWraps() throws {
    let numbers = try NonEmpty([1, 2])
    #expect(try json(numbers) == "[1,2]")
    #expect(try value(ofJSON: "[1,2]") == numbers)
  }

  @Test func decodingRefusesAnEmptyCollectionWhereItIs() {
    let found = refusal(of: #"{"a":[]}"#, as: [String: NonEmpty<[Int]>].self)
    #expect(found?.text == "The Array<Int> is empty: give at least one element.")
    #expect(found?.path == ["a"])
  }

  @Test func anOptionSelectionCanBeRequiredToHaveAnOption() throws {
    #expect(try NonEmpty(OptionSelection([9, 4])).first == 4)
    #expect(throws: EmptyError.collectionIsEmpty(type: "OptionSelection")) {
      try NonEmpty(OptionSelection())
    }
  }

  @Test func isALiteralWithAnElement() async {
    let numbers: NonEmpty<[Int]> = [3, 1]
    #expect(numbers.rawValue == [3, 1])
    await #expect(processExitsWith: .failure) {
      let numbers: NonEmpty<[Int]> = []
      print(numbers)
    }
  }

  @Test func mapsToWhatIsNotEmptyEither() {
    let numbers: NonEmpty<[Int]> = [3, 1]
    let texts: NonEmpty<[String]> = numbers.map { "\($0)" }
    #expect(texts == ["3", "1"])
  }

  @Test func changesInPlaceAndKeepsAnElement() throws {
    var numbers: NonEmpty<[Int]> = [3]
    numbers.append(1)
    numbers.append(contentsOf: [])
    numbers.insert(7, at: 0)
    numbers[1] = 4
    #expect(numbers == [7, 4, 1])
    #expect(try numbers.update { $0.removeFirst() } == 7)
    #expect(throws: EmptyError.collectionIsEmpty(type: "Array<Int>")) {
      try numbers.update { $0.removeAll() }
    }
    #expect(numbers == [4, 1])
    var label: NonEmptyString = "a b"
    #expect(throws: EmptyError.stringIsBlank) { try label.update { $0 = " " } }
    #expect(label == "a b")
  }
}
