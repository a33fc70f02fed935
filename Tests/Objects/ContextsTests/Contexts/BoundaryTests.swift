@_spi(Query) import StrataContexts
import Foundation
import StrataModelSupport
import Observation
import StrataStoreSupport
import Strata
import StrataQuery
import Testing

/// In the order of how much it weighs, which is not that of its raw values.
enum BoundaryWeight: String, Codable, CaseIterable, Comparable {
  case light, medium, heavy

  static func < (lhs: Self, rhs: Self) -> Bool { lhs.rank < rhs.rank }

  private var rank: Int { self == .light ? 0 : self == .medium ? 1 : 2 }
}

struct BoundaryVersion: Codable, Comparable {
  var major: Int

  static func < (lhs: Self, rhs: Self) -> Bool { lhs.major < rhs.major }
}

@Model final class BoundaryParcel {
  var number: Int
  var weight = BoundaryWeight.light
  var spareWeight: BoundaryWeight?
  var version = BoundaryVersion(major: 0)
  var marks: Set<String> = []
  var price: Decimal = 0
  var note = ""
  var depot: BoundaryDepot?

  init(number: Int) { self.number = number }
}

@Model final class BoundaryDepot {
  var parcels: [BoundaryParcel] = []
  init() {}
}

@Suite struct Boundaries {
  let context: ModelContext

  init() throws { context = try Self.context() }

  private static func context() throws -> ModelContext {
    ModelContext(
      try ModelContainer(
        for: [BoundaryParcel.self], configuration: .temporary))
  }

  /// Five parcels, saved or not.
  private func fill(isSaved: Bool = true) throws {
    for number in 1...5 {
      let parcel = BoundaryParcel(number: number)
      parcel.weight = BoundaryWeight.allCases[number % 3]
      parcel.spareWeight = number == 1 ? nil : parcel.weight
      parcel.version = BoundaryVersion(major: number * 5)
      context.insert(parcel)
    }
    if isSaved { try context.save() }
  }

