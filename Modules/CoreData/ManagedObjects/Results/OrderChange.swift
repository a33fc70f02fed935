/// The difference between two orders of distinct elements, with the fewest moves beside those that
/// are given.
///
/// The elements that aren't moved are a longest increasing subsequence of the old positions (Knuth,
/// The Art of Computer Programming 3, section 5.1.4). A general difference of sequences takes
/// quadratic time if most elements move. O(count × log count).
struct OrderChange<Element: Hashable> {
  let difference: CollectionDifference<Element>

  init(from old: [Element], to new: [Element], moving: Set<Element> = []) {
    guard old != new || !moving.isEmpty else {
      difference = old.difference(from: old)
      return
    }
    let places = Dictionary(
      old.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let kept = new.enumerated().compactMap { index, element in
      places[element].map { (old: $0, new: index) }
    }
    var movedTo: [Int: Int] = [:]
    var movedFrom: [Int: Int] = [:]
    func move(_ place: (old: Int, new: Int)) {
      movedTo[place.old] = place.new
      movedFrom[place.new] = place.old
    }
    let free = kept.filter { !moving.contains(old[$0.old]) }
    if !moving.isEmpty { for place in kept where moving.contains(old[place.old]) { move(place) } }
    let staying = Self.rising(free.map(\.old))
    for (position, place) in free.enumerated() where !staying[position] { move(place) }
    let present = Set(kept.map(\.new))
    let remaining = Set(kept.map(\.old))
    var changes: [CollectionDifference<Element>.Change] = []
    for (index, element) in old.enumerated()
    where movedTo[index] != nil || !remaining.contains(index) {
      changes.append(.remove(offset: index, element: element, associatedWith: movedTo[index]))
    }
    for (index, element) in new.enumerated()
    where movedFrom[index] != nil || !present.contains(index) {
      changes.append(.insert(offset: index, element: element, associatedWith: movedFrom[index]))
    }
    // Each offset occurs once, and moves are in both directions, so the initializer never returns
    // nil.
    difference = CollectionDifference(changes) ?? new.difference(from: old)
  }

  /// Marks the numbers of a longest increasing subsequence.
  static func rising(_ numbers: [Int]) -> [Bool] {
    // For each length, the position of the smallest last number of an increasing subsequence.
    var ends: [Int] = []
    var before = [Int](repeating: -1, count: numbers.count)
    for (position, number) in numbers.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
      }
      if low > 0 { before[position] = ends[low - 1] }
      if low < ends.count { ends[low] = position } else { ends.append(position) }
    }
    var isIn = [Bool](repeating: false, count: numbers.count)
    var position = ends.last ?? -1
    while position >= 0 {
      isIn[position] = true
      position = before[position]
    }
    return isIn
  }
}
