import Foundation
import StrataDomain
import Testing

@Suite struct ItemDataContentTests {
  typealias Kind = ItemDataContent.Kind
  typealias Part = ItemDataContent.Part
  typealias Parts = ItemDataContent.Parts

  static let morning = Date(timeIntervalSince1970: 1_795_849_200)
  static let evening = Date(timeIntervalSince1970: 1_795_892_400)

  static let options = [UUID(), UUID(), UUID()]

  /// One content of each kind beside its parts.
  static let examples: [(ItemDataContent, Parts)] = {
    guard let day = try? ValidatedPairDate(start: morning, end: evening),
      let pressure = try? ValidatedPairDouble(first: 120, second: 80)
    else { return [] }
    return [
      (
        .singleValue(eventDate: morning, value: 98.6),
        Parts(kind: .singleValue, startDate: morning, value1: 98.6)
      ),
      (
        .singleOption(eventDate: morning, optionID: options[0]),
        Parts(kind: .singleOption, startDate: morning, optionID: options[0])
      ),
      (
        .valueWithOption(eventDate: morning, value: 2, optionID: options[1]),
        Parts(kind: .valueWithOption, startDate: morning, value1: 2, optionID: options[1])
      ),
      (
        .dualValues(eventDate: morning, pairValue: pressure),
        Parts(kind: .dualValues, startDate: morning, value1: 120, value2: 80)
      ),
      (
        .valueWithInterval(pairDate: day, value: 5.2),
        Parts(kind: .valueWithInterval, startDate: morning, endDate: evening, value1: 5.2)
      ),
      (
        .optionWithInterval(pairDate: day, optionID: options[2]),
        Parts(kind: .optionWithInterval, startDate: morning, endDate: evening, optionID: options[2])
      ),
      (
        .interval(pairDate: day),
        Parts(kind: .interval, startDate: morning, endDate: evening)
      ),
      (.event(eventDate: morning), Parts(kind: .event, startDate: morning)),
    ]
  }()

  @Test func theExamplesHaveEveryKind() {
    #expect(Self.examples.map(\.0.kind) == Kind.allCases)
  }

  @Test(arguments: examples)
  func isLaidOutFlatAndPutTogetherAgain(content: ItemDataContent, parts: Parts) throws {
    #expect(content.parts == parts)
    #expect(try ItemDataContent(parts: parts) == content)
  }

  @Test(arguments: examples)
  func itsAccessorsGiveTheParts(content: ItemDataContent, parts: Parts) {
    #expect(content.kind == parts.kind)
    #expect(content.startDate == parts.startDate)
    #expect(content.endDate == parts.endDate)
    #expect(content.value1 == parts.value1)
    #expect(content.value2 == parts.value2)
    #expect(content.optionID == parts.optionID)
  }

  @Test(arguments: examples)
  func hasJustThePartsThatItsKindRequires(content: ItemDataContent, parts: Parts) {
    #expect(Set(Part.allCases.filter(parts.contains)) == content.kind.requiredParts)
    #expect(Set(Part.allCases.filter(content.kind.isRequired)) == content.kind.requiredParts)
  }

  @Test func kindsAreNamedAsTheCases() throws {
    #expect(
      Kind.allCases.map(\.rawValue) == [
        "singleValue", "singleOption", "valueWithOption", "dualValues", "valueWithInterval",
        "optionWithInterval", "interval", "event",
      ])
    #expect(try Kind(named: "dualValues") == .dualValues)
  }

  @Test func anUnknownKindIsToldWhichThereAre() {
    let error = #expect(throws: ItemDataContentError.self) { try Kind(named: "Interval") }
    #expect(error == .kindIsUnknown("Interval"))
    #expect(
      error?.description == """
        There is no kind of content named "Interval": use one of singleValue, singleOption, \
        valueWithOption, dualValues, valueWithInterval, optionWithInterval, interval, event.
        """)
  }

  @Test func hasAStableText() throws {
    #expect(
      Self.examples.map(\.0.description) == [
        "singleValue(startDate: 2026-11-28T07:00:00Z, value1: 98.6)",
        "singleOption(startDate: 2026-11-28T07:00:00Z, optionID: \(Self.options[0]))",
        "valueWithOption(startDate: 2026-11-28T07:00:00Z, value1: 2.0, optionID: \(Self.options[1]))",
        "dualValues(startDate: 2026-11-28T07:00:00Z, value1: 120.0, value2: 80.0)",
        "valueWithInterval(startDate: 2026-11-28T07:00:00Z, endDate: 2026-11-28T19:00:00Z, "
          + "value1: 5.2)",
        "optionWithInterval(startDate: 2026-11-28T07:00:00Z, endDate: 2026-11-28T19:00:00Z, "
          + "optionID: \(Self.options[2]))",
        "interval(startDate: 2026-11-28T07:00:00Z, endDate: 2026-11-28T19:00:00Z)",
        "event(startDate: 2026-11-28T07:00:00Z)",
      ])
  }
}
