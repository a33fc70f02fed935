import Foundation
import StrataDomain
import Testing

@Suite struct ValidatedPairDateTests {
  private let noon = Date(timeIntervalSince1970: 1_795_867_200)

  @Test(arguments: [0, 0.000_1, 3600, 1e12])
  func keepsAStartThatIsntAfterItsEnd(duration: TimeInterval) throws {
    let pair = try ValidatedPairDate(start: noon, end: noon + duration)
    #expect(pair.start == noon)
    #expect(pair.end == noon + duration)
  }

  @Test func refusesAStartAfterTheEndAndSaysByHowMuch() {
    let error = #expect(throws: PairDateError.self) {
      try ValidatedPairDate(start: noon + 0.5, end: noon)
    }
    #expect(error == .startIsAfterEnd(start: noon + 0.5, end: noon))
    #expect(
      error?.description == """
        The interval starts at 2026-11-28T12:00:00.500Z, 0.5 s after its end at \
        2026-11-28T12:00:00Z: give a start that isn't after the end.
        """)
  }

  @Test(arguments: [.infinity, -.infinity, .nan] as [TimeInterval])
  func refusesADateThatIsntFinite(seconds: TimeInterval) {
    let never = Date(timeIntervalSinceReferenceDate: seconds)
    #expect(throws: PairDateError.startIsNotFinite) {
      try ValidatedPairDate(start: never, end: noon)
    }
    #expect(throws: PairDateError.endIsNotFinite) {
      try ValidatedPairDate(start: noon, end: never)
    }
  }

  @Test(
    arguments: [
      (0, "2001-01-01T00:00:00Z"),
      (0.25, "2001-01-01T00:00:00.250Z"),
      (-13_190_860_800, "1583-01-01T00:00:00Z"),
      (-13_190_860_801, "2001-01-01T00:00:00Z + -13190860801.0 s"),
      (252_423_993_599, "9999-12-31T23:59:59Z"),
      (252_423_993_599.999_9, "9999-12-31T23:59:59.999Z"),
      (252_423_993_600, "2001-01-01T00:00:00Z + 252423993600.0 s"),
      (1e300, "2001-01-01T00:00:00Z + 1e+300 s"),
      (-1e300, "2001-01-01T00:00:00Z + -1e+300 s"),
    ] as [(TimeInterval, String)])
  func hasATextForAnyDate(seconds: TimeInterval, text: String) throws {
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    #expect(try ValidatedPairDate(start: date, end: date).description == "\(text)/\(text)")
  }

  @Test func isCodedWithBothKeys() throws {
    let pair = try ValidatedPairDate(
      start: Date(timeIntervalSinceReferenceDate: 1),
      end: Date(timeIntervalSinceReferenceDate: 2.5))
    #expect(try json(pair) == #"{"end":2.5,"start":1}"#)
    #expect(try value(ofJSON: #"{"start":1,"end":2.5}"#) == pair)
  }

  @Test func decodingRefusesABadInterval() {
    #expect(
      refusal(of: #"{"start":2,"end":1}"#, as: ValidatedPairDate.self)?.text
        == PairDateError.startIsAfterEnd(
          start: Date(timeIntervalSinceReferenceDate: 2),
          end: Date(timeIntervalSinceReferenceDate: 1)
        ).description)
    #expect(
      refusal(of: #"{"start":1,"end":"inf"}"#, as: ValidatedPairDate.self)?.text
        == "The end of the interval isn't a finite date: give one that is.")
  }
}
