import Foundation
import Strata

@Model final class Counter {
  var value = 0
  init() {}
}

/// How much a history takes, and what its length changes.
enum LongHistory {
  static func run(_ schemas: PrivateSchemas, _ count: Int?) async throws {
    let container = try ModelContainer(
      for: Counter.self, configurations: ModelConfiguration(url: schemas.url("history")))
    let context = ModelContext(container)
    let counter = Counter()
    context.insert(counter)
    try context.save()
    Figures.row("entries", "a save, ms", "bytes an entry", "opening, ms")
    var saves = 1
    let all = count ?? 100_000
    for entries in [all / 100, all / 10, all] {
      while saves < entries {
        counter.value += 1
        try context.save()
        saves += 1
      }
      let save = try Figures.median(of: 200) { _ in
        counter.value += 1
        try context.save()
        saves += 1
      }
      let size = try schemas.ask(
        "SELECT pg_total_relation_size('history.strata_history') / count(*) FROM history.strata_history"
      )
      var opened: ModelContainer?
      let opening = try Figures.milliseconds {
        opened = try ModelContainer(
          for: Counter.self, configurations: ModelConfiguration(url: schemas.url("history")))
      }
      try await opened?.close()
      Figures.row(entries, Figures.number(save), size, Figures.number(opening))
    }
    let cleaning = try Figures.milliseconds {
      try container.cleanHistory(HistoryCleaning(before: .now))
    }
    print("all entries cleaned away in \(Figures.number(cleaning, 0)) ms")
    try await container.close()
  }
}

/// A table of many rows.
enum ManyRows {
  static func run(_ schemas: PrivateSchemas, _ count: Int?) async throws {
    let container = try ModelContainer(
      for: Memo.self, configurations: ModelConfiguration(url: schemas.url("rows")))
    Figures.row(
      "rows", "inserted, 1,000 a second", "page, ms", "look-up, ms", "change one, ms", "count, ms",
      "all read, s", "memory of that, MiB", "size, MB")
    var filled = 0
    let all = count ?? 1_000_000
    for rows in [all / 10, all] {
      let before = filled
      let filling = try Figures.milliseconds {
        while filled < rows {
          let context = ModelContext(container)
          context.autosaveEnabled = false
          for number in filled..<min(filled + 20_000, rows) {
            context.insert(Memo(tenant: number % 1000, number: number))
          }
          filled = min(filled + 20_000, rows)
          try context.save()
        }
      }
      try schemas.ask("ANALYZE")
      func number(_ run: Int) -> Int { run * 7_654_321 % rows }
      let page = try Figures.median(of: 100) { run in
        let (tenant, first) = (run % 1000, number(run) / 2)
        var descriptor = FetchDescriptor<Memo>(
          predicate: #Predicate { $0.tenant == tenant && $0.number >= first },
          sortBy: [SortDescriptor(\.number)])
        descriptor.fetchLimit = 50
        _ = try ModelContext(container).fetch(descriptor)
      }
      func memo(_ run: Int, _ context: ModelContext) throws -> Memo {
        let (tenant, wanted) = (number(run) % 1000, number(run))
        let found = try context.fetch(
          FetchDescriptor<Memo>(
            predicate: #Predicate { $0.tenant == tenant && $0.number == wanted }))
        guard let memo = found.first else { throw GrowthError("memo \(wanted) is lost") }
        return memo
      }
      let lookUp = try Figures.median(of: 100) { _ = try memo($0, ModelContext(container)) }
      let change = try Figures.median(of: 100) { run in
        let context = ModelContext(container)
        try memo(run, context).done.toggle()
        try context.save()
      }
      let counting = try Figures.median(of: 3) { _ in
        guard try ModelContext(container).fetchCount(FetchDescriptor<Memo>()) == rows else {
          throw GrowthError("rows are lost")
        }
      }
      let memory = try Figures.memory()
      var (sum, greatest) = (0, memory)
      let reading = try Figures.milliseconds {
        try ModelContext(container).enumerate(FetchDescriptor<Memo>(), batchSize: 1000) { memo in
          sum += memo.number
          if memo.number.isMultiple(of: 50_000) { greatest = max(greatest, try Figures.memory()) }
        }
      }
      guard sum == rows * (rows - 1) / 2 else { throw GrowthError("numbers are lost") }
      let size = try schemas.ask("SELECT pg_total_relation_size('rows.\"Memo\"') / 1000000")
      Figures.row(
        rows, Figures.number(Double(rows - before) / filling, 0), Figures.number(page),
        Figures.number(lookUp), Figures.number(change), Figures.number(counting, 0),
        Figures.number(reading / 1000, 1), (greatest - memory) / 1024, size)
    }
    try await container.close()
  }
}
