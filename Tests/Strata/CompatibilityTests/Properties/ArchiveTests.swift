import SwiftData
import Testing

@Suite struct ArchiveTests {
  @Test func archivedValuesAreKept() throws {
    let parcel = Archives.Parcel(tags: ["a", "é", ""])
    parcel.sizes = [1, -2, .max]
    parcel.counts = ["a": 1, "b": 2]
    parcel.sent = [[Date(timeIntervalSinceReferenceDate: 0.5)], []]
    parcel.bytes = Data([1, 2, 3])
    parcel.badge = ArchivedBadge("gold")
    try reopen(parcel) {
      #expect($0.tags == ["a", "é", ""])
      #expect($0.sizes == [1, -2, .max])
      #expect($0.counts == ["a": 1, "b": 2])
      #expect($0.sent == parcel.sent)
      #expect($0.bytes == Data([1, 2, 3]))
      #expect($0.badge?.title == "gold")
      #expect($0.other == nil)
    }
  }

  @Test func emptyValuesAreKept() throws {
    try reopen(Archives.Parcel(tags: [])) {
      #expect($0.tags.isEmpty)
      #expect($0.counts == nil)
      #expect($0.badge == nil)
    }
  }

  @Test func objectOfAClassThatIsNotAllowedIsNotMade() throws {
    let parcel = Archives.Parcel(tags: [])
    parcel.other = ArchivedBadge("gold")
    #expect(throws: (any Error).self) { try reopen(parcel) { _ in } }
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: ArchivedBadge("gold"), requiringSecureCoding: true)
    #expect(NSSecureUnarchiveFromDataTransformer().transformedValue(data) == nil)
    #expect(NSSecureUnarchiveFromDataTransformer().transformedValue(Data([1, 2])) == nil)
    #expect(Archives.BadgeTransformer().transformedValue(data) is ArchivedBadge)
  }

  @Test(arguments: [true, false])
  func valueThatCannotBeArchivedIsAnError(isObject: Bool) throws {
    let made = Archives.Unarchivable()
    if isObject { made.nested = Archives.Nested() } else { made.sizes = [.init()] }
    #expect {
      try reopen(made) { _ in }
    } throws: {
      "\($0)".contains("Transformer made no data of the value")
    }
  }
}
