import StrataShell

/// The numbers of imported records, by type and outcome.
struct HealthTally {
  private struct Counts {
    var item: String?
    var units: [String] = []
    var added = 0
    var known = 0
    var bad = 0
    var passedOver = 0
    var covered = 0
    var removed = 0
  }

  private var counts: [String: Counts] = [:]
  private(set) var badCount = 0

  var added: Int { counts.values.reduce(0) { $0 + $1.added } }
  var passedOver: Int { counts.values.reduce(0) { $0 + $1.passedOver } }
  var known: Int { counts.values.reduce(0) { $0 + $1.known } }
  var removed: Int { counts.values.reduce(0) { $0 + $1.removed } }
  /// The number of types without any imported record.
  var unknownTypes: Int { counts.values.count { $0.item == nil && $0.passedOver > 0 } }

  /// True if there were records of a type.
  func has(_ type: String) -> Bool {
    counts.keys.contains { $0 == type || HealthType.shortName(of: $0) == type }
  }

  mutating func add(_ points: [HealthPoint], isKnown: [Bool], isBad: [Bool]) {
    for (index, point) in points.enumerated() {
      var entry = counts[point.item.type.identifier] ?? Counts()
      entry.item = point.item.type.itemName
      if let unit = point.item.unit, !entry.units.contains(unit) { entry.units.append(unit) }
      if point.role == .covered {
        entry.covered += 1
      } else if point.role == .outdated {
        entry.removed += 1
      } else if isBad[index] {
        entry.bad += 1; badCount += 1
      } else if isKnown[index] {
        entry.known += 1
      } else {
        entry.added += 1
      }
      counts[point.item.type.identifier] = entry
    }
  }

  mutating func passOver(_ type: String) { counts[type, default: Counts()].passedOver += 1 }

  mutating func addBad(_ type: String?) {
    badCount += 1
    if let type { counts[type, default: Counts()].bad += 1 }
  }

  /// The table with a row for each type.
  var table: Table {
    Table(
      ["type", "item", "unit", "added", "known", "covered", "removed", "bad", "skipped"],
      rows: counts.sorted { $0.key < $1.key }.map { type, entry in
        [
          .text(HealthType.shortName(of: type)), Cell(entry.item),
          Cell(entry.units.isEmpty ? nil : entry.units.joined(separator: ", ")),
          Cell(entry.added), Cell(entry.known), Cell(entry.covered), Cell(entry.removed),
          Cell(entry.bad), Cell(entry.passedOver),
        ]
      })
  }
}
