import Foundation
import StrataStoreSupport
import Strata
import StrataSQLite
import Synchronization
import StrataTestSupport
import Testing

@testable import StrataContexts
@testable import StrataGraph

/// What unsaved objects cost a fetch, in steps.
// One after the other, since all count in one place.
@Suite(.serialized) struct UnsavedCosts {
  private let context: ModelContext

  init() throws {
    context = ModelContext(
      try ModelContainer(
        for: [Marked.self], configuration: .temporary))
    for number in 0..<1000 { context.insert(Marked(number)) }
    try context.save()
  }

  @Test func areNoLookAtEachSavedObject() throws {
    let held = try context.fetch(FetchDescriptor<Marked>())
    context.insert(Marked(500))
    Tally.read.store(0, ordering: .relaxed)
    let all = try context.fetch(
      FetchDescriptor<Marked>(sortBy: [SortDescriptor(\.mark, order: .reverse)]))
    #expect(Tally.read.load(ordering: .relaxed) < 30)
    #expect(
      all.map(\.mark.number) == held.map(\.mark.number).reversed().prefix(500) + [500]
        + held.map(\.mark.number).reversed().dropFirst(500))
  }

  @Test func areNoListOfKeysWithoutRows() throws {
    let saved = try #require(try context.fetch(FetchDescriptor<Marked>()).first)
    let new = Marked(1)
    context.insert(new)
    #expect(ObjectGraph.rows(of: [new]) == nil)
    #expect(ObjectGraph.rows(of: [new, saved]) == [saved.persistentModelID.rowKey])
  }
}

/// A number that counts how often it is asked what the store keeps.
private struct Tally: ColumnRepresentable, Comparable, Codable {
  static let read = Atomic(0)
  static let columns = [ColumnDescription("", .integer)]
  var number: Int

  init(_ number: Int) { self.number = number }
  init(from row: inout Row) throws { number = try row.decode() }

  func bind(to binder: inout Binder) throws {
    Self.read.add(1, ordering: .relaxed)
    try binder.encode(number)
  }

  static func < (lhs: Tally, rhs: Tally) -> Bool { lhs.number < rhs.number }
}

@Model private final class Marked {
  fileprivate var mark: Tally
  init(_ number: Int) { mark = Tally(number) }
}
