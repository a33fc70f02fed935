import StrataResults
import StrataTestSupport
import Testing

@Suite struct ResultsDifferences {
  /// Does to a list what a difference says.
  static func applying<Item>(
    _ difference: ResultsDifference, to old: [Item], _ new: (Int) -> Item
  ) -> [Item] {
    var list = old
    let gone = difference.deletions + difference.moves.map(\.from)
    for position in gone.sorted(by: >) { list.remove(at: position) }
    let come = difference.insertions + difference.moves.map(\.to)
    for position in come.sorted() { list.insert(new(position), at: position) }
    return list
  }

  /// The length of a longest run in order, worked out the slow way.
  private func longestRun(_ numbers: [Int]) -> Int {
    var lengths: [Int] = []
    for (index, number) in numbers.enumerated() {
      let before = (0..<index).filter { numbers[$0] < number }.map { lengths[$0] }.max() ?? 0
      lengths.append(before + 1)
    }
    return lengths.max() ?? 0
  }

  @Test func makeTheNewListOutOfTheOldWithAsFewMovesAsCanBe() throws {
    var random = SeededGenerator()
    for _ in 0..<2000 {
      let all = Array(0..<Int.random(in: 1...14, using: &random))
      let old = all.filter { _ in random.chance(3, in: 4) }
      var new = all.filter { _ in random.chance(3, in: 4) }
      for _ in 0..<Int.random(in: 0...3, using: &random) where !new.isEmpty {
        let moved = new.remove(at: Int.random(in: new.indices, using: &random))
        new.insert(moved, at: Int.random(in: 0...new.count, using: &random))
      }
      let changed = Set(all.filter { _ in random.chance(1, in: 3) })
      let difference = ResultsDifference(from: old, to: new, changed: changed)
      try #require(Self.applying(difference, to: old) { new[$0] } == new, "\(old) \(new)")
      let kept = new.compactMap { old.firstIndex(of: $0) }
      try #require(difference.moves.count == kept.count - longestRun(kept), "\(old) \(new)")
      let updates = new.indices.filter { old.contains(new[$0]) && changed.contains(new[$0]) }
      try #require(difference.updates == updates, "\(old) \(new)")
      for positions in [difference.deletions, difference.insertions, difference.moves.map(\.to)] {
        try #require(positions == positions.sorted())
      }
    }
  }

  @Test func areEmptyWhereNothingDiffers() {
    #expect(ResultsDifference(from: [1, 2], to: [1, 2]).isEmpty)
    #expect(ResultsDifference(from: [1, 2], to: [1, 2], changed: [3]).isEmpty)
    #expect(!ResultsDifference(from: [1, 2], to: [1, 2], changed: [2]).isEmpty)
  }

  // Anything quadratic would take minutes here.
  @Test(.timeLimit(.scaledMinutes(5))) func areFoundInLongLists() {
    let old = Array(0..<100_000)
    let reversed = ResultsDifference(from: old, to: old.reversed())
    #expect(reversed.moves.count == old.count - 1 && reversed.deletions.isEmpty)
    let replaced = ResultsDifference(from: old, to: old.map { $0 + 50_000 }, changed: Set(old))
    #expect(replaced.deletions.count == 50_000 && replaced.insertions.count == 50_000)
    #expect(replaced.moves.isEmpty && replaced.updates.count == 50_000)
  }
}
