extension Array {
  /// Deletes, doubles, swaps or replaces a few elements.
  public mutating func mutate(using generator: inout SeededGenerator) {
    for _ in 0..<Int.random(in: 1...4, using: &generator) where count > 1 {
      let index = Int.random(in: 0..<count, using: &generator)
      let other = Int.random(in: 0..<count, using: &generator)
      switch Int.random(in: 0..<5, using: &generator) {
      case 0: remove(at: index)
      case 1: insert(self[index], at: index)
      case 2: insert(self[other], at: index)
      case 3: swapAt(index, other)
      default: removeSubrange(index..<Swift.min(count, index + 5))
      }
    }
  }
}