  @Test(arguments: [(-1, 0), (1, -1), (.min, .min)], [false, true])
  func negativeLimitsAndOffsetsAreErrors(range: (limit: Int, offset: Int), isSaved: Bool) throws {
    try fill(isSaved: isSaved)
    var descriptor = FetchDescriptor<BoundaryParcel>()
    descriptor.fetchLimit = range.limit
    descriptor.fetchOffset = range.offset
    let expected = StackError.negativeRange(limit: range.limit, offset: range.offset)
    #expect(throws: expected) { try context.fetch(descriptor) }
    #expect(throws: expected) { try context.fetchCount(descriptor) }
    #expect(throws: expected) { try context.fetchIdentifiers(descriptor) }
    #expect(throws: expected) {
      let groups = try context.groups(
        of: BoundaryParcel.self, by: \.note, aggregating: .count, limit: range.limit,
        offset: range.offset)
      #expect(groups.isEmpty)
    }
    let query = Query(
      entity: "BoundaryParcel", limit: range.limit, offset: range.offset)
    #expect(throws: expected) { try context.fetch(query) }
    #expect(throws: expected) { try context.fetchCount(query) }
  }

  @Test(arguments: [false, true])
  func rangesBeyondTheLastObjectFindNothing(isSaved: Bool) throws {
    try fill(isSaved: isSaved)
    for (limit, offset) in [(0, 0), (1, 5), (.max, .max)] {
      var descriptor = FetchDescriptor<BoundaryParcel>()
      descriptor.fetchLimit = limit
      descriptor.fetchOffset = offset
      #expect(try context.fetch(descriptor).isEmpty)
      #expect(try context.fetchCount(descriptor) == 0)
    }
  }

  @Test(arguments: [false, true])
  func extremesOfListedCasesAreInTheirOwnOrder(isSaved: Bool) throws {
    try fill(isSaved: isSaved)
    #expect(try context.minimum(of: \BoundaryParcel.weight) == .light)
    #expect(try context.maximum(of: \BoundaryParcel.weight) == .heavy)
    #expect(try context.minimum(of: \BoundaryParcel.spareWeight) == .light)
    #expect(try context.maximum(of: \BoundaryParcel.spareWeight) == .heavy)
    #expect(
      try context.minimum(of: \BoundaryParcel.weight, where: #Predicate { $0.number > 9 }) == nil)
    let groups = try context.groups(
      of: BoundaryParcel.self, by: \.weight, aggregating: .maximum(\.weight),
      having: .maximum(\.weight) < .heavy, sortBy: [.by(.maximum(\.weight), .reverse)])
    #expect(groups.map(\.key) == [.medium, .light] && groups.map(\.values) == [.medium, .light])
  }

  @Test func valuesThatAreWrittenAsJSONHaveNoOrderInTheStore() throws {
    try fill()
    let expected = StackError.unsupportedAggregate(
      "the order of \\BoundaryParcel.version, whose values are JSON in the store")
    #expect(throws: expected) { try context.minimum(of: \BoundaryParcel.version) }
    #expect(throws: expected) { try context.maximum(of: \BoundaryParcel.version) }
  }

  @Test func setsAreNotToldApartByTheirText() throws {
    try fill()
    let expected = StackError.unsupportedAggregate(
      "which values of \\BoundaryParcel.marks are equal, as sets are written in any order")
    #expect(throws: expected) { try context.countDistinct(of: \BoundaryParcel.marks) }
    #expect(throws: expected) {
      let groups = try context.groups(of: BoundaryParcel.self, by: \.marks, aggregating: .count)
      #expect(groups.isEmpty)
    }
  }

  @Test(arguments: [false, true])
  func sumsOfDecimalsThatAreNoNumberAreTooLarge(isSaved: Bool) throws {
    try fill(isSaved: isSaved)
    for parcel in try context.all(BoundaryParcel.self) {
      parcel.price = .greatestFiniteMagnitude
    }
    if isSaved { try context.save() }
    #expect(
      throws: StackError.sumTooLarge(
        property: "\\BoundaryParcel.price", sum: "NaN", type: "Decimal")
    ) { try context.sum(of: \BoundaryParcel.price) }
  }

  @Test func objectsOfAnotherStoreHaveNothingHere() throws {
    let other = try Self.context()
    let foreign = BoundaryDepot()
    other.insert(foreign)
    try other.save()
    let own = BoundaryDepot()
    context.insert(own)
    try fill()
    for parcel in try context.all(BoundaryParcel.self) { parcel.depot = own }
    try context.save()
    let id = foreign.persistentModelID
    let predicate = #Predicate<BoundaryParcel> { $0.depot?.persistentModelID == id }
    #expect(own.persistentModelID.rowKey == id.rowKey)
    #expect(try context.count(of: BoundaryParcel.self, where: predicate) == 0)
    #expect(try context.sum(of: \BoundaryParcel.number, where: predicate) == 0)
    #expect(try context.batchUpdate(where: predicate, set: \.note, to: "taken") == 0)
    #expect(try context.batchDelete(where: predicate) == 0)
    #expect(try context.count(of: BoundaryParcel.self) == 5)
  }

  @Test func whatAnObserverChangesDuringAMergeStays() throws {
    try fill()
    let parcel = try #require(try context.all(BoundaryParcel.self).first)
    let id = parcel.persistentModelID
    let changes = ChangesInPassing(parcel)
    withObservationTracking {
      _ = parcel.number
    } onChange: {
      changes.make()
    }
    let other = ModelContext(context.container)
    let same = try #require(other.model(for: id) as? BoundaryParcel)
    same.number = 100
    try other.save()
    try context.mergeChanges()
    #expect(parcel.number == 100 && parcel.note == "told" && context.hasChanges)
    try context.save()
    try other.mergeChanges()
    #expect(same.note == "told")
  }

  @Test func aSaveByWhoIsToldOfAMergeFollowsTheSaveThatMerged() throws {
    try fill()
    let parcel = try #require(try context.all(BoundaryParcel.self).first)
    let changes = ChangesInPassing(parcel)
    withObservationTracking {
      _ = parcel.number
    } onChange: {
      changes.make()
      changes.save()
    }
    let other = ModelContext(context.container)
    try #require(try other.all(BoundaryParcel.self).first).number = 100
    try other.save()
    parcel.note = "mine"
    try context.save()
    #expect(changes.error == nil)
    #expect(parcel.number == 100 && parcel.note == "told" && !context.hasChanges)
    #expect(try context.historyEntries().count == 4)
  }
}

// Called at once, by who changes the object, on the test's thread.
private final class ChangesInPassing: @unchecked Sendable {
  private let parcel: BoundaryParcel
  private(set) var error: StorageError?

  init(_ parcel: BoundaryParcel) { self.parcel = parcel }

  func make() { parcel.note = "told" }

  func save() {
    do {
      try parcel.modelContext?.save()
    } catch {
      self.error = error as? StorageError
    }
  }
}
