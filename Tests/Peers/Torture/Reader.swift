import Foundation
import Strata
import StrataTorture

/// Looks at a store that others write to, again and again.
struct Reader {
  private let store: FreightStore
  private var digest = HistoryDigest()
  /// The number of loads that the reader has seen of each writer.
  private var counts: [Int: Int] = [:]

  init(_ url: URL) throws { store = try FreightStore(url) }

  /// A contradiction in the state that a context shows.
  struct Fault: Error { let text: String }

  mutating func read() throws {
    let weight = try look(store.context)
    tell("opened")
    var looks = 0
    while !hasInputEnded() {
      looks += 1
      // Now one that has all in memory, now one that has nothing.
      let context = looks % 3 == 0 ? ModelContext(store.context.container) : store.context
      let now = try look(context)
      guard now == weight else { throw Fault(text: "all weigh \(now) instead of \(weight)") }
      try digest.catchUp(store.context)
      if looks == 1 { tell("looked") }
    }
    try digest.catchUp(store.context)
    tell("looks \(looks)")
    tell("history \(digest.seen) \(digest.value)")
  }

  /// Checks that both ends of all relationships agree, and returns the total weight of all loads.
  private mutating func look(_ context: ModelContext) throws -> Int {
    var harbors = FetchDescriptor<Harbor>()
    harbors.relationshipKeyPathsForPrefetching = [\.loads]
    for harbor in try context.fetch(harbors) {
      for load in harbor.loads where load.harbor !== harbor {
        throw Fault(text: "\(load.serial) is listed by \(harbor.serial), and elsewhere")
      }
    }
    var loads = FetchDescriptor<Load>(sortBy: [SortDescriptor(\.serial)])
    loads.relationshipKeyPathsForPrefetching = [\.harbor, \.seal]
    let found = try context.fetch(loads)
    let weight = found.reduce(0) { $0 + $1.weight }
    for load in found {
      if let seal = load.seal, seal.load !== load {
        throw Fault(text: "\(seal.serial) is on \(load.serial), and elsewhere")
      }
      // Reading a harbor's loads may bring a later state, in which the load is elsewhere.
      if let harbor = load.harbor, case let listed = harbor.loads, load.harbor === harbor,
        !listed.contains(load)
      {
        throw Fault(text: "\(load.serial) isn't listed by \(harbor.serial)")
      }
    }
    let own = Dictionary(grouping: found.map(\.serial).filter { $0 >= 1000 }) { $0 / 1_000_000 }
    for (writer, serials) in own {
      guard serials == Array(serials[0]..<(serials[0] + serials.count)) else {
        throw Fault(text: "writer \(writer) has a gap in \(serials)")
      }
      guard serials.count >= counts[writer, default: 0] else {
        throw Fault(text: "writer \(writer) had \(counts[writer, default: 0]) of \(serials)")
      }
      counts[writer] = serials.count
    }
    return weight
  }
}
