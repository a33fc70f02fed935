import StrataStack

/// Items that are looked up and saved together, with what is known of them before.
struct ImportChunk {
  let items: any ImportItems
  /// The position of the first among all items.
  let start: Int
  /// The keys, by position in the chunk; nil where there is none.
  private(set) var keys: [KeyValues?] = []
  /// The last position before with the same key.
  private(set) var previous: [Int: Int] = [:]
  /// Why items failed for good.
  var failed: [Int: any Error] = [:]

  init(_ items: any ImportItems, start: Int) {
    self.items = items
    self.start = start
  }

  /// Works out the keys, and which items share one.
  mutating func readKeys(_ key: StoredKey, in graph: ObjectGraph) {
    var keys: [KeyValues?] = []
    keys.reserveCapacity(items.count)
    var positions: [KeyValues: Int] = [:]
    positions.reserveCapacity(items.count)
    items.forEachKey(in: graph, of: key) { found in
      switch found {
      case .success(let values):
        if let earlier = positions.updateValue(keys.count, forKey: values) {
          previous[keys.count] = earlier
        }
        keys.append(values)
      case .failure(let error):
        failed[keys.count] = error
        keys.append(nil)
      }
    }
    self.keys = keys
  }

  /// The key of an item; nil where it has none.
  func key(_ position: Int) -> KeyValues? { keys.isEmpty ? nil : keys[position] }

  /// The item before with the same key, where it is in a part of the chunk too.
  func previous(_ position: Int, in part: Range<Int>) -> Int? {
    guard !previous.isEmpty, let found = previous[position], found >= part.lowerBound else {
      return nil
    }
    return found
  }
}
