/// What differs between two lists of the same things: results, or the titles of their sections.
///
/// Positions are those of `NSFetchedResultsController` and `CollectionDifference`: what goes is counted in
/// the old list, what comes in the new one. Taking the ``deletions`` and the ``moves``' origins out of the
/// old list, the last first, and putting the ``insertions`` and the ``moves``' destinations in, the first
/// first, makes the new one.
public struct ResultsDifference: Sendable, Hashable {
  /// The positions in the old list of what isn't in the new one, ascending.
  public let deletions: [Int]
  /// The positions in the new list of what wasn't in the old one, ascending.
  public let insertions: [Int]
  /// What is in both, and in another order relative to what else is in both; by destination, ascending. As
  /// few as can be.
  public let moves: [Move]
  /// The positions in the new list of what is in both and has changed, moved or not; ascending. Always empty
  /// for sections.
  public let updates: [Int]

  /// From where to where something went.
  public struct Move: Sendable, Hashable {
    /// The position in the old list.
    public let from: Int
    /// The position in the new list.
    public let to: Int
  }

  /// Whether nothing differs.
  public var isEmpty: Bool {
    deletions.isEmpty && insertions.isEmpty && moves.isEmpty && updates.isEmpty
  }

  /// Compares two lists, in each of which everything is once.
  ///
  /// O(n), and O(m log m) for the m between the first and the last difference where something has moved.
  ///
  /// - Parameter changed: What has changed.
  package init<Identity: Hashable>(
    from old: [Identity], to new: [Identity], changed: Set<Identity> = []
  ) {
    // Mostly all is the same but for a few things in one place.
    var start = 0
    let shorter = min(old.count, new.count)
    while start < shorter, old[start] == new[start] { start += 1 }
    var (oldEnd, newEnd) = (old.count, new.count)
    while oldEnd > start, newEnd > start, old[oldEnd - 1] == new[newEnd - 1] {
      oldEnd -= 1
      newEnd -= 1
    }

    var origins = Dictionary<Identity, Int>(minimumCapacity: oldEnd - start)
    for position in start..<oldEnd { origins[old[position]] = position }
    var insertions: [Int] = []
    var kept: [Move] = []
    for position in start..<newEnd {
      if let origin = origins.removeValue(forKey: new[position]) {
        kept.append(Move(from: origin, to: position))
      } else {
        insertions.append(position)
      }
    }
    deletions = origins.values.sorted()
    self.insertions = insertions
    moves = Self.moved(kept)
    updates = changed.isEmpty ? [] : Self.updated(new, changed, insertions)
  }

  private static func updated<Identity: Hashable>(
    _ new: [Identity], _ changed: Set<Identity>, _ insertions: [Int]
  ) -> [Int] {
    var updates: [Int] = []
    var inserted = insertions[...]
    for position in new.indices {
      if inserted.first == position {
        inserted.removeFirst()
      } else if changed.contains(new[position]) {
        updates.append(position)
      }
    }
    return updates
  }

  /// Those outside of a longest run that is in order in both lists (patience sorting).
  private static func moved(_ kept: [Move]) -> [Move] {
    guard !zip(kept, kept.dropFirst()).allSatisfy({ $0.from < $1.from }) else { return [] }
    // For each length, the index of the smallest end of a run of that length, and for each index the one
    // before it in its run.
    var ends: [Int] = []
    var previous = Array(repeating: -1, count: kept.count)
    for index in kept.indices {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if kept[ends[middle]].from < kept[index].from { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[index] = ends[low - 1] }
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var stays = Array(repeating: false, count: kept.count)
    var index = ends.last ?? -1
    while index >= 0 {
      stays[index] = true
      index = previous[index]
    }
    return zip(kept, stays).compactMap { $1 ? nil : $0 }
  }
}
