import Foundation
import StrataDomain
import Testing

@Suite struct ItemDataContentErrorTests {
  typealias Parts = ItemDataContent.Parts

  private static let date = Date(timeIntervalSinceReferenceDate: 0)
  private static let never = Date(timeIntervalSinceReferenceDate: .nan)

  @Test func missingComesBeforeSuperfluousAndSuperfluousBeforeInvalid() {
    var parts = Parts(kind: .singleValue, startDate: Self.never, value2: 1)
    #expect(throws: ItemDataContentError.partIsMissing(.value1, kind: .singleValue)) {
      try ItemDataContent(parts: parts)
    }
    parts.value1 = .nan
    #expect(throws: ItemDataContentError.partIsSuperfluous(.value2, kind: .singleValue)) {
      try ItemDataContent(parts: parts)
    }
    parts.value2 = nil
    #expect(throws: ItemDataContentError.partIsNotFinite(.startDate, kind: .singleValue)) {
      try ItemDataContent(parts: parts)
    }
  }

  @Test(
    arguments: ItemDataContentTests.examples.map(\.1),
    [.infinity, -.infinity, .nan] as [Double])
  func namesThePartThatIsntFinite(valid: Parts, number: Double) {
    let date = Date(timeIntervalSinceReferenceDate: number)
    for part in valid.kind.requiredParts where part != .optionID {
      var parts = valid
      switch part {
      case .startDate: parts.startDate = date
      case .endDate: parts.endDate = date
      case .value1: parts.value1 = number
      case .value2: parts.value2 = number
      case .optionID: continue
      }
      #expect(throws: ItemDataContentError.partIsNotFinite(part, kind: valid.kind)) {
        try ItemDataContent(parts: parts)
      }
    }
  }

  @Test(arguments: ItemDataContentTests.examples.map(\.1).filter { $0.endDate != nil })
  func refusesAnIntervalThatStartsAfterItsEnd(valid: Parts) {
    var parts = valid
    (parts.startDate, parts.endDate) = (valid.endDate, valid.startDate)
    #expect(
      throws: ItemDataContentError.startIsAfterEnd(
        start: ItemDataContentTests.evening, end: ItemDataContentTests.morning, kind: valid.kind)
    ) {
      try ItemDataContent(parts: parts)
    }
  }

  @Test func validatingFindsWhatACaseLetThrough() throws {
    let bad = ItemDataContent.valueWithOption(eventDate: Self.date, value: .nan, optionID: UUID())
    #expect(throws: ItemDataContentError.partIsNotFinite(.value1, kind: .valueWithOption)) {
      try bad.validate()
    }
    let undated = ItemDataContent.singleOption(eventDate: Self.never, optionID: UUID())
    #expect(throws: ItemDataContentError.partIsNotFinite(.startDate, kind: .singleOption)) {
      try undated.validate()
    }
    #expect(throws: Never.self) {
      try ItemDataContent.singleOption(eventDate: Self.date, optionID: UUID()).validate()
    }
  }

  @Test(
    arguments: [
      (
        .partIsMissing(.value2, kind: .dualValues),
        "A content of kind dualValues needs value2: give it."
      ),
      (
        .partIsSuperfluous(.optionID, kind: .interval),
        "A content of kind interval has no optionID: leave it out, or use another kind."
      ),
      (
        .partIsNotFinite(.value1, kind: .singleValue),
        "The value1 of a content of kind singleValue isn't finite: give one that is."
      ),
      (
        .startIsAfterEnd(start: date + 60, end: date, kind: .interval),
        "A content of kind interval has its dates in the wrong order. "
          + "The interval starts at 2001-01-01T00:01:00Z, 60.0 s after its end at "
          + "2001-01-01T00:00:00Z: give a start that isn't after the end."
      ),
    ] as [(ItemDataContentError, String)])
  func saysWhatToDo(error: ItemDataContentError, text: String) {
    #expect(error.description == text)
  }
}
