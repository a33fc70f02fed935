import Strata

/// R': the same as R from the other end, by `tag.item = item`.
struct Assigning: Workload {
  let name = "R'"
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
        for name in tagging.names {
          let tag = Tag(name: name)
          tag.item = item
        }
      }
    }
  }

  var raw: Contender { { try tagging.raw(&$0) } }
}
