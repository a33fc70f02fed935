import Foundation
import Strata

/// J: fetch 100,000 objects with a struct of three members and an enum with payloads, looked at or not.
///
/// What it is held against is no other program but the same values in plain properties: `raw` is the
/// fetch of ``PlainVisit``.
struct Visiting<Visit: VisitValues>: Workload {
  let name: String
  let count: Int
  let aim: Double?
  let expected: Checksum
  private let looks: Bool
  private let container: ModelContainer

  init(_ name: String, count: Int, aim: Double, looks: Bool, in container: ModelContainer) {
    self.name = name
    self.count = count
    self.aim = aim
    self.looks = looks
    self.container = container
    var expected = Checksum()
    for row in 0..<count {
      expected.count += 1
      expected.add(row)
      if looks { PlainVisit(row).add(to: &expected) }
    }
    self.expected = expected
  }

  var ours: Contender { { try fetch(Visit.self, &$0) } }
  var raw: Contender { { try fetch(PlainVisit.self, &$0) } }

  private func fetch<Model: VisitValues>(
    _ type: Model.Type, _ stopwatch: inout Stopwatch
  ) throws -> Checksum {
    let context = ModelContext(container)
    var checksum = Checksum()
    var visits = try stopwatch.measure {
      let visits = try context.fetch(FetchDescriptor<Model>())
      for visit in visits {
        checksum.count += 1
        checksum.add(visit.number)
        if looks { visit.add(to: &checksum) }
      }
      return visits
    }
    stopwatch.measure { visits.removeAll() }
    return checksum
  }
}

enum Visits {
  static func all(count: Int) throws -> [any Workload] {
    let url = try ScratchFolder.keptFile()
    let container = try ModelContainer(
      for: PlainVisit.self, CompositeVisit.self, JSONVisit.self,
      configurations: ModelConfiguration(url: url))
    let context = ModelContext(container)
    for row in 0..<count {
      context.insert(PlainVisit(row))
      context.insert(CompositeVisit(row))
      context.insert(JSONVisit(row))
    }
    try context.save()
    return [
      Visiting<CompositeVisit>("J composite", count: count, aim: 1.3, looks: false, in: container),
      Visiting<CompositeVisit>(
        "J composite, looked at", count: count, aim: 1.3, looks: true, in: container),
      Visiting<JSONVisit>("J JSON", count: count, aim: 1.3, looks: false, in: container),
      Visiting<JSONVisit>("J JSON, looked at", count: count, aim: 3, looks: true, in: container),
    ]
  }
}
