/// The observers of a graph, held weakly and indexed by their interests. Notifying costs
/// O(observers of the change).
struct GraphObservers {
  private struct Entry {
    weak var observer: (any GraphObserver)?
    var interests: Set<GraphInterest>
  }

  private var entries: [Entry] = []
  /// Ascending indices of entries by interest. Nil until first use.
  private var index: [GraphInterest: [Int]]?
  /// Number of entries above which adding an observer removes released ones.
  private var limit = 64

  /// True if there are no entries. Entries of released observers may still be counted.
  var isEmpty: Bool { entries.isEmpty }

  /// Adds an observer. O(number of its interests), most of the time.
  mutating func add(_ observer: any GraphObserver) {
    if entries.count >= limit {
      forgetGone()
      limit = max(64, entries.count * 2)
    }
    let entry = Entry(observer: observer, interests: observer.interests)
    entries.append(entry)
    for interest in entry.interests { index?[interest, default: []].append(entries.count - 1) }
  }

  /// Reads an observer's interests again. O(number of observers).
  mutating func renewInterests(of observer: any GraphObserver) {
    guard let position = entries.firstIndex(where: { $0.observer === observer }) else { return }
    entries[position].interests = observer.interests
    index = nil
  }

  /// The observers of a change, in the order in which they were added. O(their number).
  mutating func observers(of change: GraphChange) -> [any GraphObserver] {
    let index = self.index ?? makeIndex()
    self.index = index
    let found = (change.interests + [.everything]).compactMap { index[$0] }
    guard var positions = found.first else { return [] }
    if found.count > 1 { positions = Set(found.joined()).sorted() }
    let present = positions.compactMap { entries[$0].observer }
    if present.count < positions.count { forgetGone() }
    return present
  }

  private mutating func forgetGone() {
    entries.removeAll { $0.observer == nil }
    index = nil
  }

  private func makeIndex() -> [GraphInterest: [Int]] {
    var index: [GraphInterest: [Int]] = [:]
    for (position, entry) in entries.enumerated() {
      for interest in entry.interests { index[interest, default: []].append(position) }
    }
    return index
  }
}
