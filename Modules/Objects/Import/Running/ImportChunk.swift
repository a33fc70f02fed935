import StrataContexts

/// Items that are looked up and saved together, with their keys and errors.
struct ImportChunk {
  let items: any ImportItems
  /// The position of the chunk's first item among all items.
  let start: Int
  /// The keys by position in the chunk, or nil for an item without one.
  private(set) var keys: [KeyValues?] = []
  /// The last earlier position with the same key, for duplicates.
  private(set) var previous: [Int: Int] = [:]
  /// Errors of items that won't be attempted again.
  var failed: [Int: any Error] = [:]

  init(_ items: any ImportItems, start: Int) {
    self.items = items
    self.start = start
  }

  /// Reads the items' keys and finds duplicates.
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

  /// The key of an item, or nil if it has none.
  func key(_ position: Int) -> KeyValues? { keys.isEmpty ? nil : keys[position] }

  /// The last earlier position with the same key within a part of the chunk.
  func previous(_ position: Int, in part: Range<Int>) -> Int? {
    guard !previous.isEmpty, let found = previous[position], found >= part.lowerBound else {
      return nil
    }
    return found
  }
}
