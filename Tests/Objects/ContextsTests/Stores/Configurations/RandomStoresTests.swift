import StrataModelSupport
import Strata
import StrataTestSupport
import Testing

/// Random work in a container with two stores, held against lists in memory: what a save wrote is in
/// both stores, and what it refused in neither.
@Suite struct RandomWorkInSeveralStores {
  private struct World: Equatable {
    var gauges: [String: Double] = [:]
    var memos: [String: Bool] = [:]
  }

  @Test(arguments: DividedStores.Place.allCases, 0..<4)
  func isAllInOrOut(place: DividedStores.Place, round: Int) throws {
    var generator = SeededGenerator(for: "RandomWorkInSeveralStores.\(place)")
    let stores = try DividedStores(gauges: place, memos: place)
    defer { withExtendedLifetime(stores) {} }
    let container = try stores.open()
    let (context, reader) = (ModelContext(container), ModelContext(container))
    context.uniqueConflictPolicy = .error
    var saved = World()
    var (accepted, refused) = (0, 0)
    for _ in 0..<150 {
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        try change(context, &generator)
      }
      switch Int.random(in: 0..<4, using: &generator) {
      case 0:
        context.rollback()
        #expect(!context.hasChanges)
      case 1: break
      default:
        do {
          try context.save()
          saved = try world(context)
          accepted += 1
          #expect(!context.hasChanges)
        } catch {
          refused += 1
          #expect(context.hasChanges, "\(error)")
          try #require(try world(reader) == saved)
          context.rollback()
        }
        try #require(try world(reader) == saved)
      }
      if !context.hasChanges { try #require(try world(context) == saved) }
    }
    #expect(accepted > 0 && refused > 0)
    #expect(try reader.checkStore() == [])
  }

  private func world(_ context: ModelContext) throws -> World {
    World(
      gauges: try Dictionary(
        context.all(Gauge.self).map { ($0.name, $0.height) }, uniquingKeysWith: { $0 + $1 }),
      memos: try Dictionary(
        context.all(Memo.self).map { ($0.title, $0.isDone) }, uniquingKeysWith: { $0 || $1 }))
  }

  // Names are few, so that unique values meet now and then.
  private func change(_ context: ModelContext, _ generator: inout SeededGenerator) throws {
    let name = "\(Int.random(in: 0..<25, using: &generator))"
    let (gauges, memos) = (try context.all(Gauge.self), try context.all(Memo.self))
    switch Int.random(in: 0..<8, using: &generator) {
    case 0, 6: context.insert(Gauge(name))
    case 1, 7: context.insert(generator.chance(1, in: 2) ? Memo(name) : UrgentMemo(name))
    case 2: gauges.randomElement(using: &generator)?.height += 1
    case 3: memos.randomElement(using: &generator)?.isDone.toggle()
    case 4: if let one = gauges.randomElement(using: &generator) { context.delete(one) }
    default: if let one = memos.randomElement(using: &generator) { context.delete(one) }
    }
  }
}
