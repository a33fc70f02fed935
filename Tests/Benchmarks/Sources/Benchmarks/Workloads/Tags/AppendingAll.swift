import Strata

/// R'': all tags at once, by `item.tags.append(contentsOf: tags)`, and one save.
struct AppendingAll: Workload {
  let name = "R''"
  let count: Int
  private let tagging: Tagging

  init(count: Int) {
    self.count = count
    tagging = Tagging(count: count)
  }

  var expected: Checksum { tagging.expected }
  var aim: Double? { 2 }

  var ours: Contender {
    { stopwatch in
      try tagging.ours(&stopwatch) { _, item in
        item.tags.append(contentsOf: tagging.names.map { Tag(name: $0) })
      }
    }
  }

  var raw: Contender { { try tagging.raw(&$0) } }
}
