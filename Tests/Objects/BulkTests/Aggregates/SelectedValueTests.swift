import Foundation
import StrataModelSupport
import StrataStoreSupport
import Strata
import StrataTestSupport
import Testing

/// Values that a fetch selects, instead of whole objects.
@Suite struct SelectedValues {
  private let room: StockRoom

  init() throws {
    var random = SeededGenerator()
    room = try StockRoom(random: &random)
  }

  private var byName: FetchDescriptor<Stock> {
    FetchDescriptor(
      predicate: #Predicate { $0.count != nil }, sortBy: [SortDescriptor(\.name)])
  }

  /// Compares the values with those of the objects, of the store alone or with unsaved changes.
  private func expectSame<Value: Equatable>(
    _ keyPath: KeyPath<Stock, Value>, _ context: ModelContext
  ) throws {
    let objects = try context.fetch(byName)
    #expect(
      try context.fetch(byName, selecting: keyPath) == objects.map { $0[keyPath: keyPath] },
      "\(keyPath)")
  }

  @Test(arguments: [false, true]) func areThoseOfTheObjects(areSaved: Bool) throws {
    if areSaved { try room.context.save() }
    let context = areSaved ? ModelContext(room.container) : room.context
    try expectSame(\.name, context)
    try expectSame(\.nick, context)
    try expectSame(\.number, context)
    try expectSame(\.count, context)
    try expectSame(\.big, context)
    try expectSame(\.price, context)
    try expectSame(\.weight, context)
    try expectSame(\.ratio, context)
    try expectSame(\.amount, context)
    try expectSame(\.rest, context)
    try expectSame(\.date, context)
    try expectSame(\.due, context)
    try expectSame(\.uuid, context)
    try expectSame(\.code, context)
    try expectSame(\.url, context)
    try expectSame(\.data, context)
    try expectSame(\.isOpen, context)
    try expectSame(\.isNew, context)
    try expectSame(\.level, context)
    try expectSame(\.grade, context)
    try expectSame(\.vendor?.name, context)
    try expectSame(\.vendor?.chief?.rating, context)
    try expectSame(\.persistentModelID, context)
    try expectSame(\.vendor?.persistentModelID, context)
  }

  @Test func comeAsTuplesInTheOrderAndRange() throws {
    try room.context.save()
    let context = ModelContext(room.container)
    var descriptor = byName
    descriptor.fetchOffset = 3
    descriptor.fetchLimit = 10
    let objects = try context.fetch(descriptor)
    let rows = try context.fetch(descriptor, selecting: \.name, \.count, \.vendor?.name)
    #expect(rows.map(\.0) == objects.map(\.name))
    #expect(rows.map(\.1) == objects.map(\.count))
    #expect(rows.map(\.2) == objects.map { $0.vendor?.name })
    // They go to other isolations.
    let sent: any Sendable = rows.map { [$0.0, "\($0.1 ?? 0)"] }
    #expect("\(sent)".isEmpty == false)
  }

  @Test func haveUnsavedChangesUnlessTheyAreLeftOut() throws {
    try room.context.save()
    var descriptor = FetchDescriptor<Stock>(sortBy: [SortDescriptor(\.name)])
    let saved = try room.context.fetch(descriptor, selecting: \.name)
    let new = Stock(name: "\u{10FFFE} new")
    room.context.insert(new)
    room.context.delete(room.stocks[0])
    room.stocks[1].name = "\u{10FFFF} changed"
    let names = try room.context.fetch(descriptor, selecting: \.name)
    #expect(
      names.suffix(2) == ["\u{10FFFE} new", "\u{10FFFF} changed"] && names.count == saved.count)
    descriptor.includePendingChanges = false
    #expect(try room.context.fetch(descriptor, selecting: \.name) == saved)
  }

  @Test func haveUnsavedChangesOfRelatedObjects() throws {
    try room.context.save()
    let vendor = room.vendors[0]
    room.stocks[0].vendor = vendor
    try room.context.save()
    vendor.name = "renamed"
    let names = try room.context.fetch(FetchDescriptor<Stock>(), selecting: \.vendor?.name)
    #expect(names == room.stocks.map { $0.vendor?.name } && names[0] == "renamed")
  }

  @Test func areRefusedWhereThereIsNoSuchColumn() throws {
    try room.context.save()
    let context = room.context
    for select in [
      { _ = try context.fetch(FetchDescriptor<Stock>(), selecting: \.vendor) },
      { _ = try context.fetch(FetchDescriptor<Stock>(), selecting: \.stickers) },
      { _ = try context.fetch(FetchDescriptor<Stock>(), selecting: \.name, \.stickers.first) },
      { _ = try context.fetch(FetchDescriptor<Stock>(), selecting: \.hashValue) },
    ] as [() throws -> Void] {
      let error = #expect(throws: StackError.self) { try select() }
      guard case .unsupportedSelection? = error else {
        Issue.record("\(error.map { "\($0)" } ?? "none")")
        continue
      }
    }
  }

  @Test func readNoOtherColumns() throws {
    let container = try ModelContainer(for: [Scan.self], configuration: .temporary)
    let context = ModelContext(container)
    for number in 0..<300 { context.insert(Scan("scan \(number)", Data(count: 100_000))) }
    try context.save()
    let reading = ModelContext(container)
    let descriptor = FetchDescriptor<Scan>(sortBy: [SortDescriptor(\.title)])
    let clock = ContinuousClock()
    var titles: [String] = []
    var scans: [Scan] = []
    // The best of some rounds: other tests run beside this one.
    var (selecting, fetching) = (Duration.seconds(3600), Duration.seconds(3600))
    for _ in 0..<5 {
      selecting = min(
        selecting, try clock.measure { titles = try reading.fetch(descriptor, selecting: \.title) })
      scans = []
      fetching = min(fetching, try clock.measure { scans = try reading.fetch(descriptor) })
    }
    #expect(titles == scans.map(\.title) && titles.count == 300)
    #expect(selecting * 3 < fetching, "\(selecting) \(fetching)")
  }
}

@Model private final class Scan {
  var title: String
  var image: Data

  init(_ title: String, _ image: Data) {
    self.title = title
    self.image = image
  }
}
