/// A set of an entity's properties, by their positions.
///
/// The first 64 need no memory beyond the value itself. Membership and insertion are O(1).
public struct PropertySet: Sendable, Hashable {
  @usableFromInline var low: UInt64
  @usableFromInline var rest: [UInt64]

  /// Creates an empty set.
  @inlinable
  public init() {
    low = 0
    rest = []
  }

  /// Creates a set of the first `count` properties.
  public init(first count: Int) {
    self.init()
    for index in 0..<count { insert(PropertyIndex(index)) }
  }

  /// Creates a set of one property.
  @inlinable
  public init(_ property: PropertyIndex) {
    self.init()
    insert(property)
  }

  /// True if the set has no property.
  @inlinable
  public var isEmpty: Bool { low == 0 && rest.isEmpty }

  /// Returns true if a property is in the set.
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

  /// Returns true if another set has all properties of this one.
  public func isSubset(of other: PropertySet) -> Bool {
    var rest = self
    rest.subtract(other)
    return rest.isEmpty
  }

  /// Adds all properties of another set.
  public mutating func formUnion(_ other: PropertySet) {
    low |= other.low
    while rest.count < other.rest.count { rest.append(0) }
    for (word, bits) in other.rest.enumerated() { rest[word] |= bits }
  }

  /// Removes all properties of another set.
  public mutating func subtract(_ other: PropertySet) {
    low &= ~other.low
    for (word, bits) in other.rest.enumerated() where word < rest.count { rest[word] &= ~bits }
    while rest.last == 0 { rest.removeLast() }
  }

  /// Removes all properties that aren't in another set.
  public mutating func formIntersection(_ other: PropertySet) {
    low &= other.low
    for word in rest.indices { rest[word] &= word < other.rest.count ? other.rest[word] : 0 }
    while rest.last == 0 { rest.removeLast() }
  }

  /// The properties in the set, in ascending order.
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
