import Foundation
import StrataDomain
import Testing

@Suite struct ItemDataContentCodingTests {
  private static let start = Date(timeIntervalSinceReferenceDate: 10)

  @Test func isCodedAsItsParts() throws {
    let option = UUID()
    let content = ItemDataContent.valueWithOption(
      eventDate: Self.start, value: 1.5, optionID: option)
    let text =
      #"{"kind":"valueWithOption","optionID":"\#(option.uuidString)","startDate":10,"value1":1.5}"#
    #expect(try json(content) == text)
    #expect(try json(content.parts) == text)
    #expect(try value(ofJSON: text) == content)
  }

  @Test func aPartThatIsNullIsAPartThatIsntThere() throws {
    let text = #"{"kind":"singleValue","startDate":10,"endDate":null,"value1":2}"#
    #expect(try value(ofJSON: text) == ItemDataContent.singleValue(eventDate: Self.start, value: 2))
  }

  @Test(
    arguments: [
      (
        #"{"kind":"dualValues","startDate":10,"value1":1}"#,
        .partIsMissing(.value2, kind: .dualValues)
      ),
      (
        #"{"kind":"singleValue","startDate":10,"endDate":11,"value1":1}"#,
        .partIsSuperfluous(.endDate, kind: .singleValue)
      ),
      (
        #"{"kind":"singleValue","startDate":10,"value1":"NaN"}"#,
        .partIsNotFinite(.value1, kind: .singleValue)
      ),
      (
        #"{"kind":"valueWithOption","startDate":10,"value1":"inf","optionID":"\#(UUID())"}"#,
        .partIsNotFinite(.value1, kind: .valueWithOption)
      ),
      (
        #"{"kind":"singleOption","startDate":"-inf","optionID":"\#(UUID())"}"#,
        .partIsNotFinite(.startDate, kind: .singleOption)
      ),
      (
        #"{"kind":"interval","startDate":10,"endDate":9}"#,
        .startIsAfterEnd(start: start, end: start - 1, kind: .interval)
      ),
    ] as [(String, ItemDataContentError)])
  func decodingRefusesBadPartsWhereTheyAre(text: String, error: ItemDataContentError) {
    let found = refusal(of: "[\(text)]", as: [ItemDataContent].self)
    #expect(found?.text == error.description)
    #expect(found?.path == ["Index 0"])
  }

  @Test func decodingRefusesAnUnknownKindWhereItIs() {
    let found = refusal(of: #"{"kind":"single","startDate":10}"#, as: ItemDataContent.self)
    #expect(found?.text == ItemDataContentError.kindIsUnknown("single").description)
    #expect(found?.path == ["kind"])
  }

  @Test(arguments: ItemDataContent.Kind.allCases)
  func aKindIsCodedAsItsName(kind: ItemDataContent.Kind) throws {
    #expect(try json([kind]) == #"["\#(kind.rawValue)"]"#)
    #expect(try value(ofJSON: json([kind])) == [kind])
  }
}
