/// The positions of names in a list.
///
/// Looks a name up by its length and its last byte. Hashing it takes several times as long, and a value that is read by its
/// key takes a look-up. O(names that agree in both).
struct NamePositions {
  private let names: [String]
  /// The positions, by bucket.
  private let positions: [Int]
  /// Where the positions of each bucket begin, and where the last ones end.
  private let starts: [Int]
  /// All positions, for a name that is spelled with other scalars.
  private let byName: [String: Int]

  /// Creates the positions of names. Of equal ones, the first counts.
  init(_ names: [String]) {
    self.names = names
    byName = Dictionary(
      names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let buckets = Dictionary(grouping: names.indices) { Self.bucket(of: names[$0]) }
    var positions: [Int] = []
    var starts = [0]
    for bucket in 0..<Self.bucketCount {
      positions += buckets[bucket] ?? []
      starts.append(positions.count)
    }
    self.positions = positions
    self.starts = starts
  }

  private static let bucketCount = 64

  private static func bucket(of name: String) -> Int {
    (name.utf8.count &* 5 &+ Int(name.utf8.last ?? 0)) & (bucketCount - 1)
  }

  /// The position of a name, or nil if there is none.
  subscript(name: String) -> Int? {
    let bucket = Self.bucket(of: name)
    for index in starts[bucket]..<starts[bucket + 1] where names[positions[index]] == name {
      return positions[index]
    }
    return byName[name]
  }
}
