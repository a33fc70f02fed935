// What `Scripts/check-static-archive` links out of an archive and runs: predicates with nodes of each
// kind.
import Foundation
import Strata

@Model final class Pebble {
  var name: String
  var nick: String?
  var size: Int
  var sizes: [Int]
  init(_ size: Int) {
    name = "p\(size)"
    nick = size == 3 ? "three" : nil
    self.size = size
    sizes = [size, 7]
  }
}

let context = ModelContext(
  try ModelContainer(
    for: Pebble.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
for size in 0..<5 { context.insert(Pebble(size)) }

let wanted = #Expression<Int, Int> { $0 * 2 }
let cases: [(Predicate<Pebble>, Int)] = [
  (#Predicate { $0.size > 1 && $0.name.contains("p") }, 3),
  (#Predicate { [1, 2].contains($0.size) || ($0.size + 1) * 2 == 10 }, 3),
  (#Predicate { ($0.nick ?? "none") == "three" }, 1),
  (#Predicate { $0.nick?.isEmpty == false }, 1),
  (#Predicate { $0.sizes[0] == 2 }, 1),
  (#Predicate { $0.sizes.contains { $0 > 6 } }, 5),
  (#Predicate { wanted.evaluate($0.size) == 4 }, 1),
  (#Predicate { $0.name.localizedStandardContains("P4") }, 1),
  (#Predicate { ($0.size > 2 ? $0.size : 0) as Int == 3 }, 1),
]
for isSaved in [false, true] {
  if isSaved { try context.save() }
  for (predicate, count) in cases {
    let found = try context.fetchCount(FetchDescriptor(predicate: predicate))
    guard found == count else {
      print("\(predicate) finds \(found) instead of \(count)")
      exit(1)
    }
  }
}
print("\(cases.count) predicates from a static archive")
