import Foundation
import Strata
import StrataTestSupport
import Testing
import StrataTorture

/// A store of many objects, and what it costs at ten times their number.
@Suite(.timeLimit(.scaledMinutes(60))) struct ManyRows {
  /// The number of objects: a million in `make torture`, by an environment variable.
  private static let count =
    ProcessInfo.processInfo.environment["STRATA_ROWS"].flatMap { Int($0) } ?? 20_000

  /// The least time of several runs of each operation, in milliseconds.
  private struct Costs {
    var firstPage = 0.0
    var laterPage = 0.0
    var byOffset = 0.0
    var indexed = 0.0
    var count = 0.0
    var save = 0.0
  }

  private func milliseconds(_ body: () throws -> Void) rethrows -> Double {
    let time = try ContinuousClock().measure(body)
    return Double(time.components.seconds) * 1e3 + Double(time.components.attoseconds) / 1e15
  }

  private func least(_ runs: Int = 7, _ body: () throws -> Void) rethrows -> Double {
    var least = Double.infinity
    for _ in 0..<runs { least = min(least, try milliseconds(body)) }
    return least
  }

  private func fill(_ container: ModelContainer, _ numbers: Range<Int>) throws {
    for start in stride(from: numbers.lowerBound, to: numbers.upperBound, by: 10_000) {
      let context = ModelContext(container)
      context.autosaveEnabled = false
      for number in start..<min(start + 10_000, numbers.upperBound) {
        context.insert(Parcel(number))
      }
      try context.save()
    }
  }

  private func page(_ container: ModelContainer, after weight: Int, offset: Int = 0) throws {
    var descriptor = FetchDescriptor<Parcel>(
      predicate: #Predicate { $0.weight >= weight },
      sortBy: [SortDescriptor(\.weight), SortDescriptor(\.number)])
    descriptor.fetchLimit = 50
    descriptor.fetchOffset = offset
    let found = try ModelContext(container).fetch(descriptor)
    #expect(found.count == 50)
    #expect(found.allSatisfy { $0.weight >= weight })
  }

  private func costs(_ container: ModelContainer, _ count: Int) throws -> Costs {
    var costs = Costs()
    costs.firstPage = try least { try page(container, after: 0) }
    costs.laterPage = try least { try page(container, after: 500) }
    costs.byOffset = try least(3) { try page(container, after: 0, offset: count / 2) }
    let code = Parcel.code(count / 3)
    costs.indexed = try least {
      let found = try ModelContext(container).fetch(
        FetchDescriptor<Parcel>(predicate: #Predicate { $0.code == code }))
      #expect(found.map(\.number) == [count / 3])
    }
    costs.count = try least(3) {
      let found = try ModelContext(container).fetchCount(FetchDescriptor<Parcel>())
      #expect(found == count)
    }
    let context = ModelContext(container)
    let parcel = try #require(
      try context.fetch(FetchDescriptor<Parcel>(predicate: #Predicate { $0.code == code })).first)
    costs.save = try least {
      parcel.note = "\(UUID())"
      try context.save()
    }
    return costs
  }

  /// The memory of this process, in KiB.
  private func memory() throws -> Int {
    let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
      .split(separator: " ")
    return try #require(pages.count > 1 ? Int(pages[1]) : nil) * Int(sysconf(Int32(_SC_PAGESIZE)))
      / 1024
  }

  @Test func costWhatTheirPageCosts() throws {
    let folder = try TemporaryFolder()
    let container = try ModelContainer(
      for: Parcel.self, configurations: ModelConfiguration(url: folder.store()))
    let (few, many) = (Self.count / 10, Self.count)
    let filling = try milliseconds { try fill(container, 0..<few) }
    let before = try costs(container, few)
    let filledRest = try milliseconds { try fill(container, few..<many) }
    let after = try costs(container, many)
    let start = try memory()
    var (sum, greatest) = (0, 0)
    let reading = try milliseconds {
      try ModelContext(container).enumerate(FetchDescriptor<Parcel>(), batchSize: 1000) { parcel in
        sum += parcel.number
        if parcel.number.isMultiple(of: 10_000) { greatest = max(greatest, try memory()) }
      }
    }
    #expect(sum == many * (many - 1) / 2)
    func row(_ name: String, _ cost: KeyPath<Costs, Double>) -> String {
      let (one, ten) = (before[keyPath: cost], after[keyPath: cost])
      return String(format: "%@ %.2f, %.2f ms (x %.1f)", name, one, ten, ten / one)
    }
    print(
      """
      \(few) and \(many) rows: \(row("page", \.firstPage)); \(row("later page", \.laterPage)); \
      \(row("page by offset", \.byOffset)); \(row("indexed", \.indexed)); \(row("count", \.count)); \
      \(row("save", \.save)); filled in \(Int(filling)), \(Int(filledRest)) ms; \
      all read in \(Int(reading)) ms with \((greatest - start) / 1024) MiB more
      """)
    // An index is a little deeper, and the machine may do something else meanwhile.
    for cost in [\Costs.firstPage, \.laterPage, \.indexed, \.save] as [KeyPath<Costs, Double>] {
      #expect(after[keyPath: cost] < 4 * before[keyPath: cost] + 5)
    }
    // Keys are eight bytes each, and the objects in memory are those of a batch.
    #expect(greatest - start < 64 * 1024 + many * 64 / 1024)
  }
}
