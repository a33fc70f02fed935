/// The difference between two lists of results or of section titles.
///
/// Positions are those of `NSFetchedResultsController` and `CollectionDifference`: deletions refer
/// to the old list, and insertions to the new one. To turn the old list into the new one, remove
/// the ``deletions`` and the origins of ``moves``, from the last to the first. Then insert the
/// ``insertions`` and the destinations of ``moves``, from the first to the last.
public struct ResultsDifference: Sendable, Hashable {
  /// The positions in the old list of removed elements, ascending.
  public let deletions: [Int]
  /// The positions in the new list of added elements, ascending.
  public let insertions: [Int]
  /// The fewest moves that reorder the elements in both lists, ascending by destination.
  public let moves: [Move]
  /// The positions in the new list of changed elements that are in both lists, ascending.
  ///
  /// Moved elements are included. Always empty for sections.
  public let updates: [Int]

  /// The move of an element.
  public struct Move: Sendable, Hashable {
    /// The position in the old list.
    public let from: Int
    /// The position in the new list.
    public let to: Int
  }

  /// True if the lists are equal and no element has changed.
  public var isEmpty: Bool {
    deletions.isEmpty && insertions.isEmpty && moves.isEmpty && updates.isEmpty
  }

  /// Compares two lists without duplicates.
  ///
  /// Complexity: O(n), or O(n + m log m) if elements have moved, where m is the number of elements
  /// between the first and the last difference.
  ///
  /// - Parameter changed: The changed elements.
  package init<Identity: Hashable>(
    from old: [Identity], to new: [Identity], changed: Set<Identity> = []
  ) {
    // Most differences are small, so skip equal elements at both ends.
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

  /// The elements outside a longest increasing subsequence (patience sorting).
  private static func moved(_ kept: [Move]) -> [Move] {
    guard !zip(kept, kept.dropFirst()).allSatisfy({ $0.from < $1.from }) else { return [] }
    // `ends[n]` is the index of the smallest last element of a subsequence of length n + 1.
    // `previous[i]` is the index of the element before i in its subsequence.
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
