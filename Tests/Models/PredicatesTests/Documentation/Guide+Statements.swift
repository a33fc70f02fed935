import Foundation
import Strata
import Testing

extension Guide {
  mutating func addStatements() throws {
    try statement("aggregate") { context in
      let (count, total, longest) = try context.aggregate(
        of: Trail.self, where: #Predicate { $0.difficulty == .easy },
        .count, .sum(\.kilometers), .maximum(\.climb))
      #expect(count == 3 && total == 17.5 && longest == 120)
    }
    try statement("groups") { context in
      var lines: [String] = []
      for (difficulty, (count, kilometers)) in try context.groups(
        of: Trail.self, by: \.difficulty, aggregating: .count, .sum(\.kilometers),
        having: .sum(\.kilometers) > 10, sortBy: [.by(.sum(\.kilometers), .reverse)])
      {
        lines.append("\(difficulty): \(count) trails, \(kilometers) km")
      }
      #expect(lines == ["easy: 3 trails, 17.5 km", "hard: 1 trails, 14.0 km"])
    }
    try statement("periods") { context in
      let zone = TimeZone(identifier: "Europe/Berlin") ?? .gmt
      var counts: [Date?: Int] = [:]
      for (month, count) in try context.groups(
        of: Trail.self, by: (\Trail.opened).start(of: .month, in: zone), aggregating: .count)
      {
        counts[month] = count
      }
      #expect(counts == [nil: 5])
    }
    try statement("update") { context in
      let count = try context.batchUpdate(
        where: #Predicate<Trail> { $0.park?.name == "Lakeland" },
        .set(\.fee, to: .entry(price: 3)), .increment(\.climb, by: 10))
      #expect(count == 2)
    }
  }
}
