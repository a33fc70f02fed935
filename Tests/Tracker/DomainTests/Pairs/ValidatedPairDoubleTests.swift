import StrataDomain
import Testing

@Suite struct ValidatedPairDoubleTests {
  @Test(arguments: [(120, 80), (80, 120), (-0.0, .greatestFiniteMagnitude)] as [(Double, Double)])
  func keepsTwoFiniteNumbersInAnyOrder(first: Double, second: Double) throws {
    let pair = try ValidatedPairDouble(first: first, second: second)
    #expect(pair.first == first)
    #expect(pair.second == second)
  }

  @Test(arguments: [.infinity, -.infinity, .nan, .signalingNaN] as [Double])
  func refusesWhatIsntFinite(number: Double) {
    #expect(throws: PairDoubleError.firstIsNotFinite) {
      try ValidatedPairDouble(first: number, second: 1)
    }
    #expect(throws: PairDoubleError.secondIsNotFinite) {
      try ValidatedPairDouble(first: 1, second: number)
    }
  }

  @Test func isCodedWithBothKeys() throws {
    let pair = try ValidatedPairDouble(first: 120.5, second: 80)
    #expect(try json(pair) == #"{"first":120.5,"second":80}"#)
    #expect(try value(ofJSON: #"{"first":120.5,"second":80}"#) == pair)
    #expect(pair.description == "(120.5, 80.0)")
  }

  @Test(
    arguments: [
      (#"{"first":"NaN","second":1}"#, "first"), (#"{"first":1,"second":"-inf"}"#, "second"),
    ])
  func decodingRefusesWhatIsntFinite(text: String, which: String) {
    #expect(
      refusal(of: text, as: ValidatedPairDouble.self)?.text
        == "The \(which) value of the pair isn't a finite number: give one that is.")
  }
}
