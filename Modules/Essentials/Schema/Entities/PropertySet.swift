/// A set of an entity's properties, by their position of declaration.
///
/// The first 64 need no memory beyond the value itself; membership and insertion are O(1).
public struct PropertySet: Sendable, Hashable {
  @usableFromInline var low: UInt64
  @usableFromInline var rest: [UInt64]

  /// No property.
  @inlinable
  public init() {
    low = 0
    rest = []
  }

  /// The first `count` properties.
  public init(first count: Int) {
    self.init()
    for index in 0..<count { insert(PropertyIndex(index)) }
  }

  /// One property.
  @inlinable
  public init(_ property: PropertyIndex) {
    self.init()
    insert(property)
  }

  /// Whether no property is in the set.
  @inlinable
  public var isEmpty: Bool { low == 0 && rest.isEmpty }

  /// Whether a property is in the set.
  @inlinable
  public func contains(_ property: PropertyIndex) -> Bool {
    let index = property.rawValue
    if index < 64 { return low & (1 << UInt64(index)) != 0 }
    let word = index / 64 - 1
    return word < rest.count && rest[word] & (1 << UInt64(index % 64)) != 0
  }

  /// Adds a property.
  @inlinable
  public mutating func insert(_ property: PropertyIndex) {
    let index = property.rawValue
    if index < 64 {
      low |= 1 << UInt64(index)
    } else {
      insertBeyond(index)
    }
  }

  @usableFromInline
  mutating func insertBeyond(_ index: Int) {
    let word = index / 64 - 1
    while rest.count <= word { rest.append(0) }
    rest[word] |= 1 << UInt64(index % 64)
  }

  /// Adds all of another set.
  public mutating func formUnion(_ other: PropertySet) {
    low |= other.low
    while rest.count < other.rest.count { rest.append(0) }
    for (word, bits) in other.rest.enumerated() { rest[word] |= bits }
  }

  /// Takes away all of another set.
  public mutating func subtract(_ other: PropertySet) {
    low &= ~other.low
    for (word, bits) in other.rest.enumerated() where word < rest.count { rest[word] &= ~bits }
    while rest.last == 0 { rest.removeLast() }
  }

  /// Takes away all that isn't in another set.
  public mutating func formIntersection(_ other: PropertySet) {
    low &= other.low
    for word in rest.indices { rest[word] &= word < other.rest.count ? other.rest[word] : 0 }
    while rest.last == 0 { rest.removeLast() }
  }

  /// The properties in the set, ascending.
  public var indices: [PropertyIndex] {
    var result: [PropertyIndex] = []
    for (word, bits) in ([low] + rest).enumerated() {
      var bits = bits
      while bits != 0 {
        result.append(PropertyIndex(word * 64 + bits.trailingZeroBitCount))
        bits &= bits - 1
      }
    }
    return result
  }
}
