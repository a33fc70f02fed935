import Foundation
import SQLiteC
import Strata

/// Q: fetch by a predicate, against SQL written by hand that has the same plan.
struct Querying: Workload {
  let name: String
  let count: Int
  let expected: Checksum
  private let file: ReadingsFile
  private let fetch: (ModelContext) throws -> [Reading]
  private let sql: String

  /// All predicates over one file.
  static func all(count: Int) throws -> [any Workload] {
    let file = try ReadingsFile(count: count)
    let lost = Quality.lost
    return [
      try Querying(
        "Q relation", file, descriptor: #Predicate { $0.station?.region == "north" },
        sql: "JOIN Station AS t1 ON t1.strata_key = t0.station WHERE t1.region = 'north'"
      ) { $0.station?.region == "north" },
      try Querying(
        "Q enum", file, descriptor: #Predicate { $0.quality == lost },
        sql: "WHERE t0.quality = 'lost'"
      ) { $0.quality == .lost },
      try Querying(
        "Q payload", file,
        descriptor: \Reading.sample.kind == "span" && \Reading.sample.value > 400,
        sql: "WHERE t0.sample_kind = 'span' AND t0.sample_value > 400"
      ) {
        if case .span(let start, _) = $0.sample { start > 400 } else { false }
      },
      try Querying(
        "Q bitmask", file, descriptor: (\Reading.marks).contains(any: .checked),
        sql: "WHERE (t0.marks & 4) <> 0"
      ) { $0.marks.contains(.checked) },
    ]
  }

  var aim: Double? { 1.2 }

  private init(
    _ name: String, _ file: ReadingsFile, descriptor predicate: Predicate<Reading>, sql: String,
    matches: (Reading) -> Bool
  ) throws {
    let descriptor = FetchDescriptor(predicate: predicate)
    try self.init(
      name, file, sql: sql, plan: try ModelContext(file.container).explain(descriptor).plan,
      matches: matches
    ) { try $0.fetch(descriptor) }
  }

  private init(
    _ name: String, _ file: ReadingsFile, sql: String, plan: [String],
    matches: (Reading) -> Bool, fetch: @escaping (ModelContext) throws -> [Reading]
  ) throws {
    self.name = name
    count = file.count
    self.file = file
    self.fetch = fetch
    self.sql = "SELECT \(RawReading.columns) FROM Reading AS t0 \(sql) ORDER BY t0.strata_key"
    let all = try ModelContext(file.container).fetch(FetchDescriptor<Reading>())
    expected = Checksum(of: all.filter(matches))
    let other = try file.database.plan(of: self.sql)
    guard other == plan else { throw DifferentPlans(workload: name, ours: plan, raw: other) }
  }

  var ours: Contender {
    { stopwatch in
      let context = ModelContext(file.container)
      var readings = try stopwatch.measure { try fetch(context) }
      let checksum = Checksum(of: readings)
      stopwatch.measure { readings = [] }
      return checksum
    }
  }

  var raw: Contender {
    { stopwatch in
      var readings = try stopwatch.measure {
        let statement = try file.database.prepare(sql)
        var readings: [RawReading] = []
        while try statement.step() { readings.append(RawReading(statement)) }
        return readings
      }
      let checksum = Checksum(of: readings)
      stopwatch.measure { readings = [] }
      return checksum
    }
  }
}

/// A file of readings, which the library has written and both contenders read.
struct ReadingsFile {
  let count: Int
  let container: ModelContainer
  let database: RawDatabase

  init(count: Int) throws {
    self.count = count
    let url = try ScratchFolder.keptFile()
    container = try ModelContainer(
      for: Reading.self, Station.self, configurations: ModelConfiguration(url: url))
    let context = ModelContext(container)
    let stations = (0..<100).map { Station(region: $0.isMultiple(of: 10) ? "north" : "south") }
    for station in stations { context.insert(station) }
    for row in 0..<count {
      context.insert(Reading(row: row, station: stations[row % stations.count]))
    }
    try context.save()
    for station in stations { station.readings = [] }
    context.rollback()
    database = try RawDatabase(url)
  }
}

/// A query whose SQL is looked up in another way than by the one written by hand.
struct DifferentPlans: Error, CustomStringConvertible {
  let workload: String
  let ours: [String]
  let raw: [String]

  var description: String {
    "\(workload): SQLite's plan is \(ours), and for SQL written by hand \(raw)"
  }
}
