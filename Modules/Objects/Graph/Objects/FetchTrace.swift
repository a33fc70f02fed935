import StrataSchema

/// The keys of objects that were read together, in the order in which they were read.
///
/// Who follows a link of one of them and then of another goes through them, and plausibly goes on. So
/// each further fault of a relationship reads ahead for more of the objects behind it.
struct FetchTrace {
  private let keys: [Int64]
  private let isAscending: Bool
  /// By property.
  private var cursors: [PropertyIndex: Cursor] = [:]

  private struct Cursor {
    var position = 0
    /// At how many objects the next fault looks ahead.
    var count = 0
  }

  /// At how many objects a fault looks ahead at most.
  private static let largest = 1024
  /// How many objects one fault should read at most.
  static let largestReading = 4096

  init(_ keys: [Int64]) {
    self.keys = keys
    isAscending = zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 }
  }

  /// The same for objects that were read on the way from others, which are followed as those are.
  init(_ keys: [Int64], like other: FetchTrace) {
    self.init(keys)
    cursors = other.cursors.mapValues { Cursor(count: $0.count) }
  }

  /// The keys of the objects behind another that a fault of a property should read ahead for: none at
  /// first, then ever more; nil where the object isn't among those that were read together.
  ///
  /// O(log(number of keys)) where they ascend; otherwise O(1) for the next one in order, and a walk
  /// through the keys for others.
  mutating func follow(_ key: Int64, _ property: PropertyIndex) -> ArraySlice<Int64>? {
    var cursor = cursors[property] ?? Cursor()
    guard let position = position(of: key, from: cursor.position) else { return nil }
    let count = cursor.count
    cursor.position = position
    cursor.count = min(max(count, 1) * 4, Self.largest)
    cursors[property] = cursor
    return keys[(position + 1)...].prefix(count)
  }

  /// Records how many objects were read for how many, so that the next fault reads no more than
  /// it should.
  mutating func record(_ property: PropertyIndex, read: Int, for count: Int) {
    guard read > 0, var cursor = cursors[property] else { return }
    cursor.count = min(cursor.count, max(1, Self.largestReading * count / read))
    cursors[property] = cursor
  }

  private func position(of key: Int64, from start: Int) -> Int? {
    if isAscending {
      var (low, high) = (0, keys.count)
      while low < high {
        let middle = (low + high) / 2
        if keys[middle] < key { low = middle + 1 } else { high = middle }
      }
      return low < keys.count && keys[low] == key ? low : nil
    }
    let near = start..<min(start + 2 * Self.largest, keys.count)
    if let position = keys[near].firstIndex(of: key) { return position }
    // Longer ones are gone through in order, or not at all.
    return keys.count <= 10_000 ? keys.firstIndex(of: key) : nil
  }
}
