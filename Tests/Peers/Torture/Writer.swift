import Foundation
import Strata
import StrataTestSupport
import StrataTorture

/// Moves weight between loads, and loads between harbors, so that all weight together stays the same; and leaves a
/// load of its own with each transaction.
struct Writer {
  private let store: FreightStore
  private let first: Int
  private var random: SeededGenerator

  init(_ url: URL, _ author: String, first: Int) throws {
    store = try FreightStore(url, author: author)
    store.context.mergePolicy = .error
    self.first = first
    random = SeededGenerator(seed: UInt64(first))
  }

  mutating func write(_ count: Int) throws {
    var refusals = 0
    for number in 0..<count {
      // Each refusal means that somebody else got on.
      while try !attempt(first + number) {
        refusals += 1
        store.context.rollback()
      }
      tell("done \(number + 1)")
    }
    tell("refused \(refusals)")
  }

  /// Makes a change and saves it; false where others have changed the same meanwhile.
  private mutating func attempt(_ serial: Int) throws -> Bool {
    let context = store.context
    let harbors = try context.fetch(FetchDescriptor<Harbor>(sortBy: [SortDescriptor(\.serial)]))
    let loads = try context.fetch(
      FetchDescriptor<Load>(
        predicate: #Predicate { $0.serial < 1000 }, sortBy: [SortDescriptor(\.serial)])
    )
    .shuffled(using: &random)
    guard let from = loads.first, let to = loads.dropFirst().first,
      let harbor = harbors.randomElement(using: &random)
    else { return false }
    let mine = Load(serial, weight: 1)
    context.insert(mine)
    mine.harbor = harbor
    // No two writers come to the same weight, which would be no conflict.
    from.weight -= serial
    to.weight += serial - 1
    if random.chance(1, in: 3) { from.harbor = harbors.randomElement(using: &random) }
    if random.chance(1, in: 3) { to.seal = Seal(serial) }
    do {
      if random.chance(1, in: 5) {
        try context.batchUpdate(
          Load.self, where: #Predicate { $0.serial < 1000 && $0.weight > serial },
          .set(\.note, to: "\(serial)"))
      }
      try context.save()
      return true
    } catch StackError.mergeConflicts {
      return false
    } catch StackError.deletedElsewhere {
      return false
    } catch StorageError.busy {
      return false
    }
  }
}
